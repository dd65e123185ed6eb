/** Seconds until a window holds fewer than `limit` of these times, oldest first; `undefined`: it does now. */
export function waitSeconds(
  times: readonly number[],
  limit: number,
  windowMs: number,
  now: number,
): number | undefined {
  // What lies further ahead than a window was counted before the clock was set back.
  const blocking = times.filter((time) => time < now + windowMs).at(-limit)
  return blocking === undefined ? undefined : Math.max(1, Math.ceil((blocking + windowMs - now) / 1000))
}
