import type {
  OperationId,
  OperationPath,
  OperationQuery,
  OperationRequestBody,
  OperationResponse,
  Wire,
} from '@giftcards/contract'
import type {
  OperationAnswer,
  OperationData,
  OperationErrorCode,
  OperationInput,
  PartnerErrorCode,
} from './index.ts'
import { createPartnerClient, isPartnerApiError, PartnerApiError } from './index.ts'
import type { PartnerErrors } from './generated/errors.ts'
import type { PartnerMethods } from './generated/partner-methods.ts'

/** Checked by the compiler alone: each line must hold, and each marked line must not compile. */
type Same<A, B> = 0 extends 1 & A ? false : [A, B] extends [B, A] ? true : false

/** Compiles only for `true`. */
export type Holds<T extends true> = T

/** Whether something is true of every operation. */
type Every<Facts extends Record<OperationId, boolean>> = Facts[OperationId] extends true ? true : false

type Success<Id extends OperationId> = OperationAnswer<Id>['status']

export type EveryOperationHasItsMethod = Holds<Same<keyof PartnerMethods, OperationId>>

export type EveryMethodAnswersTheContractsBody = Holds<
  Every<{
    [Id in OperationId]: Same<
      Awaited<ReturnType<PartnerMethods[Id]>>,
      OperationResponse<Id, Success<Id> & (200 | 201)>
    >
  }>
>

export type EveryAnswerPairsStatusAndBody = Holds<
  Every<{
    [Id in OperationId]: Same<
      Extract<OperationAnswer<Id>, { status: 201 }>['data'],
      201 extends Success<Id> ? OperationResponse<Id, Success<Id> & 201> : never
    >
  }>
>

/** Members of path, query and body: a name in two places would be lost in a flat input. */
type Names<Part> = Part extends object ? keyof Part : never
type Clash<Id extends OperationId> =
  | (Names<OperationPath<Id>> & Names<OperationQuery<Id>>)
  | (Names<OperationPath<Id>> & Names<OperationRequestBody<Id>>)
  | (Names<OperationQuery<Id>> & Names<OperationRequestBody<Id>>)

export type NoNamesClash = Holds<Same<{ [Id in OperationId]: Clash<Id> }[OperationId], never>>

export type InputsHaveTheContractsNames = Holds<
  Every<{
    [Id in OperationId]: Same<
      Names<OperationInput<Id>>,
      Names<OperationPath<Id>> | Names<OperationQuery<Id>> | Names<OperationRequestBody<Id>>
    >
  }>
>

export type InputIsPathAndBody = Holds<
  Same<OperationInput<'adjustCardQuantity'>, { cartId: string; cardId: string; qty: number }>
>
export type ConstantsMayBeLeftOut = Holds<Same<OperationInput<'createCart'>, { action?: 'buy' }>>
export type CheckoutTakesEitherShape = Holds<
  Same<
    OperationInput<'checkout'>,
    { checkout?: 'condensed' } & (Wire.CardsCheckoutRequest | Wire.CartCheckoutRequest)
  >
>

/** A method whose operation takes nothing takes its options alone. */
export type NothingIsTaken = Holds<Same<Parameters<PartnerMethods['getDrawdownAccount']>['length'], 0 | 1>>
export type SomethingIsTaken = Holds<Same<Parameters<PartnerMethods['getOrder']>['length'], 1 | 2>>
export type SomethingMayBeTaken = Holds<Same<Parameters<PartnerMethods['createCart']>['length'], 0 | 1 | 2>>

/** An input without any member. */
export const nothing = {}

/** What no method may leave out: a member that the contract requires and that has more than one value. */
export type InputIsRequiredWhereSomethingIs = Holds<
  Every<{
    [Id in OperationId]: Same<
      typeof nothing extends OperationInput<Id> ? true : false,
      [] extends Parameters<PartnerMethods[Id]> ? true : false
    >
  }>
>

export type EveryCodeOfAnOperationIsOfTheContract = Holds<
  Same<Exclude<OperationErrorCode<OperationId>, PartnerErrorCode>, never>
>
export type CodesAreThoseOfTheTable = Holds<Same<PartnerErrorCode, keyof PartnerErrors>>
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
export async function uses(error: unknown): Promise<void> {
  const cart: Wire.Cart = await client.createCart()
  const answer = await client.createCart().withResponse()
  const status: 200 | 201 = answer.status
  const id: string = answer.headers['x-request-id']
  const refreshed: string | undefined = answer.headers.authorization
  const session = await client.createSession().withResponse()
  const [token, seconds]: [string, number] = [
    session.headers.authorization,
    session.headers['x-token-exp-seconds'],
  ]
  const replayed: 'true' | undefined = (await client.checkout(body, { idempotencyKey: 'k' }).withResponse())
    .headers['idempotent-replayed']
  const {
    cart: filled,
    requested,
    added,
    details,
  } = await client.addCards({ cartId: cart.cartId, cards: [] })
  const counts: (number | undefined)[] = [requested, added, details?.length, filled.cards.length]
  const order: Wire.Order = await client.waitForFulfilment('o', { onProgress: ({ status: at }) => at.length })
  if (isPartnerApiError(error, 'drawdown_not_authorized')) {
    const narrowed: ['drawdown_not_authorized', 400 | 403] = [error.code, error.status]
    void narrowed
  }
  if (error instanceof PartnerApiError && error.code === 'a_code_of_tomorrow') void error.messages.length
  void [status, id, refreshed, token, seconds, replayed, counts, order]

  // @ts-expect-error no operation has this name
  void client.createBasket()
  // @ts-expect-error an order is looked up by its id
  void client.getOrder()
  // @ts-expect-error an order id is a string
  void client.getOrder({ orderId: 1 })
  // @ts-expect-error a card of the wallet is named by a number
  void client.getWalletCard({ cardId: '200001' })
  // @ts-expect-error the contract knows one action
  void client.createCart({ action: 'sell' })
  // @ts-expect-error a misspelt member is refused
  void client.applyCoupon({ cartId: 'c', coupon: 'SAVE10' })
  // @ts-expect-error newEcodeAsPre cannot be added to a cart
  void client.addCards({ cartId: 'c', cards: [{ ...card, type: 'newEcodeAsPre' }] })
  // @ts-expect-error a checkout names cards or a cart
  void client.checkout({ shippingDetails: body.shippingDetails })
  // @ts-expect-error only a checkout has a key
  void client.createCart({}, { idempotencyKey: 'k' })
  // @ts-expect-error createCart never answers 204
  void (answer.status === 204)
  // @ts-expect-error the contract has no such code
  void isPartnerApiError(error, 'out_of_stock')
  // @ts-expect-error an application is needed
  void createPartnerClient({ baseUrl: 'http://127.0.0.1:3000' })
}

const card = { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 1 } as const
const body: OperationInput<'checkout'> = {
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
}

export type DataIsWhatTheCallResolvesTo = Holds<Same<OperationData<'getOrder'>, Wire.OrderResult>>
