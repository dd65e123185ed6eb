import type { ClientEvent } from '@giftcards/client'
import type { Terminal } from './terminal.ts'

/** Reports the client's requests and responses, on the terminal or to a listener. */
export interface WireLog {
  /** Pass this to the client as its log. */
  readonly logger: (event: ClientEvent) => void
  /** Prints nothing while `work` runs, and passes the events to `listener` instead. */
  redirect<T>(listener: (event: ClientEvent) => void, work: () => Promise<T>): Promise<T>
}

/**
 * A log of one line for each response and each pause, with paths as templates: no id, no secret. After `signal` it prints
 * nothing, because stopping the demo aborts its requests.
 */
export function createWireLog(terminal: Terminal, signal: AbortSignal): WireLog {
  let report = (event: ClientEvent): void => {
    const line = toLine(event)
    if (line !== undefined) terminal.wire(line)
  }
  return {
    logger(event) {
      if (!signal.aborted) report(event)
    },
    async redirect(listener, work) {
      const before = report
      report = listener
      try {
        return await work()
      } finally {
        report = before
      }
    },
  }
}

function toLine(event: ClientEvent): string | undefined {
  if (event.kind === 'response') {
    const { method, path, status, durationMs } = event
    return `${method} ${path} → ${status ?? 'no response'} (${Math.round(durationMs)} ms)`
  }
  return event.kind === 'retry' ? `again in ${Math.round(event.delayMs)} ms` : undefined
}
