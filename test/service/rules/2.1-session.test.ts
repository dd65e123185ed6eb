import { describe, expect, it } from 'vitest'
import { bearer, claimsOf, headerOf, shapeOf, typesIn, uuid } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

describe('Session', () => {
  it('has exactly its four fields', { meta: { rules: ['2.1-01'] } }, async () => {
    expect(shapeOf('Session')).toStrictEqual({
      access_token: 'string',
      expiresInSeconds: 'integer',
      sessionId: 'string',
      renderAssets: 'boolean',
    })
    const { session } = await openSession()
    expect(typesIn(session)).toStrictEqual({
      access_token: 'string',
      expiresInSeconds: 'number',
      sessionId: 'string',
      renderAssets: 'boolean',
    })
  })

  it('holds a JWT with header and claims', { meta: { rules: ['2.1-02'] } }, async () => {
    const { session } = await openSession()
    const token = session.access_token
    expect(token.split('.')).toHaveLength(3)
    expect(headerOf(token)).toMatchObject({ alg: 'ES256', kid: expect.any(String) })
    expect(claimsOf(token)).toMatchObject({ sid: session.sessionId, exp: expect.any(Number) })
  })

  it('tells the life of its token', { meta: { rules: ['2.1-03', '2.1-07'] } }, async () => {
    const { session, headers } = await openSession()
    const { exp, iat } = claimsOf(session.access_token)
    const secondsToLive = exp - iat
    expect(session.expiresInSeconds).toBe(secondsToLive)
    expect(headers.get('x-token-exp-seconds')).toBe(String(secondsToLive))
    const partner = await sandbox.partner()
    const headersOfFirst = bearer(session.access_token)
    await sandbox.advance(secondsToLive - 1)
    const alive = await partner.call('createCart', { headers: headersOfFirst, body: { action: 'buy' } })
    expect(alive.status).toBe(201)
    await sandbox.advance(1)
    const dead = await partner.call('createCart', { headers: headersOfFirst, body: { action: 'buy' } })
    expect(dead).toMatchObject({ status: 400, code: 'token_expired' })
  })

  it('is identified by a UUID of its own', { meta: { rules: ['2.1-04'] } }, async () => {
    const sessions = [await openSession(), await openSession()].map(({ session }) => session.sessionId)
    expect(sessions).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)])
    expect(new Set(sessions).size).toBe(2)
  })

  it('always carries renderAssets', { meta: { rules: ['2.1-05'] } }, async () => {
    const sessions = [await openSession('demo-app'), await openSession('demo-app-2')]
    expect(sessions.map(({ session }) => session.renderAssets)).toEqual([true, true])
  })

  it(
    'repeats itself in the response headers',
    { meta: { rules: ['2.1-06', '2.1-08', '4.2-03'] } },
    async () => {
      const { session, headers } = await openSession()
      expect(headers.get('authorization')).toBe(session.access_token)
      expect(headers.get('x-session-id')).toBe(session.sessionId)
    },
  )
})

interface SessionBody {
  readonly access_token: string
  readonly expiresInSeconds: number
  readonly sessionId: string
  readonly renderAssets: boolean
}

async function openSession(appId = 'demo-app'): Promise<{ session: SessionBody; headers: Headers }> {
  const partner = await sandbox.partner(undefined, appId)
  const { body, headers } = await partner.call('createSession')
  return { session: body as SessionBody, headers }
}
