import type { Caller } from '../model/accounts.ts'
import { type BasketLine, lineUnitCents, subtotalCents } from '../model/cart.ts'
import type { Coupon, CouponLine } from '../model/coupon.ts'
import { allocate, percentageOf } from '../money.ts'
import type { Lock, StoreReader, StoreTransaction } from '../ports/store.ts'
import type { Outcome, RefusalKind } from '../refusal.ts'
import { settings } from '../settings.ts'
import { type Throttled, throttled, waitSeconds } from '../throttle.ts'

/** One spelling of a coupon code (decision: coupons). */
export function canonicalCode(code: string): string {
  return code.trim().toUpperCase()
}

/** Last moment of a coupon's validity: the end of its day in UTC, milliseconds since the epoch. */
export function expiryOf(coupon: Pick<Coupon, 'expires'>): number {
  const [month, day, year] = coupon.expires.split('/').map(Number)
  return Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + 1) - 1
}

/** Why a coupon that exists may not be used. */
export type CouponObjection =
  'coupon_not_yet_active' | 'coupon_expired' | 'coupon_used_up' | 'coupon_not_eligible'

/** Judges whether this customer may use a coupon on these lines; `undefined` where they may (spec 4.5). */
export async function judgeCoupon(
  tx: StoreReader,
  coupon: Coupon,
  lines: readonly BasketLine[],
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

/** A coupon's discount on a basket, in cents, and why it may be less than its holder expects. */
export interface CouponDiscount {
  readonly discountCents: number
  /** Only lines with a discount. */
  readonly lines: readonly CouponLine[]
  readonly warning: string | null
}

/** Whether a line's merchant and card type are among the coupon's. */
export function isLineEligible(coupon: Coupon, line: BasketLine): boolean {
  return (
    (coupon.merchantIds === null || coupon.merchantIds.includes(line.merchantId)) &&
    (coupon.cardTypes === null || coupon.cardTypes.includes(line.type))
  )
}

/** The coupon's discount on these lines (decision: coupons). */
export function couponDiscount(coupon: Coupon, lines: readonly BasketLine[]): CouponDiscount {
  const eligible = lines.filter((line) => isLineEligible(coupon, line))
  const subtotal = subtotalCents(eligible)
  if (subtotal === 0 || subtotal < coupon.minimumSubtotalCents) {
    return { discountCents: 0, lines: [], warning: 'Coupon no longer applies to any card in the cart' }
  }
  const discounted =
    coupon.type === 'P' ? byPercentage(coupon, eligible) : byAmount(coupon, eligible, subtotal)
  return {
    discountCents: discounted.reduce((sum, line) => sum + line.discountCents, 0),
    lines: discounted.filter((line) => line.discountCents > 0),
    warning: warningOf(coupon, eligible.length < lines.length, subtotal),
  }
}

function byPercentage(coupon: Coupon, eligible: readonly BasketLine[]): CouponLine[] {
  return eligible.map((line) => {
    const perCardDiscountCents = percentageOf(lineUnitCents(line), coupon.amount)
    return { lineId: line.id, perCardDiscountCents, discountCents: perCardDiscountCents * line.quantity }
  })
}

/** The amount is shared over units, not lines, so that each card's share is exact. */
function byAmount(coupon: Coupon, eligible: readonly BasketLine[], subtotal: number): CouponLine[] {
  const units = eligible.flatMap((line) => Array.from({ length: line.quantity }, () => lineUnitCents(line)))
  const shares = allocate(Math.min(coupon.amount, subtotal), units)
  let from = 0
  return eligible.map((line) => {
    const discountCents = shares.slice(from, (from += line.quantity)).reduce((a, b) => a + b, 0)
    const perCardDiscountCents = Math.floor((2 * discountCents + line.quantity) / (2 * line.quantity))
    return { lineId: line.id, perCardDiscountCents, discountCents }
  })
}

function warningOf(coupon: Coupon, someIneligible: boolean, subtotal: number): string | null {
  if (someIneligible) return 'Coupon does not apply to every card in the cart'
  if (coupon.type !== 'P' && coupon.amount > subtotal)
    return 'Coupon amount is limited to the price of the cards'
  return null
}

/** Each unit's share of the coupon, in the order of the lines' units; Σ = the discount, exactly (decision: money 4). */
export function couponUnitShares(coupon: Coupon | null, lines: readonly BasketLine[]): number[] {
  if (coupon === null) return lines.flatMap((line) => Array.from({ length: line.quantity }, () => 0))
  const discount = couponDiscount(coupon, lines)
  const byLine = new Map(discount.lines.map((line) => [line.lineId, line]))
  const eligible = lines.filter((line) => isLineEligible(coupon, line))
  const amountShares =
    coupon.type === 'P' || discount.discountCents === 0
      ? []
      : allocate(
          discount.discountCents,
          eligible.flatMap((line) => Array.from({ length: line.quantity }, () => lineUnitCents(line))),
        )
  let from = 0
  return lines.flatMap((line) => {
    const applied = byLine.get(line.id)
    if (coupon.type === 'P' || amountShares.length === 0 || !eligible.includes(line)) {
      return Array.from({ length: line.quantity }, () => applied?.perCardDiscountCents ?? 0)
    }
    return amountShares.slice(from, (from += line.quantity))
  })
}

/** The subject that guesses count against: the account, or without a login the address. */
const guessesOf = ({ customerId, ip }: Caller): string =>
  customerId === null ? `unknown-coupon:address:${ip}` : `unknown-coupon:customer:${customerId}`

/** The locks that keep every guess counted. An account has its own lock already. */
export const guessLocksOf = (caller: Caller): readonly Lock[] =>
  caller.customerId === null ? [{ kind: 'name', name: guessesOf(caller) }] : []

/** Refuses every code, a right one included, after too many unknown ones; `undefined` where the caller may go on. */
export async function throttleCoupons(
  tx: StoreReader,
  caller: Caller,
  now: number,
): Promise<Throttled<'coupon_throttled'> | undefined> {
  const { maxUnknownCoupons, unknownCouponWindowMs } = settings
  const guesses = await tx.listAttempts(guessesOf(caller), now - unknownCouponWindowMs)
  const retryAfterSeconds = waitSeconds(guesses, maxUnknownCoupons, unknownCouponWindowMs, now)
  return retryAfterSeconds === undefined ? undefined : throttled('coupon_throttled', retryAfterSeconds)
}

/** Finds the coupon that a caller names. An unknown code is counted, so the transaction that refuses it must commit. */
export async function findNamedCoupon(
  tx: StoreTransaction,
  caller: Caller,
  code: string,
  now: number,
): Promise<Coupon | undefined> {
  const coupon = await tx.findCoupon(canonicalCode(code))
  if (coupon === undefined) await tx.insertAttempt(guessesOf(caller), now)
  return coupon
}

/** Whether a refusal must be committed because its transaction has counted a guess. */
export function isCountedGuess(outcome: Outcome<unknown, RefusalKind>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.kind === 'coupon_not_found'
}
