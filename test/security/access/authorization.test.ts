import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OperationId, operationTable } from '@giftcards/contract'
import { demoPassword, publishedData } from '@giftcards/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkExchange,
  checkoutOf,
  type Exchange,
  fillPath,
  type Sandbox,
  sendRaw,
  startSandbox,
  storyAddress,
  storyCard,
  storyTime,
} from '@giftcards/test-harness'
import { openSteadyState, type SteadyState } from '../hostile/steady-state.ts'
import {
  asksForToken,
  type CallerKind,
  callers,
  expectedAnswer,
  namesInBodies,
  operationIds,
} from './authorization-cells.ts'
import { customerClaims, forgeToken, nowSeconds } from './forge-token.ts'

let sandbox: Sandbox
beforeAll(async () => {
  // Without a seed: after a reset, the ids of another session must differ from the earlier ones.
  sandbox = await startSandbox({ SANDBOX_SEED: '' })
})
afterAll(() => sandbox.close())

/** A valid body for every operation that has one. A new operation does not compile until it is added here. */
const bodies: Readonly<Record<OperationId, ((state: SteadyState) => unknown) | undefined>> = {
  createSession: undefined,
  login: () => ({ customer: { email: 'empty@example.com', password: demoPassword } }),
  createCart: () => ({ action: 'buy' }),
  addCards: () => ({ cards: [storyCard.harborB2B()] }),
  adjustCardQuantity: () => ({ qty: 1 }),
  removeCard: undefined,
  applyCoupon: undefined,
  removeCoupon: undefined,
  checkout: ({ cart }) => ({
    cartId: cart.cartId,
    paymentMethod: 'DRAWDOWN_ACCOUNT',
    shippingDetails: storyAddress,
  }),
  getOrder: undefined,
  getWalletCard: undefined,
  getSecureData: undefined,
  getDrawdownAccount: undefined,
  listDrawdownTransactions: undefined,
}

/** The authorization header of each caller. */
const credentials: Readonly<Record<CallerKind, (state: SteadyState) => Promise<string | undefined>>> = {
  owner: async ({ partner }) => partner.token,
  'no token': async () => undefined,
  'garbage token': async () => 'e30.e30.garbage',
  // The owner's token: only its age is wrong.
  'expired token': async () => forgeToken({ claims: { ...customerClaims, exp: nowSeconds } }),
  "other app's token": async () => tokenOf('elite@example.com', 'demo-app-2'),
  'anonymous session': async () => (await sandbox.partner()).token,
  'other customer': async () => tokenOf('elite-poor@example.com'),
  'customer that is not Elite': async () => tokenOf('standard@example.com'),
  async 'customer disabled since'({ partner }) {
    const customers = publishedData.customers.map((customer) => ({ ...customer, isDisabled: true }))
    await sandbox.store.transaction(async (tx) => {
      await tx.seed({ ...publishedData, customers })
      // New data sets the clock to real time, at which the token would have expired.
      await tx.putClockSetting({ frozenAt: Date.parse(storyTime), offsetMs: 0 })
    })
    return partner.token
  },
}

async function tokenOf(email: string, appId?: string): Promise<string> {
  return (await sandbox.partner(email, appId)).token
}

async function send(
  operationId: OperationId,
  state: SteadyState,
  token: string | undefined,
): Promise<Exchange> {
  const { method, path } = operationTable[operationId]
  const body = bodies[operationId]?.(state)
  return sendRaw(sandbox.url, {
    method,
    path: fillPath(path, {
      path: state.pathOf(operationId),
      query: operationId === 'checkout' ? { checkout: 'condensed' } : {},
    }),
    headers: [
      ['user-agent', 'security-tests'],
      ['x-cc-app', 'demo-app'],
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** The state that the last cell left unchanged, reused by the next one of the same operation. */
let kept: { readonly operationId: OperationId; readonly state: SteadyState } | undefined

/** Opens the state that an operation needs to succeed for its owner. */
async function openStateFor(operationId: OperationId): Promise<SteadyState> {
  if (kept?.operationId === operationId) return kept.state
  const state = await openSteadyState(sandbox)
  if (operationId === 'applyCoupon') {
    await state.partner.want('removeCoupon', 200, { path: state.pathOf('removeCoupon') })
  }
  return state
}

/** Returns the texts in a response that only the owner may see. */
function ownedTexts({ cart, order, partner }: SteadyState): readonly string[] {
  return [cart.cartId, order.orderId, partner.sessionId, ...order.cards.map(({ id }) => String(id))]
}

let cells = 0

describe.each(operationIds)('%s', (operationId) => {
  it.each(callers)('answers %s as the contract says', { meta: { rules: ['D10-07'] } }, async (caller) => {
    const state = await openStateFor(operationId)
    kept = undefined
    const expected = expectedAnswer(operationId, caller)
    const answer = await send(operationId, state, await credentials[caller](state))
    const { status, code } = answer
    expect(checkExchange(operationId, answer)).toStrictEqual([])
    expect(expected === 'success' ? [status < 300, code] : [status, code]).toStrictEqual(
      expected === 'success' ? [true, null] : expected,
    )
    const mayShow = caller === 'owner' ? ownedTexts(state) : []
    const shown = ownedTexts(state).filter((text) => answer.text.includes(text) && !mayShow.includes(text))
    expect(shown).toStrictEqual([])
    cells += 1
    if (status >= 400 && caller !== 'customer disabled since') kept = { operationId, state }
  })

  it('asks for a token where the document says so', () => {
    expect(asksForToken(operationId)).toBe(operationTable[operationId].access !== 'none')
  })
})

describe('the matrix', () => {
  it('has a cell for every operation and caller', () => {
    expect(operationIds.toSorted()).toStrictEqual(Object.keys(bodies).toSorted())
    expect(cells).toBe(operationIds.length * callers.length)
    const folder = join(import.meta.dirname, '../.figures')
    mkdirSync(folder, { recursive: true })
    const figures = { operations: operationIds.length, callers: callers.length, cells }
    writeFileSync(join(folder, 'authorization-matrix.json'), `${JSON.stringify(figures, null, 2)}\n`)
  })

  it('knows what a body can name', () => {
    // A merchant and a coupon have no owner. Carts have cells above, and saved methods have their test below.
    const known = ['cartId', 'couponCode', 'creditCardId', 'id', 'merchantId']
    expect(namesInBodies()).toStrictEqual(known)
  })

  it.each([
    ['a bank account', { method: 'ACH', details: { id: 7001 } }],
    ['a credit card', { method: 'CREDITCARD', details: { creditCardId: 8001 } }],
    [
      'a card behind an account',
      { method: 'ACH_CREDITCARD', details: { id: 7001, creditCardDetails: { creditCardId: 8001 } } },
    ],
  ])('lets nobody pay with %s that others have saved', async (_what, payment) => {
    await sandbox.reset()
    const partner = await sandbox.partner('empty@example.com')
    const answer = await partner.call('checkout', checkoutOf([storyCard.harborB2B()], payment))
    expect([answer.status, answer.code]).toStrictEqual([400, 'payment_method_not_found'])
  })

  it('refuses an account that is disabled at its login', async () => {
    await sandbox.reset()
    const partner = await sandbox.partner()
    const body = { customer: { email: 'locked@example.com', password: demoPassword } }
    const answer = await partner.call('login', { body })
    expect([answer.status, answer.code]).toStrictEqual([401, 'login_failed'])
  })
})
