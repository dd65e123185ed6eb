import { jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { BoardsDeviation } from './deviations.ts'
import { mediaType } from './media-type.ts'
import type { Store, Thing } from './store.ts'

/** Whether the server deviates in this point. */
export type On = (deviation: BoardsDeviation) => boolean

/** The context of a handler. */
export interface Office {
  readonly store: Store
  readonly on: On
}

/** A request of a known caller, whose body was found valid. */
export interface Call {
  readonly request: ServerRequest
  readonly operation: string
  /** Name of the caller; empty where nobody has to be known. */
  readonly caller: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
}

/** Does one operation. */
export type Handler = (call: Call, office: Office) => Reply

/** A reply of this media type. */
export const reply = (status: number, value: object): Reply => jsonReply(status, value, mediaType)

const codes = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  415: 'unsupported_media_type',
  422: 'unprocessable',
} as const

/** Ends a request with errors, one for each pointer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reply: Reply

  constructor(
    status: keyof typeof codes,
    title: string,
    pointers: readonly string[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(title)
    const error = { status: String(status), code: codes[status], title }
    const errors =
      pointers.length === 0 ? [error] : pointers.map((pointer) => ({ ...error, source: { pointer } }))
    this.reply = withHeaders(reply(status, { errors }), headers)
  }
}

/** Whether a thing is in this workspace and of this caller. */
export const isOwn = ({ workspace, owner }: Thing, { params, caller }: Call): boolean =>
  workspace === params.workspace_id && owner === caller

/** The requested thing; ends the request if there is none of the caller in this workspace. */
export const findOwn = <Kind extends Thing>(
  things: ReadonlyMap<string, Kind>,
  id: string | undefined,
  call: Call,
): Kind => {
  const thing = things.get(id ?? '')
  if (thing === undefined || !isOwn(thing, call)) throw new Refusal(404, 'There is no such thing here.')
  return thing
}

/** The envelope of what clients write. */
export interface Sent<Attributes> {
  readonly data: {
    readonly id?: string
    readonly attributes: Attributes
    readonly relationships?: { readonly board: { readonly data: { readonly id: string } | null } }
  }
}

/** Ends the request if it was meant for another thing than the path names. */
export const assertId = ({ body }: Call, id: string): void => {
  const sent = (body as Sent<unknown>).data.id
  if (sent !== undefined && sent !== id) throw new Refusal(409, 'The id is of another thing.')
}

/** An object without some of its properties. */
export const without = <Value extends object>(value: Value, ...names: readonly string[]): Partial<Value> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as Partial<Value>
