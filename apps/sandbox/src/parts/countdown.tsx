import type { JSX } from 'preact'
import { formatSpan } from '../format/span.ts'
import { type ClockReading, serviceTime } from '../watch/clock-reading.ts'
import { pageTime } from './ticker.ts'

/** The time left until a moment of the service clock. It stops while that clock is frozen. */
export function Countdown({
  until,
  clock,
}: {
  readonly until: string
  readonly clock: ClockReading
}): JSX.Element {
  const left = Date.parse(until) - serviceTime(clock, pageTime.value)
  return (
    <time class="figure" dateTime={until}>
      {formatSpan(left)}
    </time>
  )
}
