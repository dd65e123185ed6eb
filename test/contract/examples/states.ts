import { StoreUnavailableError } from '@giftcards/marketplace'
import {
  type FailingStore,
  type KnownIds,
  type Partner,
  replaceStoryIds,
  type Sandbox,
  sendRaw,
  storyIds,
} from '@giftcards/test-harness'
import { expect, vi } from 'vitest'

/** The parts that set up a state. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly store: FailingStore
  /** Returns the value of a request example of the contract. */
  requestExample(operationId: string, name: string): unknown
}

/** A state that has been set up. */
export interface Scene {
  /** The partner that sends the request. */
  readonly partner: Partner
  readonly known: KnownIds
  /** Waits for the work that the state left running. */
  readonly end?: () => Promise<unknown>
}

/** Returns the headers of a request. They include the token, except for `createSession`. */
export function partnerHeaders(operationId: string, token: string): Readonly<Record<string, string>> {
  return {
    'User-Agent': 'contract-examples',
    'x-cc-app': 'demo-app',
    ...(operationId === 'createSession' ? {} : { Authorization: `Bearer ${token}` }),
  }
}

type State = (stage: Stage) => Promise<Scene>

/** Every state that `x-request` may name. Each one starts from a reset sandbox (openapi/examples/README.md). */
export const states: Readonly<Record<string, State>> = {
  fresh: session(),
  'elite-logged-in': session('elite@example.com'),
  'standard-logged-in': session('standard@example.com'),
  'elite-inactive-logged-in': session('elite-inactive@example.com'),
  'elite-noprofile-logged-in': session('elite-noprofile@example.com'),
  'elite-poor-logged-in': session('elite-poor@example.com'),
  'cart-empty': cart(session()),
  'cart-with-story-cards': cart(session(), 'storyCards'),
  'cart-with-two-merchants': cart(session(), [
    { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 },
    { merchantId: 103, faceValue: 35, percentOff: 4.5, type: 'ecode', quantity: 1 },
  ]),
  'cart-holding-last-card': cart(session(), [
    { merchantId: 104, faceValue: 10, percentOff: 5, type: 'ecode', quantity: 1 },
  ]),
  'coupon-applied': couponApplied,
  'elite-cart-with-story-cards': cart(session('elite@example.com'), 'storyCards'),
  'idempotency-key-used': order(session('elite@example.com'), 'ach', 'story-checkout-1'),
  'checkout-in-flight': checkoutInFlight,
  'deposit-key-used': depositKeyUsed,
  'order-placed': order(session('elite@example.com'), 'ach'),
  'order-on-hold': orderOnHold,
  'order-in-fulfillment': later(order(session('elite@example.com'), 'ach'), 2),
  'order-shipped': later(order(session('elite@example.com'), 'ach'), 25),
  'order-older-than-a-day': later(order(session('elite@example.com'), 'ach'), 25),
  'order-delivered': order(session('elite@example.com'), 'storeCredit'),
  'order-without-pin': orderOf(905),
  'order-in-review': orderOf(902),
  'order-held': orderOf(903),
  'order-canceled': later(orderOf(904), 2),
  'wallet-card-spent': walletCardSpent,
  'drawdown-order-placed': order(cart(session('elite@example.com'), 'storyCards'), 'drawdownCart'),
  'drawdown-order-fulfilled': later(
    order(cart(session('elite@example.com'), 'storyCards'), 'drawdownCart'),
    25,
  ),
  'clock-frozen': session(),
  'overview-known': overviewKnown,
  'sandbox-key-set': session(),
  'two-requests-made': twoRequestsMade,
  'storage-unavailable': broken(new StoreUnavailableError('The store is away')),
  'store-defect': broken(new Error('A defect')),
}

function session(email?: string): State {
  return async ({ sandbox }) => ({ partner: await sandbox.partner(email), known: new Map() })
}

/** Creates a cart. Its lines are given directly, or by the name of the request example that adds them. */
function cart(base: State, lines: string | readonly object[] = []): State {
  return async (stage) => {
    const scene = await base(stage)
    const { cartId } = await scene.partner.want('createCart', 201, { body: { action: 'buy' } })
    const known = new Map(scene.known).set(storyIds.cart, cartId)
    if (lines.length === 0) return { ...scene, known }
    const body = typeof lines === 'string' ? stage.requestExample('addCards', lines) : { cards: lines }
    const added = await scene.partner.want('addCards', 201, { path: { cartId }, body })
    const [first, second] = added.cart.cards
    if (first !== undefined) known.set(storyIds.firstLine, first.id)
    if (second !== undefined) known.set(storyIds.secondLine, second.id)
    return { ...scene, known }
  }
}

