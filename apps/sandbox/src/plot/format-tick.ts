import { formatMoment } from '../format/moment.ts'

const minute = 60
const day = 86_400

/** A moment on the axis of a plot, in seconds since the epoch, as exact as the `step` between two marks requires. */
export function formatTick(seconds: number, step: number): string {
  const moment = formatMoment(seconds * 1000)
  if (step >= day || seconds % day === 0) return moment.slice(5, 10)
  return step >= minute ? moment.slice(11, 16) : moment.slice(11)
}
