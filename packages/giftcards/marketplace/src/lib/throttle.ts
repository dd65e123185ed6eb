import type { ThrottleKind } from './refusal.ts'

/** The outcome for a caller who has to wait. */
export interface Throttled<Kind extends ThrottleKind> {
  readonly kind: 'refused'
  readonly refusal: { readonly kind: Kind; readonly retryAfterSeconds: number }
}

/** Returns the outcome for a caller who has to wait `retryAfterSeconds` seconds. */
export function throttled<const Kind extends ThrottleKind>(
  kind: Kind,
  retryAfterSeconds: number,
): Throttled<Kind> {
  return { kind: 'refused', refusal: { kind, retryAfterSeconds } }
}

/** Seconds until a window holds fewer than `limit` of these times, oldest first; `undefined`: it does now. */
export function waitSeconds(
  times: readonly number[],
  limit: number,
  windowMs: number,
  now: number,
): number | undefined {
  // A time further ahead than a window was counted before the clock was set back.
  const blocking = times.filter((time) => time < now + windowMs).at(-limit)
  return blocking === undefined ? undefined : Math.max(1, Math.ceil((blocking + windowMs - now) / 1000))
}
