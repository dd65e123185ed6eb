import type { Cart, ErrorBody } from '../src/index.ts'
import { createFakePartnerApi, type ExampleStatuses } from '../src/testing.ts'

/** Checked by the compiler alone: each line must hold, and each marked line must not compile. */
type Same<A, B> = [A, B] extends [B, A] ? true : false

/** Compiles only for `true`. */
export type Holds<T extends true> = T

const fake = createFakePartnerApi()
const cart = fake.example('createCart', 'created')
const rejection = fake.example('checkout', 'payment_declined')

export type ExampleHasItsStatus = Holds<Same<typeof cart.status, 201>>
export type ExampleHasTheBodyOfItsStatus = Holds<Same<typeof cart.body, Cart>>
export type ErrorExampleHasTheErrorBody = Holds<Same<typeof rejection.body, ErrorBody>>
export type NamesAreThoseOfTheOperation = Holds<
  Same<
    Extract<keyof ExampleStatuses['getOrder'], 'processing' | 'delivered' | 'paidByAch'>,
    'processing' | 'delivered'
  >
>

// @ts-expect-error createCart has no example of this name
export const stranger = fake.example('createCart', 'paidByAch')

fake.respond('getOrder', 'delivered')
fake.respond('createCart', { status: 201, body: { ...cart.body, cards: [] } })
fake.respond('applyCoupon', ({ path }) => (path['couponCode'] === 'SAVE10' ? 'percentage' : 'coupon_expired'))
fake.respondOnce('checkout', () => Promise.reject(new TypeError('fetch failed')))

// @ts-expect-error no operation has this name
fake.respond('createBasket', 'created')

// @ts-expect-error an example of another operation
fake.respond('createCart', 'delivered')

// @ts-expect-error an example of another operation, chosen by the request
fake.respond('createCart', () => 'delivered')

// @ts-expect-error createCart never responds with 204
fake.respond('createCart', { status: 204, body: cart.body })

// @ts-expect-error an error body holds an array of messages
fake.respond('createCart', { status: 400, body: { message: 'no' } })
