import { getOrder, type Outcome, type RefusalKind } from '../index.ts'
import { changeCart } from './carts/carts.ts'
import type { ExecutedRefusalKind } from './checkout/checkout-request.ts'
import { done, type Refusal, refused, throttled } from './refusal.ts'

// Checked by the compiler alone: each line below an expected error must not compile.

export const declared: Outcome<string, 'order_not_found' | 'login_throttled'> = refused('order_not_found')

// @ts-expect-error a refusal that the outcome does not declare
export const undeclared: Outcome<string, 'order_not_found'> = refused('card_not_found')

// @ts-expect-error an outcome declares its refusal kinds
export type Undecided = Outcome<string>

// @ts-expect-error a kind that is none of the marketplace's
export const unknown: RefusalKind = 'order_lost'

// @ts-expect-error a throttle has a wait
export const withoutWait: Refusal<'login_throttled'> = { kind: 'login_throttled' }

// @ts-expect-error a throttle is no plain refusal
refused('login_throttled')

// @ts-expect-error only a throttle has a wait
throttled('order_not_found', 1)

// @ts-expect-error a refusal before the reservation is not executed
export const early: ExecutedRefusalKind = 'coupon_not_found'

/** Code of a reader of outcomes that must compile, and code that must not. */
export async function read(...args: Parameters<typeof getOrder>): Promise<void> {
  const outcome = await getOrder(...args)
  if (outcome.kind === 'done') return
  outcome.refusal satisfies Refusal<'order_not_found'>
  // @ts-expect-error an order that is not found is no card
  outcome.refusal satisfies Refusal<'card_not_found'>
}

/** A helper that passes refusals through keeps their kinds, and adds its own. */
export async function passThrough(...[deps, caller, id]: Parameters<typeof changeCart>): Promise<void> {
  const outcome = await changeCart(deps, caller, id, async (_tx, cart) =>
    cart.lines.length === 0 ? refused('cart_card_not_found') : done({}),
  )
  outcome satisfies Outcome<object, 'cart_card_not_found' | 'cart_not_found'>
  // @ts-expect-error the helper itself refuses an unknown cart
  outcome satisfies Outcome<object, 'cart_card_not_found'>
  // @ts-expect-error the change refuses an unknown line
  outcome satisfies Outcome<object, 'cart_not_found'>
}
