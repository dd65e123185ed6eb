import { type OperationId, operationTable } from '@giftcards/contract'
import { describe, expect, it } from 'vitest'
import { bearer, type CallOptions, type Exchange, fillPath, sendRaw } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const buy = { body: { action: 'buy' } }

describe('the header x-cc-app', () => {
  it('is all that a session asks for', { meta: { rules: ['5-05', '4.2-01'] } }, async () => {
    const headers = [
      ['user-agent', 'contract-tests'],
      ['x-cc-app', 'demo-app'],
    ] as const
    const request = { method: 'POST', path: '/v3/session', operationId: 'createSession' }
    const { status, body } = await sendRaw(sandbox.url, { ...request, headers })
    expect(status).toBe(200)
    const { access_token: token } = body as { access_token: string }
    const partner = await sandbox.partner()
    const answer = await partner.call('createCart', { ...buy, headers: bearer(token) })
    expect(answer.status).toBe(201)
  })
})

describe('the header User-Agent', () => {
  it.each(['x', 'curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64)', '-'])(
    'may be %j',
    { meta: { rules: ['5-04'] } },
    async (userAgent) => {
      const { token } = await sandbox.partner()
      expect(await sendAs(userAgent, 'createSession', {}, token)).toMatchObject({ status: 200 })
      expect(await sendAs(userAgent, 'createCart', buy, token)).toMatchObject({ status: 201 })
    },
  )
})

/** Sends a call with exactly this `User-Agent`, or without one. */
function sendAs(
  userAgent: string | undefined,
  operationId: OperationId,
  call: CallOptions,
  token: string,
): Promise<Exchange> {
  const { method, path } = operationTable[operationId]
  const query = operationId === 'checkout' ? { checkout: 'condensed' } : {}
  return sendRaw(sandbox.url, {
    method,
    path: fillPath(path, { ...call, query }),
    operationId,
    headers: [
      ['x-cc-app', 'demo-app'],
      ['authorization', `Bearer ${token}`],
      ...(userAgent === undefined ? [] : [['user-agent', userAgent] as const]),
      ...(call.body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
}
