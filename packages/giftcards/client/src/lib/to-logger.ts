import type { ClientEvent } from './client-event.ts'

/** Told of what happens; none where nobody listens. */
export type Log = ((event: ClientEvent) => void) | undefined

/** A logger that cannot fail a call: an order placed is not lost because its event could not be written. */
export function toLogger(logger: Log): Log {
  return (
    logger &&
    ((event) => {
      try {
        logger(event)
      } catch {
        // The caller's own logger, the caller's own loss.
      }
    })
  )
}
