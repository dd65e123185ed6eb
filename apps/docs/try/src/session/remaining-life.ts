/** How long something still lasts, in words: `59 min`, `42 s`, or `expired`. */
export function toRemainingLife(expiresAt: number, now: number): string {
  const seconds = Math.floor((expiresAt - now) / 1000)
  if (seconds <= 0) return 'expired'
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
}
