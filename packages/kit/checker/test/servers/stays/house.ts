import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { StaysDeviation } from './deviations.ts'
import type { Store } from './store.ts'

/** The right that an operation may require. */
export type Scope = 'stays:read' | 'stays:write' | 'hotel:manage'

/** The caller: for one hotel, with some rights. */
export interface Caller {
  readonly hotel: string
  readonly scopes: readonly Scope[]
}

/** Whether the server deviates in this point. */
export type On = (deviation: StaysDeviation) => boolean

/** The context of a handler. */
export interface House {
  readonly store: Store
  readonly on: On
}

/** A request of a known caller, whose body was found valid. */
export interface Call {
  readonly request: ServerRequest
  readonly hotel: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
}

/** Does one operation. */
export type Handler = (call: Call, house: House) => Reply

const types = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: 'conflict',
  412: 'precondition_failed',
  415: 'unsupported_media_type',
  422: 'unprocessable',
} as const

/** Ends a request with an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reply: Reply

  constructor(
    status: keyof typeof types,
    message: string,
    details?: readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.reply = withHeaders(jsonReply(status, { error: { type: types[status], message, details } }), headers)
  }
}

/** The requested item, of the hotel of the caller alone; ends the request if there is none. */
export const findOwn = <Thing extends { readonly hotel: string }>(
  things: ReadonlyMap<string, Thing>,
  id: string | undefined,
  hotel: string,
): Thing => {
  const thing = things.get(id ?? '')
  if (thing === undefined || thing.hotel !== hotel) throw new Refusal(404, 'There is no such thing here.')
  return thing
}

/** A thing as it is returned: the hotel is known to everybody who may see it. */
export const withoutHotel = <Thing extends { readonly hotel: string }>(
  thing: Thing,
): Omit<Thing, 'hotel'> => {
  const { hotel: _, ...told } = thing
  return told
}
