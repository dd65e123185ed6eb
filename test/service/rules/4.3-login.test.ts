import type { OperationId } from '@giftcards/contract'
import { demoPassword } from '@giftcards/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CallOptions,
  checkoutOf,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const credentials = { email: 'elite@example.com', password: demoPassword }

const withToken = (token: string): CallOptions => ({ headers: { authorization: `Bearer ${token}` } })

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

describe('login', () => {
  it('needs x-cc-app and a session token', { meta: { rules: ['4.3-01'] } }, async () => {
    const partner = await sandbox.partner()
    const body = { customer: credentials }
    const withoutApp = await partner.call('login', { body, headers: { 'x-cc-app': null } })
    expect([withoutApp.status, withoutApp.body]).toStrictEqual([401, { message: ['Unauthorized'] }])
    const withoutToken = await partner.call('login', { body, headers: { authorization: null } })
    expect([withoutToken.status, withoutToken.body]).toStrictEqual([
      400,
      { message: ['no Authorization token was found'] },
    ])
    const notBearer = await partner.call('login', { body, headers: { authorization: partner.token } })
    expect(notBearer.status).toBe(400)
    const loggedIn = await partner.call('login', { body })
    expect(loggedIn.status).toBe(200)
  })

  it.each([
    ['no customer', {}, "Request body must have required property 'customer'"],
    ['a customer that is no object', { customer: 'elite@example.com' }, 'customer must be object'],
    ['no email', { customer: { password: demoPassword } }, "customer must have required property 'email'"],
    [
      'no password',
      { customer: { email: credentials.email } },
      "customer must have required property 'password'",
    ],
    ['a number as email', { customer: { ...credentials, email: 7 } }, 'customer.email must be string'],
    [
      'a number as password',
      { customer: { ...credentials, password: 7 } },
      'customer.password must be string',
    ],
  ])('refuses a body with %s', { meta: { rules: ['4.3-02'] } }, async (_case, body, message) => {
    const partner = await sandbox.partner()
    const refused = await partner.call('login', { body })
    expect([refused.status, refused.code, refused.messages]).toStrictEqual([
      400,
      'validation_error',
      [message],
    ])
  })

  it('answers a new token that names the account', { meta: { rules: ['4.3-03'] } }, async () => {
    const partner = await sandbox.partner()
    const anonymous = partner.token
    const answer = await partner.call('login', { body: { customer: credentials } })
    const token = answer.headers.get('authorization') ?? ''
    expect(token).not.toBe(anonymous)
    const { customer } = answer.body as { customer: { id: number } }
    expect(claimsOf(token)).toMatchObject({ sub: String(customer.id), sid: partner.sessionId })
    expect(claimsOf(anonymous)).not.toHaveProperty('sub')
    expect((await partner.call('getDrawdownAccount', withToken(token))).status).toBe(200)
    expect((await partner.call('getDrawdownAccount', withToken(anonymous))).status).toBe(401)
  })
})

describe('an anonymous session', () => {
  it.each<[OperationId, boolean]>([
    ['checkout', true],
    ['getOrder', false],
    ['getWalletCard', false],
    ['getSecureData', false],
    ['getDrawdownAccount', false],
    ['listDrawdownTransactions', false],
  ])('cannot use %s before login', { meta: { rules: ['4.3-04'] } }, async (operationId, isCheckout) => {
    const owner = await sandbox.partner('elite@example.com')
    const order = await placeOrder(owner, [storyCard.northwindEcode()])
    const options = {
      path: { orderId: order.orderId, cardId: order.cards[0]!.id },
      ...(isCheckout ? checkoutOf([storyCard.northwindEcode()]) : {}),
    }
    const partner = await sandbox.partner()
    const refused = await partner.call(operationId, options)
    expect([refused.status, refused.body]).toStrictEqual([401, { message: ['Customer login is required'] }])
    await partner.login('elite@example.com')
    const answered = await partner.call(operationId, options)
    expect(answered.status).toBe(isCheckout ? 201 : 200)
  })
})
