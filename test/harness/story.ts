import type { OperationRequestBody, OperationResponse } from '@giftcards/contract'
import type { CallOptions } from './call.ts'
import type { Partner } from './partner.ts'

type CartRequest = OperationRequestBody<'addCards'>
type CheckoutBody = OperationRequestBody<'checkout'>

/** A cart as the server returns it. */
export type Cart = OperationResponse<'createCart', 201>
/** An order as the server returns it. */
export type Order = OperationResponse<'checkout', 201>['buyOrder']
/** A line of an add-to-cart or checkout request. */
export type CardRequest = CartRequest['cards'][number]
/** The body of a checkout that names its cards. */
export type CardsCheckout = Extract<CheckoutBody, { cards: unknown }>

/** Request lines for published stock, each for `quantity` cards. */
export const storyCard = {
  northwindEcode: (quantity = 1): CardRequest => line(101, 50, 8.5, 'ecode', quantity),
  northwindPhysical: (quantity = 1): CardRequest => line(101, 100, 7, 'physical', quantity),
  harborB2B: (quantity = 1): CardRequest => line(102, 25, 3.3, 'newEcodeB2B', quantity),
  harborEcode: (quantity = 1): CardRequest => line(102, 5, 0.5, 'ecode', quantity),
  /** Three in stock. */
  pixelEcode: (quantity = 1): CardRequest => line(103, 35, 4.5, 'ecode', quantity),
  /** None in stock. */
  pixelSoldOut: (quantity = 1): CardRequest => line(103, 15, 12.5, 'ecode', quantity),
  /** One in stock. */
  trailheadEcode: (quantity = 1): CardRequest => line(104, 10, 5, 'ecode', quantity),
  /** A card of a magic merchant, 901 to 906. */
  magic: (merchantId: number, quantity = 1): CardRequest => line(merchantId, 10, 5, 'ecode', quantity),
}

/** The reference basket: face value 200.00, order total 184.50. */
export const storyCards: readonly CardRequest[] = [
  storyCard.northwindEcode(2),
  storyCard.northwindPhysical(1),
]

/** An address that is valid in every checkout of a story. */
export const storyAddress = {
  firstname: 'Erin',
  lastname: 'Elm',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
}

/** One payment for each method that the sandbox accepts. */
export const storyPayments = {
  ACH: { method: 'ACH', details: { id: 7001 } },
  ACH_CREDITCARD: {
    method: 'ACH_CREDITCARD',
    details: { id: 7001, creditCardDetails: { creditCardId: 8001 } },
  },
  CREDITCARD: { method: 'CREDITCARD', details: { creditCardId: 8001 } },
  STORE_CREDIT: { method: 'STORE_CREDIT' },
  DRAWDOWN_ACCOUNT: { method: 'DRAWDOWN_ACCOUNT' },
} as const satisfies Record<string, CardsCheckout['payment']>

/** Adds all `cards` to the partner's active cart, which is created if necessary, and returns the cart. */
export async function fillCart(partner: Partner, cards: readonly CardRequest[] = storyCards): Promise<Cart> {
  const { body } = await partner.call('createCart', { body: { action: 'buy' } })
  const { cartId } = body as Cart
  const { cart } = await partner.want('addCards', 201, { path: { cartId }, body: { cards } })
  return cart
}

/** Returns the options for a checkout of `cards` with shipping and billing address. `more` replaces or adds parts of the body. */
export function checkoutOf(
  cards: readonly CardRequest[],
  payment: CardsCheckout['payment'] = storyPayments.ACH,
  more: Readonly<Record<string, unknown>> = {},
): CallOptions {
  return {
    body: { cards, payment, shippingDetails: storyAddress, billingDetails: storyAddress, ...more },
  }
}

/** Checks out `cards` and returns the order. Throws if the checkout fails. */
export async function placeOrder(
  partner: Partner,
  cards: readonly CardRequest[],
  payment: CardsCheckout['payment'] = storyPayments.ACH,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Order> {
  const { buyOrder } = await partner.want('checkout', 201, checkoutOf(cards, payment, more))
  return buyOrder
}

function line(
  merchantId: number,
  faceValue: number,
  percentOff: number,
  type: CardRequest['type'],
  quantity: number,
): CardRequest {
  return { merchantId, faceValue, percentOff, type, quantity }
}

/** Returns the options for a checkout of the caller's own cart, paid from the drawdown account. */
export function cartCheckoutOf(cartId: string): CallOptions {
  return { body: { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: storyAddress } }
}
