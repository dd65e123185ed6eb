const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats a duration in at most two units: `45 s`, `29 min 58 s`, `23 h 59 min`, `2 d 3 h`; `0 s` when it is over. */
export function formatSpan(ms: number): string {
  // Round up, so that a countdown shows 0 only at its end.
  const left = Math.max(0, Math.ceil(ms / 1000) * 1000)
  if (left < minute) return `${left / 1000} s`
  if (left < hour) return pair(left, minute, 'min', 1000, 's')
  if (left < day) return pair(left, hour, 'h', minute, 'min')
  return pair(left, day, 'd', hour, 'h')
}

function pair(ms: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((ms % large) / small)
  const whole = `${Math.floor(ms / large)} ${largeUnit}`
  return rest === 0 ? whole : `${whole} ${rest} ${smallUnit}`
}
