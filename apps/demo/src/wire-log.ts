import type { ClientEvent } from '@giftcards/client'
import type { Terminal } from './terminal.ts'

/** Tells what the client sends and gets, on the terminal or to whom it is told. */
export interface WireLog {
  /** To be given to the client. */
  readonly logger: (event: ClientEvent) => void
  /** Keeps quiet while `work` lasts, and tells `listener` instead. */
  insteadTell<T>(listener: (event: ClientEvent) => void, work: () => Promise<T>): Promise<T>
}

/** A log of one line for each answer and each pause, with paths as templates: no id, no secret. */
export function createWireLog(terminal: Terminal): WireLog {
  let told = (event: ClientEvent): void => {
    const line = toLine(event)
    if (line !== undefined) terminal.wire(line)
  }
  return {
    logger: (event) => told(event),
    async insteadTell(listener, work) {
      const before = told
      told = listener
      try {
        return await work()
      } finally {
        told = before
      }
    },
  }
}

function toLine(event: ClientEvent): string | undefined {
  if (event.kind === 'response') {
    const { method, path, status, durationMs } = event
    return `${method} ${path} → ${status ?? 'no answer'} (${Math.round(durationMs)} ms)`
  }
  return event.kind === 'retry' ? `again in ${Math.round(event.delayMs)} ms` : undefined
}
