import type { Caller } from '../model/caller.ts'
import type { Coupon } from '../model/coupon.ts'
import type { Lock, StoreReader, StoreTransaction } from '../ports/store.ts'
import { type Outcome, type RefusalKind, type Throttled, throttled } from '../refusal.ts'
import { settings } from '../settings.ts'
import { waitSeconds } from '../throttles/wait-seconds.ts'
import { canonicalCode } from './judge-coupon.ts'

/** Whose guesses count together: those of an account, and without a login those of an address. */
const guessesOf = ({ customerId, ip }: Caller): string =>
  customerId === null ? `unknown-coupon:address:${ip}` : `unknown-coupon:customer:${customerId}`

/** What one transaction at a time does, so that no guess goes uncounted: an account is locked by its own lock. */
export const guessLocksOf = (caller: Caller): readonly Lock[] =>
  caller.customerId === null ? [{ kind: 'name', name: guessesOf(caller) }] : []

/** The refusal of any code, the right one included, for who named too many that nobody knows; `undefined`: go on. */
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

/** The coupon of a code that a caller names; one that there is not is counted, so its refusal must be kept. */
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

/** Whether an outcome is to be committed for its counted guess, in the very transaction that judged the guess. */
export function isCountedGuess(outcome: Outcome<unknown, RefusalKind>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.kind === 'coupon_not_found'
}
