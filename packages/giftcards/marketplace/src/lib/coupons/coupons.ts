import type { CartView } from '../carts/cart-view.ts'
import { changeCart } from '../carts/carts.ts'
import type { Caller } from '../model/accounts.ts'
import { type CartLine, subtotalCents } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'
import type { LimitLeft } from '../model/limit.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { Lock, StoreReader, StoreTransaction } from '../ports/store.ts'
import { done, type Outcome, refused, throttled, type Throttled } from '../refusal.ts'
import { readThrottle, throttles, toReport } from '../throttle.ts'
import { isLineEligible } from './coupon-discount.ts'

/**
 * Applies one coupon to the caller's cart; a second one, the same included, is refused (spec 3.1, 4.5). Callers are throttled
 * after too many unknown codes (decision: security).
 */
export function applyCoupon(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  code: string,
): Promise<
  Outcome<
    { readonly cart: CartView },
    'cart_not_found' | 'coupon_throttled' | 'coupon_already_applied' | 'coupon_not_found' | CouponObjection
  >
> {
  // The lock of the account is already held.
  const locks: readonly Lock[] = caller.customerId === null ? [{ kind: 'name', name: guessesOf(caller) }] : []
  return changeCart(
    deps,
    caller,
    cartId,
    async (tx, cart, now) => {
      const wait = await throttleCoupons(tx, caller, now)
      if (wait !== undefined) return wait
      if (cart.couponCode !== null) return refused('coupon_already_applied')
      const coupon = await findNamedCoupon(tx, caller, code, now)
      if (coupon === undefined) return refused('coupon_not_found')
      const objection = await judgeCoupon(tx, coupon, cart.lines, caller.customerId, now)
      if (objection !== undefined) return refused(objection)
      await tx.updateCart(cart.id, { couponCode: coupon.code })
      return done({})
    },
    locks,
  )
}

/** Removes the applied coupon from the caller's cart (spec 3.1, 4.5). */
export function removeCoupon(
  deps: MarketplaceDeps,
  caller: Caller,
  cartId: string,
  code: string,
): Promise<Outcome<{ readonly cart: CartView }, 'cart_not_found' | 'coupon_not_applied'>> {
  return changeCart(deps, caller, cartId, async (tx, cart) => {
    if (cart.couponCode === null || cart.couponCode !== canonicalCode(code))
      return refused('coupon_not_applied')
    await tx.updateCart(cart.id, { couponCode: null })
    return done({})
  })
}

/**
 * Returns the canonical spelling of a coupon code (decision: coupons). Only ASCII letters are folded: `toUpperCase` would also
 * make `SAVE` of `\u017Fave`.
 */
export function canonicalCode(code: string): string {
  return code.trim().replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** Last moment of a coupon's validity: the end of its day in UTC, milliseconds since the epoch. */
export function expiryOf(coupon: Pick<Coupon, 'expires'>): number {
  const [month, day, year] = coupon.expires.split('/').map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 1) - 1
}

/** Why an existing coupon cannot be used. */
export type CouponObjection =
  'coupon_not_yet_active' | 'coupon_expired' | 'coupon_used_up' | 'coupon_not_eligible'

/** Checks whether this customer may use a coupon on these lines; `undefined` if so (spec 4.5). */
export async function judgeCoupon(
  tx: StoreReader,
  coupon: Coupon,
  lines: readonly CartLine[],
  customerId: number | null,
  now: number,
): Promise<CouponObjection | undefined> {
  if (coupon.startsAt !== null && now < coupon.startsAt) return 'coupon_not_yet_active'
  if (now > expiryOf(coupon)) return 'coupon_expired'
  if (await isUsedUp(tx, coupon, customerId)) return 'coupon_used_up'
  const customer = customerId === null ? undefined : await tx.findCustomer(customerId)
  const eligible = lines.filter((line) => isLineEligible(coupon, line))
  const isEligible =
    (!coupon.eliteOnly || customer?.isElite === true) &&
    eligible.length > 0 &&
    subtotalCents(eligible) >= coupon.minimumSubtotalCents
  return isEligible ? undefined : 'coupon_not_eligible'
}

async function isUsedUp(tx: StoreReader, coupon: Coupon, customerId: number | null): Promise<boolean> {
  if (coupon.usesInTotal !== null && (await tx.countCouponUses(coupon.id)) >= coupon.usesInTotal) return true
  if (coupon.usesPerAccount === null) return false
  const uses = customerId === null ? 0 : await tx.countCouponUsesBy(coupon.id, customerId)
  return uses >= coupon.usesPerAccount
}

/** The subject that unknown codes count against: the account, or the IP address before login. */
const guessesOf = ({ customerId, ip }: Caller): string =>
  customerId === null ? `unknown-coupon:address:${ip}` : `unknown-coupon:customer:${customerId}`

/** Refuses every code, even a valid one, after too many unknown ones; `undefined` if the caller is not throttled. */
export async function throttleCoupons(
  tx: StoreReader,
  caller: Caller,
  now: number,
): Promise<Throttled<'coupon_throttled'> | undefined> {
  const left = await readGuesses(tx, caller, now)
  return left.count > 0 ? undefined : throttled('coupon_throttled', left.seconds)
}

/** Returns the caller's remaining unknown codes, and reports them as a limit. */
async function readGuesses(tx: StoreReader, caller: Caller, now: number): Promise<LimitLeft> {
  const left = await readThrottle(tx, throttles.unknownCoupons, guessesOf(caller), now)
  caller.reportLimit?.(toReport(throttles.unknownCoupons, left))
  return left
}

/** Finds a coupon by the caller's code. An unknown code is counted, so the transaction that refuses it must commit. */
export async function findNamedCoupon(
  tx: StoreTransaction,
  caller: Caller,
  code: string,
  now: number,
): Promise<Coupon | undefined> {
  const coupon = await tx.findCoupon(canonicalCode(code))
  if (coupon === undefined) await countGuess(tx, caller, now)
  return coupon
}

async function countGuess(tx: StoreTransaction, caller: Caller, now: number): Promise<void> {
  await tx.insertAttempt(guessesOf(caller), now)
  await readGuesses(tx, caller, now)
}
