import type { ClientEvent } from '@giftcards/client'
import type { Terminal } from './terminal.ts'

/** Tells what the client sends and gets, on the terminal or to whom it is told. */
export interface WireLog {
  /** To be given to the client. */
  readonly logger: (event: ClientEvent) => void
  /** Keeps quiet while `work` lasts, and tells `listener` instead. */
  insteadTell<T>(listener: (event: ClientEvent) => void, work: () => Promise<T>): Promise<T>
}

/**
 * A log of one line for each answer and each pause, with paths as templates: no id, no secret. After `signal` it keeps
 * quiet: what is broken off by whoever stops the demo is no news.
 */
export function createWireLog(terminal: Terminal, signal: AbortSignal): WireLog {
  let told = (event: ClientEvent): void => {
    const line = toLine(event)
    if (line !== undefined) terminal.wire(line)
  }
  return {
    logger(event) {
      if (!signal.aborted) told(event)
    },
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
