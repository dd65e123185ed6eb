import type { AccountsReader } from './model/accounts.ts'
import type { LimitLeft, LimitReport } from './model/limit.ts'
import { settings } from './settings.ts'

/** A limit of attempts in a window that slides with the service clock. */
export interface Throttle {
  readonly name: string
  readonly quota: number
  readonly windowMs: number
}

/** The throttles of the marketplace (decisions: session, security). */
export const throttles = {
  loginAttempts: {
    name: 'login-attempts',
    quota: settings.maxLoginAttempts,
    windowMs: settings.loginAttemptWindowMs,
  },
  loginFailures: {
    name: 'login-failures',
    quota: settings.maxLoginFailures,
    windowMs: settings.loginFailureWindowMs,
  },
  loginGuesses: {
    name: 'login-guesses',
    quota: settings.maxLoginGuesses,
    windowMs: settings.loginGuessWindowMs,
  },
  unknownCoupons: {
    name: 'unknown-coupons',
    quota: settings.maxUnknownCoupons,
    windowMs: settings.unknownCouponWindowMs,
  },
} as const satisfies Readonly<Record<string, Throttle>>

/** Returns the remaining attempts of a subject. */
export async function readThrottle(
  tx: Pick<AccountsReader, 'listAttempts'>,
  { quota, windowMs }: Throttle,
  subject: string,
  now: number,
): Promise<LimitLeft> {
  const times = await tx.listAttempts(subject, now - windowMs)
  // An attempt more than a window ahead was counted before the clock was set back.
  const counted = times.filter((time) => time < now + windowMs).slice(-quota)
  const [oldest = now] = counted
  return {
    count: quota - counted.length,
    seconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
  }
}

/** A throttle as its caller sees it. */
export function toReport({ name, quota, windowMs }: Throttle, left?: LimitLeft): LimitReport {
  return { name, quota, windowSeconds: windowMs / 1000, ...(left === undefined ? {} : { left }) }
}