/** Places an order with a request example of `checkout`, or with the given body. */
function order(base: State, request: string | object, idempotencyKey?: string): State {
  return async (stage) => {
    const scene = await base(stage)
    const example = typeof request === 'string' ? stage.requestExample('checkout', request) : request
    const { buyOrder } = await scene.partner.want('checkout', 201, {
      headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
      body: replaceStoryIds(example, scene.known),
    })
    const known = new Map(scene.known).set(storyIds.order, buyOrder.orderId)
    const [card] = buyOrder.cards
    return { ...scene, known: card === undefined ? known : known.set(storyIds.firstCard, card.id) }
  }
}

/** Reaches the same state and advances the clock by some hours. The customer then logs in again, since the token is too old. */
function later(base: State, hours: number): State {
  return async (stage) => {
    const { known } = await base(stage)
    await stage.sandbox.advance(hours * 3600)
    return { partner: await stage.sandbox.partner('elite@example.com'), known }
  }
}

function broken(fault: Error): State {
  return async (stage) => {
    const scene = await session()(stage)
    stage.store.failWith(fault)
    // The server shares the result of a probe for one second.
    await vi.waitFor(
      async () => expect((await fetch(`${stage.sandbox.url}/readyz`)).status).toBe(503),
      20_000,
    )
    return scene
  }
}

async function couponApplied(stage: Stage): Promise<Scene> {
  const scene = await cart(session(), 'storyCards')(stage)
  const cartId = scene.known.get(storyIds.cart) ?? ''
  await scene.partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
  return scene
}

async function depositKeyUsed(stage: Stage): Promise<Scene> {
  const headers = { 'Idempotency-Key': 'story-deposit-1' }
  const deposit = { path: { email: 'elite@example.com' }, headers, body: { amount: 100 } }
  await stage.sandbox.wantControl('depositToDrawdown', 201, deposit)
  return session()(stage)
}

async function orderOnHold(stage: Stage): Promise<Scene> {
  const scene = await order(session('elite@example.com'), 'ach')(stage)
  const orderId = scene.known.get(storyIds.order) ?? ''
  await stage.sandbox.wantControl('setOrderStatus', 200, { path: { orderId }, body: { status: 'Hold' } })
  return scene
}

/** Places an order of one card of a merchant with a special order flow. */
function orderOf(merchantId: number): State {
  return (stage) => {
    const ach = stage.requestExample('checkout', 'ach') as object
    const cards = [{ merchantId, faceValue: 10, percentOff: 5, type: 'ecode', quantity: 1 }]
    return order(session('elite@example.com'), { ...ach, cards })(stage)
  }
}

async function walletCardSpent(stage: Stage): Promise<Scene> {
  const scene = await order(session('elite@example.com'), 'ach')(stage)
  const cardId = scene.known.get(storyIds.firstCard) ?? 0
  await stage.sandbox.wantControl('spendWalletCard', 200, { path: { cardId }, body: { amount: 50 } })
  return scene
}

/**
 * Starts a checkout that blocks the account for three seconds; `end` waits for its response. Two identical requests are sent: one
 * of them is rejected only if the other is already in progress, regardless of their order.
 */
async function checkoutInFlight(stage: Stage): Promise<Scene> {
  const scene = await session('elite@example.com')(stage)
  const slowCheckout = () =>
    sendRaw(stage.sandbox.url, {
      method: 'post',
      path: '/v3/orders?checkout=condensed',
      headers: Object.entries({
        'user-agent': 'contract-examples',
        'x-cc-app': 'demo-app',
        authorization: `Bearer ${scene.partner.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'story-checkout-1',
        'x-sandbox-trigger': 'slow=3000',
      }),
      body: JSON.stringify(stage.requestExample('checkout', 'ach')),
    })
  const twins = [slowCheckout(), slowCheckout()]
  const { status } = await Promise.race(twins)
  if (status !== 409)
    throw new Error(`No checkout is in flight: the first of two was answered with ${status}`)
  return { ...scene, end: () => Promise.all(twins) }
}

async function overviewKnown(stage: Stage): Promise<Scene> {
  const scene = await session()(stage)
  const { version } = await stage.sandbox.wantControl('getOverview', 200)
  return { ...scene, known: new Map([[storyIds.overviewVersion, version]]) }
}

async function twoRequestsMade(stage: Stage): Promise<Scene> {
  const scene = await session()(stage)
  const request = (method: string, path: string, requestId: string, body?: string) =>
    sendRaw(stage.sandbox.url, {
      method,
      path,
      headers: Object.entries({
        'user-agent': 'contract-examples',
        'x-cc-app': 'demo-app',
        authorization: `Bearer ${scene.partner.token}`,
        'x-request-id': requestId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }),
      ...(body !== undefined && { body }),
    })
  await request('post', '/v3/carts', 'partner-shop-000042', '{"action":"buy"}')
  await stage.sandbox.advance(1)
  await request('get', '/v3/nowhere', 'partner-shop-000043')
  return scene
}
