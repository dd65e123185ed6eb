import type { components } from '@giftcards/contract'
import type {
  AddCardsOutcome,
  ApiError,
  Cart,
  CheckoutInput,
  ErrorCode,
  Order,
  OperationErrorCode,
  PartnerMethods,
} from '../src/index.ts'
import { type Cents, createPartnerClient, formatDollars, isApiError, toCents } from '../src/index.ts'

/** Checked by the compiler alone: each line must hold, and each marked line must not compile. */
type Same<A, B> = 0 extends 1 & A ? false : [A, B] extends [B, A] ? true : false
type Schemas = components['schemas']

/** Compiles only for `true`. */
export type Holds<T extends true> = T

/** The types of the service's values are those of the document, as openapi-typescript reads it. */
export type CartIsTheSchema = Holds<Same<Cart, Schemas['Cart']>>
export type AddCardsOutcomeIsTheSchema = Holds<Same<AddCardsOutcome, Schemas['AddCardsOutcome']>>
export type OrderButForItsCouponIsTheSchema = Holds<
  Same<Omit<Order, 'coupon'>, Omit<Schemas['Order'], 'coupon'>>
>

export type NothingIsTaken = Holds<Same<Parameters<PartnerMethods['getDrawdownAccount']>['length'], 0 | 1>>
export type SomethingIsTaken = Holds<Same<Parameters<PartnerMethods['getOrder']>['length'], 1 | 2>>
export type SomethingMayBeTaken = Holds<Same<Parameters<PartnerMethods['createCart']>['length'], 0 | 1 | 2>>

export type CodesOfAnOperationAreOfTheContract = Holds<
  Same<Exclude<OperationErrorCode<keyof PartnerMethods>, ErrorCode>, never>
>
export type CodesOfGetOrder = Holds<
  Same<
    OperationErrorCode<'getOrder'>,
    | 'token_missing'
    | 'token_expired'
    | 'token_invalid'
    | 'login_required'
    | 'missing_user_agent'
    | 'missing_app'
    | 'unknown_app'
    | 'order_not_found'
    | 'rate_limited'
    | 'internal_error'
  >
>

const client = createPartnerClient({ baseUrl: 'http://127.0.0.1:3000', appId: 'demo-app' })

/** Never called. */
export async function uses(error: unknown, maybe: string | undefined): Promise<void> {
  const cart: Cart = await client.createCart()
  const response = await client.createCart().withResponse()
  const status: 200 | 201 = response.status
  const id: string | null = response.headers.get('x-request-id')
  const {
    cart: filled,
    requested,
    added,
    details,
  } = await client.addCards({ cartId: cart.cartId, cards: [card] as const })
  const counts: (number | undefined)[] = [requested, added, details?.length, filled.cards.length]
  const order: Order = await client.waitForFulfilment('o', { onProgress: ({ status: at }) => at.length })
  const coupon: string | undefined = order.coupon.coupon
  const known: boolean = order.status === 'Digitally Delivered' || order.status === 'A status of tomorrow'
  const due: Cents = toCents(order.total.due)
  if (isApiError(error, 'drawdown_not_authorized')) {
    const narrowed: ['drawdown_not_authorized', 400 | 403] = [error.code, error.status]
    void narrowed
  }
  const code: ApiError['code'] = 'a_code_of_tomorrow'
  void [status, id, counts, coupon, known, formatDollars(due), code]

  void client.checkout({ ...body, couponCode: maybe, billingDetails: undefined }, { idempotencyKey: maybe })
  void client.checkout({ ...body, payment: { method: 'STORE_CREDIT' } })
  void client.checkout({ ...body, payment: { method: 'CREDITCARD', details: { creditCardId: 8001 } } })
  void client.checkout({
    cartId: 'c',
    paymentMethod: 'DRAWDOWN_ACCOUNT',
    shippingDetails: body.shippingDetails,
  })
  const { data } = await client.raw.GET('/v3/orders/{orderId}', { params: { path: { orderId: 'o' } } })
  const rawStatus: string | undefined = data?.buyOrder.status
  void rawStatus

  // @ts-expect-error no operation has this name
  void client.createBasket()
  // @ts-expect-error an order is looked up by its id
  void client.getOrder()
  // @ts-expect-error the contract knows one action
  void client.createCart({ action: 'sell' })
  // @ts-expect-error a misspelt member is rejected
  void client.applyCoupon({ cartId: 'c', coupon: 'SAVE10' })
  // @ts-expect-error a checkout names cards or a cart
  void client.checkout({ shippingDetails: body.shippingDetails })
  // @ts-expect-error ACH needs the saved bank account
  void client.checkout({ ...body, payment: { method: 'ACH' } })
  // @ts-expect-error only a checkout has a key
  void client.createCart({}, { idempotencyKey: 'k' })
  // @ts-expect-error createCart never responds with 204
  void (response.status === 204)
  // @ts-expect-error the contract has no such code
  void isApiError(error, 'out_of_stock')
  // @ts-expect-error an application is needed
  void createPartnerClient({ baseUrl: 'http://127.0.0.1:3000' })
  // @ts-expect-error dollars are not cents
  void formatDollars(cart.cards[0]!.cost)
  // @ts-expect-error the coupon may be missing
  void order.coupon.coupon.length
}

const card = { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 1 } as const
const body = {
  cards: [card],
  payment: { method: 'ACH', details: { id: 7001 } },
  shippingDetails: {
    firstname: 'Erin',
    lastname: 'Elm',
    street: '12 Harbor Street',
    city: 'Portland',
    state: 'OR',
    postcode: '97201',
  },
} as const satisfies CheckoutInput
