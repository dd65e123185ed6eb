import type { ProbeJson } from '../kernel/probe-client.ts'
import { emptyReply, jsonReply, withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { CoursesDeviation } from './deviations.ts'
import type { Store } from './store.ts'

/** One who calls, and the rights that were proven. */
export interface Caller {
  /** `registrar`, or the id of a student. */
  readonly account: string
  readonly rights: readonly string[]
}

/** A request that was found valid. */
export interface Call {
  readonly request: ServerRequest
  /** Undefined if nobody needs to be known. */
  readonly caller: Caller | undefined
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The context of a handler. */
export interface Campus {
  readonly store: Store
  /** Whether the server deviates in this point. */
  readonly on: (deviation: CoursesDeviation) => boolean
  /** The faults of a value by a shared schema. */
  readonly faultsOf: (schema: string, value: unknown) => readonly string[]
}

/** Does one operation. */
export type Handler = (call: Call, campus: Campus) => Reply

/** An object of JSON, walked without asking at each step what is there. */
export type Fields = Readonly<Record<string, ProbeJson>>

/** Prefix of every path. */
export const basePath = '/catalog'

const titles: Readonly<Record<number, string>> = {
  400: 'The request is wrong',
  401: 'Who are you?',
  403: 'You may not do this',
  404: 'There is none',
  405: 'This cannot be done here',
  406: 'Not to be had like this',
  409: 'This does not fit',
  410: 'It is no more',
  412: 'It is not what you think',
  415: 'Not in this media type',
  422: 'The body is wrong',
  428: 'Say what you want to change',
}

/** One thing that is wrong, in the body or in a parameter. */
export interface Fault {
  readonly pointer?: string
  readonly parameter?: string
  readonly message: string
}

/** A problem document (RFC 9457). */
export const problem = (status: number, detail?: string, errors?: readonly Fault[]): Reply =>
  jsonReply(
    status,
    { type: 'about:blank', title: titles[status] ?? 'Problem', status, detail, errors },
    'application/problem+json',
  )

/** Ends a call: it was not done. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reply: Reply

  constructor(status: number, detail?: string, errors?: readonly Fault[]) {
    super(detail)
    this.reply = problem(status, detail, errors)
  }
}

/** The response for a resource with a tag. */
export const taggedReply = (status: number, value: unknown, etag: string): Reply =>
  withHeaders(jsonReply(status, value), { etag })

/** A 201 that leads to what was created; `at` is percent-encoded already. */
export const createdReply = (value: unknown, etag: string, at: string): Reply =>
  withHeaders(taggedReply(201, value, etag), { location: `${basePath}${at}` })

/** A 304 with what the response to GET would have said of itself. */
export const notModified = (headers: Readonly<Record<string, string>>): Reply =>
  withHeaders(emptyReply(304), headers)

/** The order of texts by code point, which is that of their UTF-8. */
export const compareTexts = (x: string, y: string): number => Buffer.compare(Buffer.from(x), Buffer.from(y))

const linkTo = ({ request }: Call, page: number, rel: string, { on }: Campus): string => {
  const query = new URLSearchParams(request.query)
  if (on('links-forget-the-filter')) for (const name of ['subject', 'tags']) query.delete(name)
  query.set('page', String(page))
  const origin = on('links-are-absolute') ? `http://${request.headers.get('host') ?? 'courses.test'}` : ''
  return `<${origin}${basePath}${request.path}?${query.toString()}>; rel="${rel}"`
}

const sizeOf = (call: Call, { on }: Campus): number => {
  const documented = on('pages-hold-ten-by-default') ? 10 : 3
  const asked = on('per-page-is-overlooked') ? documented : ((call.query.per_page ?? documented) as number)
  return on('pages-are-short') ? Math.min(asked, 2) : asked
}

/** One page of a list, with links to those beside it. */
export const pageReply = (items: readonly object[], call: Call, campus: Campus, all = items): Reply => {
  const { on } = campus
  const size = sizeOf(call, campus)
  const page = (call.query.page ?? 1) as number
  const from = (page - 1) * size - (on('second-page-repeats-a-course') && page > 1 ? 1 : 0)
  const lastTaken =
    on('last-page-lacks-the-last') && from + size >= items.length ? items.length - 1 : from + size
  const links = [
    ...(from + size < items.length ? [linkTo(call, page + 1, 'next', campus)] : []),
    ...(page > 1 ? [linkTo(call, on('previous-page-is-the-same') ? page : page - 1, 'prev', campus)] : []),
  ]
  const total = on('total-counts-the-page') ? Math.min(size, items.length) : items.length
  return withHeaders(jsonReply(200, items.slice(from, lastTaken)), {
    'x-total-count': String(on('total-overlooks-filters') ? all.length : total),
    ...(links.length > 0 ? { link: links.join(', ') } : {}),
  })
}
