import type { Reply } from '../kernel/reply.ts'
import { jsonReply, withHeaders } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { TicketsDeviation } from './deviations.ts'
import type { Faults } from './rules.ts'
import type { Store } from './store.ts'

/** The context of a handler. */
export interface Desk {
  readonly store: Store
  /** Whether the server deviates in this point. */
  readonly on: (deviation: TicketsDeviation) => boolean
  readonly pause: (ms: number) => Promise<void>
}

/** A request and the texts of the parameters in its path. */
export interface Call {
  readonly request: ServerRequest
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

/** Does one operation. */
export type Handler = (call: Call, desk: Desk) => Reply | Promise<Reply>

const codes: Record<number, string> = {
  400: 'wrong_request',
  401: 'unknown_caller',
  403: 'forbidden',
  404: 'not_found',
  405: 'wrong_method',
  406: 'not_acceptable',
  409: 'conflict',
  415: 'wrong_media_type',
}

/** An error in the words of the desk. */
export const errorReply = (status: number, message: string, fields?: Faults): Reply =>
  jsonReply(status, { error: { code: codes[status] ?? 'failed', message, fields } })

/** Ends a request with an error. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly reply: Reply

  constructor(
    status: number,
    message: string,
    fields?: Faults,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.reply = withHeaders(errorReply(status, message, fields), headers)
  }
}

/** The requested item, in its envelope. */
export const dataReply = (status: number, data: unknown, meta?: object): Reply =>
  jsonReply(status, { data, meta })
