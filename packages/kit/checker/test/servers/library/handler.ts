import type { Reply } from '../kernel/reply.ts'
import type { LibraryDeviation } from './deviations.ts'
import type { Store } from './store.ts'

/** A request that was read and found valid. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
  readonly cookie: Readonly<Record<string, unknown>>
  /** undefined if none was sent. */
  readonly body: unknown
  /** The media type of the body, in lower case and without parameters. */
  readonly contentType: string | undefined
}

/** The context of a handler. */
export interface Library {
  readonly store: Store
  /** Whether the server deviates in this point. */
  readonly on: (deviation: LibraryDeviation) => boolean
  readonly pause: (ms: number) => Promise<void>
}

/** Does one operation. */
export type Handler = (input: Input, library: Library) => Reply | Promise<Reply>
