import { createPartnerClient } from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'
import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const url = 'http://127.0.0.1:3000'

/** The message of the demo after this response to a control. */
async function explained(respond: () => Response): Promise<string> {
  const sandbox = createSandboxClient({ baseUrl: url, fetch: async () => respond() })
  const failure: unknown = await sandbox.getClock().catch((error: unknown) => error)
  return explainFailure(failure, url)
}

const rejected = (status: number, code: string) => () =>
  Response.json({ message: ['No'] }, { status, headers: { 'x-error-code': code } })

describe('explainFailure', () => {
  it.each([
    [
      'a service that is no sandbox',
      rejected(404, 'not_found'),
      `getClock: 404 not_found: No. ${url} is not a sandbox.`,
    ],
    [
      'a response that no sandbox gives',
      () => new Response('<p>Not here', { status: 404, headers: { 'content-type': 'text/html' } }),
      `getClock: unexpected response with status 404 (text/html). ${url} is not a sandbox.`,
    ],
    ['a missing key of the controls', rejected(401, 'sandbox_key_invalid'), 'set SANDBOX_KEY'],
    [
      'what an earlier purchase used up',
      rejected(400, 'cards_unavailable'),
      `curl -X POST ${url}/__sandbox/reset`,
    ],
  ])('knows %s', async (_what, respond, sentence) => {
    expect(await explained(respond)).toContain(sentence)
  })

  it('explains a failed session and an aborted wait', async () => {
    const client = createPartnerClient({
      baseUrl: url,
      appId: 'demo-app',
      retry: false,
      fetch: async () => Promise.reject(new TypeError('fetch failed')),
    })
    const unopened: unknown = await client.getDrawdownAccount().catch((error: unknown) => error)
    expect(explainFailure(unopened, url)).toBe(
      `No server responds at ${url}. Start a sandbox there with npm start, or fix --url.`,
    )
    const signal = AbortSignal.abort(new Error('The clock stands still'))
    const aborted: unknown = await client.waitForFulfilment('o', { signal }).catch((error: unknown) => error)
    expect(explainFailure(aborted, undefined)).toBe('The clock stands still')
  })

  it.each([new Error('odd'), 'odd'])('has a sentence for anything else: %s', (error) => {
    expect(explainFailure(error, undefined)).toBe('odd')
  })
})
