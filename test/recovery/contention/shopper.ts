import { type OperationId, operationTable } from '@giftcards/contract'
import { demoPassword } from '@giftcards/server'
import { type CallOptions, fillPath, storyAddress } from '@giftcards/test-harness'
import { type CardKind, emailOf } from './contention-data.ts'

/** A response. */
export interface Answer {
  readonly operationId: OperationId
  readonly status: number
  readonly body: unknown
}

/**
 * A customer that is logged in on one server. Responses are not checked against the contract, since that would cost more than the
 * servers do.
 */
export interface Shopper {
  readonly call: (operationId: OperationId, options?: CallOptions) => Promise<Answer>
}

/** Logs in a customer, numbered from 1. */
export async function openShopper(baseUrl: string, customer: number): Promise<Shopper> {
  let token: string | undefined
  const address = `10.0.${Math.floor(customer / 250)}.${1 + (customer % 250)}`
  const call = async (operationId: OperationId, options: CallOptions = {}): Promise<Answer> => {
    const { method, path } = operationTable[operationId]
    const response = await fetch(new URL(fillPath(path, options), baseUrl), {
      method,
      headers: {
        'user-agent': 'contention',
        'x-cc-app': 'demo-app',
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const text = await response.text()
    token = response.headers.get('authorization') ?? token
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    return { operationId, status: response.status, body }
  }
  await call('createSession')
  const credentials = { customer: { email: emailOf(customer), password: demoPassword } }
  const { status, body } = await call('login', { body: credentials })
  if (status !== 200) throw new Error(`Customer ${customer} cannot log in: ${status} ${JSON.stringify(body)}`)
  return { call }
}

/** Fills the shopper's cart with a card of each kind, and buys them by bank. Returns every response. */
export async function buyByBank(shopper: Shopper, kinds: readonly CardKind[]): Promise<readonly Answer[]> {
  const cart = await openCart(shopper)
  const added = await cart.add(kinds)
  return [cart.opened, added, await checkout(shopper, kinds, { method: 'ACH', details: { id: 7001 } })]
}

/** Buys one card of each kind from the drawdown account. */
export const buyByDrawdown = async (
  shopper: Shopper,
  kinds: readonly CardKind[],
  couponCode?: string,
): Promise<readonly Answer[]> => [await checkout(shopper, kinds, { method: 'DRAWDOWN_ACCOUNT' }, couponCode)]

/** Fills the shopper's cart with a card of each kind and a coupon, and buys the cart from the drawdown account. */
export async function buyCartByDrawdown(
  shopper: Shopper,
  kinds: readonly CardKind[],
  couponCode: string,
): Promise<readonly Answer[]> {
  const cart = await openCart(shopper)
  const added = await cart.add(kinds)
  const { cartId } = cart.opened.body as CartBody
  const applied = await shopper.call('applyCoupon', { path: { cartId, couponCode } })
  const body = { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: storyAddress }
  const bought = await shopper.call('checkout', { query: { checkout: 'condensed' }, body })
  return [cart.opened, added, applied, bought]
}

/** Adds a card of the first kind to the shopper's cart, and buys one of each kind, the first from that cart. */
export async function buyFromOwnCart(
  shopper: Shopper,
  kinds: readonly CardKind[],
): Promise<readonly Answer[]> {
  const cart = await openCart(shopper)
  const added = await cart.add(kinds.slice(0, 1))
  return [cart.opened, added, ...(await buyByDrawdown(shopper, kinds))]
}

/** Adds a card to the shopper's cart, and removes it again if it was available. */
export async function addAndRemove(shopper: Shopper, kind: CardKind): Promise<readonly Answer[]> {
  const cart = await openCart(shopper)
  const added = await cart.add([kind])
  return [cart.opened, added, ...(await cart.empty())]
}

/** A shopper's cart. */
export interface OpenCart {
  /** The response that opened the cart. */
  readonly opened: Answer
  /** Adds one card of each kind. */
  add(kinds: readonly CardKind[]): Promise<Answer>
  /** Removes every line that the last response to `add` listed. */
  empty(): Promise<readonly Answer[]>
}

interface CartBody {
  readonly cartId: string
  readonly cards: readonly { readonly id: string }[]
}

/** Opens a shopper's cart, which may already exist. */
export async function openCart({ call }: Shopper): Promise<OpenCart> {
  const opened = await call('createCart', { body: { action: 'buy' } })
  const { cartId } = opened.body as CartBody
  let lines: { readonly id: string }[] = []
  return {
    opened,
    async add(kinds) {
      const added = await call('addCards', { path: { cartId }, body: { cards: oneOfEach(kinds) } })
      lines = added.status === 201 ? [...(added.body as { readonly cart: CartBody }).cart.cards] : []
      return added
    },
    async empty() {
      const answers: Answer[] = []
      for (const { id } of lines.splice(0))
        answers.push(await call('removeCard', { path: { cartId, cardId: id } }))
      return answers
    },
  }
}

const oneOfEach = (kinds: readonly CardKind[]) => kinds.map((kind) => ({ ...kind, quantity: 1 }))

function checkout(
  { call }: Shopper,
  kinds: readonly CardKind[],
  payment: unknown,
  couponCode?: string,
): Promise<Answer> {
  const body = {
    cards: oneOfEach(kinds),
    payment,
    shippingDetails: storyAddress,
    billingDetails: storyAddress,
    ...(couponCode === undefined ? {} : { couponCode }),
  }
  return call('checkout', { query: { checkout: 'condensed' }, body })
}
