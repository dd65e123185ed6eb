import { createSandboxClient } from '@giftcards/client/sandbox'
import { describe, expect, it } from 'vitest'
import { judgeFailure, messageOf } from './judge-failure.ts'

/** The failure of a poll with this response. */
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
  it.each<[string, () => Response, object]>([
    [
      'a missing or wrong key',
      () => refusal(401, 'sandbox_key_invalid', 'No'),
      { link: 'locked', problem: null },
    ],
    [
      'the message of the server',
      () => refusal(503, 'service_unavailable', 'Service unavailable'),
      { link: 'lost', problem: 'Service unavailable.' },
    ],
    [
      'no response',
      () => {
        throw new TypeError('fetch failed')
      },
      { link: 'lost', problem: 'The server does not respond.' },
    ],
    [
      'a response that is none of the sandbox',
      () => new Response('<h1>Proxy</h1>', { status: 502 }),
      { link: 'lost', problem: 'The response with the status 502 is not from a sandbox.' },
    ],
  ])('reports %s', async (_title, respond, state) => {
    expect(judgeFailure(await failureOf(respond))).toStrictEqual(state)
  })
})

describe('messageOf', () => {
  it('joins several reasons', async () => {
    const error = await failureOf(() => refusal(400, 'validation_error', 'one', 'two'))
    expect(messageOf(error)).toBe('one; two')
  })
})
