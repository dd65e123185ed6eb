import { jsonReply, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { NotesDeviation } from './deviations.ts'
import type { Store } from './store.ts'

/** The context of a call. */
export interface Pad {
  readonly store: Store
  /** Whether the server deviates in this point. */
  readonly on: (deviation: NotesDeviation) => boolean
}

/** A call whose body and parameters were found valid. */
export interface Call {
  readonly request: ServerRequest
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Does one call. */
export type Handler = (call: Call, pad: Pad) => Reply

const statuses = {
  no_session: 401,
  not_found: 404,
  wrong_call: 400,
  wrong_method: 405,
  wrong_media_type: 415,
} as const

/** Ends a call: it was not done. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reply: Reply

  constructor(reason: keyof typeof statuses, details?: readonly string[]) {
    super(reason)
    this.reply = jsonReply(statuses[reason], { ok: false, reason, details })
  }
}
