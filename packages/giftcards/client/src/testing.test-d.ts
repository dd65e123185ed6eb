import type { Wire } from '@giftcards/contract'
import { createFakePartnerApi, type ExampleName, getContractExample } from './testing.ts'

/** Checked by the compiler alone: each line must hold, and each marked line must not compile. */
type Same<A, B> = [A, B] extends [B, A] ? true : false

/** Compiles only for `true`. */
export type Holds<T extends true> = T

const cart = getContractExample('createCart', 'created')
const refusal = getContractExample('checkout', 'payment_declined')

export type ExampleHasItsStatus = Holds<Same<typeof cart.status, 201>>
export type ExampleHasTheBodyOfItsStatus = Holds<Same<typeof cart.body, Wire.Cart>>
export type ErrorExampleHasTheErrorBody = Holds<Same<typeof refusal.body, Wire.Error>>
export type NamesAreThoseOfTheOperation = Holds<
  Same<Extract<ExampleName<'getOrder'>, 'processing' | 'delivered' | 'paidByAch'>, 'processing' | 'delivered'>
>

// @ts-expect-error createCart has no example of this name
export const stranger = getContractExample('createCart', 'paidByAch')

const fake = createFakePartnerApi()
fake.answer('getOrder', 'delivered')
fake.answer('createCart', { status: 201, body: { ...cart.body, cards: [] } })
fake.answer('applyCoupon', ({ path }) => (path['couponCode'] === 'SAVE10' ? 'percentage' : 'coupon_expired'))
fake.answerOnce('checkout', () => Promise.reject(new TypeError('fetch failed')))

// @ts-expect-error no operation has this name
fake.answer('createBasket', 'created')

// @ts-expect-error an example of another operation
fake.answer('createCart', 'delivered')

// @ts-expect-error an example of another operation, chosen by the request
fake.answer('createCart', () => 'delivered')

// @ts-expect-error createCart never answers 204
fake.answer('createCart', { status: 204, body: cart.body })

// @ts-expect-error an error body holds an array of messages
fake.answer('createCart', { status: 400, body: { message: 'no' } })
