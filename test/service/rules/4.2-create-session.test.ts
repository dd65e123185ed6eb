import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Exchange,
  operationObject,
  type Sandbox,
  sendChecked,
  startSandbox,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

function createSession(headers: Readonly<Record<string, string>>, body?: unknown): Promise<Exchange> {
  return sendChecked('createSession', sandbox.url, {
    method: 'POST',
    path: '/v3/session',
    headers: { 'user-agent': 'contract-tests', ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

describe('createSession', () => {
  it('needs x-cc-app and no Authorization', { meta: { rules: ['4.2-01'] } }, async () => {
    const opened = await createSession({ 'x-cc-app': 'demo-app' })
    expect(opened.status).toBe(200)
    const refused = await createSession({})
    expect([refused.status, refused.body]).toStrictEqual([400, { message: ['no x-cc-app was found'] }])
    expect(operationObject('createSession').security).toStrictEqual([{ partnerApp: [] }])
  })

  it('takes no request body', { meta: { rules: ['4.2-02'] } }, async () => {
    expect(operationObject('createSession')).not.toHaveProperty('requestBody')
    const opened = await createSession({ 'x-cc-app': 'demo-app', 'content-type': 'application/json' })
    expect(opened.status).toBe(200)
    const withBody = await createSession({ 'x-cc-app': 'demo-app' }, { sessionId: 'chosen', renderAssets: 7 })
    expect(withBody.status).toBe(200)
    expect(withBody.body).toMatchObject({ renderAssets: true })
    expect((withBody.body as { sessionId: string }).sessionId).not.toBe('chosen')
  })

  it('answers the session and its three headers', { meta: { rules: ['4.2-03'] } }, async () => {
    const { body, headers } = await createSession({ 'x-cc-app': 'demo-app' })
    expect(body).toStrictEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresInSeconds: 3600,
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      renderAssets: true,
    })
    const session = body as { access_token: string; sessionId: string }
    expect(headers.get('authorization')).toBe(session.access_token)
    expect(headers.get('x-token-exp-seconds')).toBe('3600')
    expect(headers.get('x-session-id')).toBe(session.sessionId)
  })
})
