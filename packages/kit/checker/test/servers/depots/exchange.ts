import { withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { DepotsDeviation } from './deviations.ts'
import type { Fields, Scope, Store } from './store.ts'

/** The prefix of every path. */
export const basePath = '/v1'

/** The context of a handler. */
export interface House {
  readonly store: Store
  /** Whether the server deviates in this point. */
  readonly on: (deviation: DepotsDeviation) => boolean
}

/** A request of somebody who may make it. */
export interface Call {
  readonly request: ServerRequest
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly account: string
}

/** Does one operation. */
export type Handler = (call: Call, house: House) => Reply | Promise<Reply>

/** An operation of the depots. */
export interface Route {
  readonly id: string
  readonly handle: Handler
  readonly scope: Scope
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

const parseWith = JSON.parse as unknown as (text: string, reviver: Reviver) => unknown

const keepWhole: Reviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value

/** Parses JSON; whole numbers which a double cannot tell apart become bigints. */
export const parseJson = (text: string): unknown => parseWith(text, keepWhole)

/** A piece of JSON as it is to be written. */
export const rawJson = (JSON as unknown as { readonly rawJSON: (text: string) => unknown }).rawJSON

/** Writes JSON in which bigints are numbers. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJson(String(item)) : item))

/** A reply with a JSON body. */
export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: writeJson(value),
})

/** The fault in one field of a request. */
export interface Problem {
  readonly field: string
  readonly problem: string
}

const codes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unknown_caller',
  403: 'forbidden',
  404: 'not_found',
  405: 'wrong_method',
  406: 'not_acceptable',
  409: 'conflict',
  412: 'changed_meanwhile',
  413: 'too_large',
  415: 'wrong_media_type',
  501: 'unknown_method',
}

/** An error in the words of the depots. */
export const errorReply = (status: number, message: string, problems?: readonly Problem[]): Reply =>
  json(status, { code: codes[status] ?? 'failed', message, problems })

/** Ends a request with an error. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly reply: Reply

  constructor(
    status: number,
    message: string,
    problems?: readonly Problem[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.reply = withHeaders(errorReply(status, message, problems), headers)
  }
}

/** The fields of these names that there are. */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]))

/** A page of a list. */
export interface Paging {
  readonly page: number
  readonly size: number
  /** Whether the link to the next page repeats the parameters of this request. */
  readonly isEchoing: boolean
}

/** A page of all that was found, and where the next one is. */
export const pageReply = (
  { request, query }: Call,
  found: readonly unknown[],
  { page, size, isEchoing }: Paging,
  slip = 0,
): Reply => {
  const items = found.slice(Math.max(0, (page - 1) * size - (page > 1 ? slip : 0))).slice(0, size)
  const rest = new URLSearchParams(query)
  rest.set('page', String(page + 1))
  if (!isEchoing) {
    // The same page has the same name, be a default written out or not.
    rest.set('size', String(size))
    if (rest.get('sort') === 'id') rest.delete('sort')
    rest.sort()
  }
  const next = found.length > page * size ? `${basePath}${request.path}?${rest.toString()}` : null
  return json(
    200,
    { items, page, size, total: found.length, next },
    { 'x-total-count': String(found.length) },
  )
}

/** The values to sort by. */
export type Key = (item: Fields) => unknown

const compare = (left: unknown, right: unknown): number =>
  left === right ? 0 : (left as string) < (right as string) ? -1 : 1

/** Sorts by a key, downwards where its name has a minus; what is equal stands by id. */
export const sorted = (items: readonly Fields[], sort: string, keyOf: Key): readonly Fields[] => {
  const sign = sort.startsWith('-') ? -1 : 1
  return items.toSorted(
    (left, right) => sign * compare(keyOf(left), keyOf(right)) || compare(left.id, right.id),
  )
}
