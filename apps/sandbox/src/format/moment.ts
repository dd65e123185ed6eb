/** Day and time of day in UTC, to the second: `2026-01-15 15:04:05`. */
export function formatMoment(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** Time of day in UTC, to the second: `15:04:05`. */
export function formatTimeOfDay(ms: number): string {
  return formatMoment(ms).slice(11)
}

/** Time of day, with the day if it is not that of `nowMs`. */
export function formatNearby(ms: number, nowMs: number): string {
  const [moment, now] = [formatMoment(ms), formatMoment(nowMs)]
  return moment.slice(0, 10) === now.slice(0, 10) ? moment.slice(11) : moment.slice(5)
}
