import { describe, expect, it } from 'vitest'
import { createPartnerClient } from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'
import { explainFailure } from './explain-failure.ts'

const url = 'http://127.0.0.1:3000'

/** The message of the demo after this response to a control. */
async function explained(status: number, code: string, message: string): Promise<string> {
  const sandbox = createSandboxClient({
    baseUrl: url,
    fetch: async () => Response.json({ message: [message] }, { status, headers: { 'x-error-code': code } }),
  })
  const failure: unknown = await sandbox.advanceClock({ seconds: 1 }).catch((error: unknown) => error)
  return explainFailure(failure, url)
}

describe('explainFailure', () => {
  it('knows a service that is no sandbox', async () => {
    expect(await explained(404, 'not_found', 'Not found')).toBe(
      `advanceClock: 404 not_found: Not found. ${url} is not a sandbox.`,
    )
  })

  it('knows a response that no sandbox gives', async () => {
    const sandbox = createSandboxClient({
      baseUrl: url,
      fetch: async () =>
        new Response('<p>Not here', { status: 404, headers: { 'content-type': 'text/html' } }),
    })
    const failure: unknown = await sandbox.getClock().catch((error: unknown) => error)
    expect(explainFailure(failure, url)).toBe(
      `getClock: unexpected response with status 404 (text/html). ${url} is not a sandbox.`,
    )
  })

  it('asks for the key of the controls', async () => {
    expect(await explained(401, 'sandbox_key_invalid', 'Unauthorized')).toContain('set SANDBOX_KEY')
  })

  it('tells how to start over after a refusal', async () => {
    expect(await explained(400, 'cards_unavailable', 'Not all')).toContain(
      `curl -X POST ${url}/__sandbox/reset`,
    )
  })

  it('says why no session was opened', async () => {
    const client = createPartnerClient({
      baseUrl: url,
      appId: 'demo-app',
      retry: false,
      fetch: async () => Promise.reject(new TypeError('fetch failed')),
    })
    const failure: unknown = await client.getDrawdownAccount().catch((error: unknown) => error)
    expect(explainFailure(failure, url)).toBe(
      `No server responds at ${url}. Start a sandbox there with npm start, or fix --url.`,
    )
  })

  it('says why a wait was aborted', async () => {
    const client = createPartnerClient({ baseUrl: url, appId: 'demo-app' })
    const signal = AbortSignal.abort(new Error('The clock stands still'))
    const failure: unknown = await client
      .waitForFulfilment('an-order', { signal })
      .catch((error: unknown) => error)
    expect(explainFailure(failure, undefined)).toBe('The clock stands still')
  })

  it('has a sentence for anything else', () => {
    expect(explainFailure(new Error('The sandbox cannot start'), undefined)).toBe('The sandbox cannot start')
    expect(explainFailure('odd', undefined)).toBe('odd')
  })
})
