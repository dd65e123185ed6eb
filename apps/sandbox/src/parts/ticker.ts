import { signal } from '@preact/signals'

/** The monotonic time of this page at the last tick, in milliseconds. */
export const pageTime = signal(performance.now())

/** Updates the countdowns of the page a few times a second. */
export function startTicking(): void {
  setInterval(() => {
    pageTime.value = performance.now()
  }, 250)
}
