import { createSandboxClient } from '@giftcards/client/sandbox'
import { describe, expect, it } from 'vitest'
import { judgeFailure, messageOf } from './judge-failure.ts'

/** How a look fails at a server that responds so. */
async function failureOf(respond: () => Response): Promise<unknown> {
  const fetch = async (): Promise<Response> => respond()
  const client = createSandboxClient({ baseUrl: 'http://sandbox.test', fetch, retry: false })
  return client.getOverview().then(
    () => undefined,
    (error: unknown) => error,
  )
}

const refusal = (status: number, code: string, ...message: string[]) =>
  Response.json({ message }, { status, headers: { 'x-error-code': code } })

describe('judgeFailure', () => {
  it('knows a missing or wrong key', async () => {
    const error = await failureOf(() => refusal(401, 'sandbox_key_invalid', 'Unauthorized'))
    expect(judgeFailure(error)).toStrictEqual({ link: 'locked', problem: null })
  })

  it('says in the words of the server what is wrong', async () => {
    const error = await failureOf(() => refusal(503, 'service_unavailable', 'Service unavailable'))
    expect(judgeFailure(error)).toStrictEqual({ link: 'lost', problem: 'Service unavailable.' })
  })

  it('says that there is no answer', async () => {
    const error = await failureOf(() => {
      throw new TypeError('fetch failed')
    })
    expect(judgeFailure(error)).toStrictEqual({ link: 'lost', problem: 'The server does not respond.' })
  })

  it('says that an answer is none of the sandbox', async () => {
    const error = await failureOf(() => new Response('<h1>Proxy</h1>', { status: 502 }))
    expect(judgeFailure(error).problem).toBe('The response with the status 502 is not from a sandbox.')
  })
})

describe('messageOf', () => {
  it('joins several reasons', async () => {
    const error = await failureOf(() => refusal(400, 'validation_error', 'one', 'two'))
    expect(messageOf(error)).toBe('one; two')
  })
})
