import { signal } from '@preact/signals'

/** This page's own clock as of the last tick, in milliseconds; it never goes back. */
export const pageTime = signal(performance.now())

/** Updates the countdowns of the page a few times a second. */
export function startTicking(): void {
  setInterval(() => {
    pageTime.value = performance.now()
  }, 250)
}
