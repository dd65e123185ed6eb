import type { ClientEvent } from './client-event.ts'

/** A logger that cannot fail a call: an order placed is not lost because its event could not be written. */
export function toLogger(logger: ((event: ClientEvent) => void) | undefined): (event: ClientEvent) => void {
  return (event) => {
    try {
      logger?.(event)
    } catch {
      // The caller's own logger, the caller's own loss.
    }
  }
}
