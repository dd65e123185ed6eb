import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import type { Campus } from './campus.ts'
import { etagOf } from './conditions.ts'

const mark = (coding: string): string => `--${coding}"`

/** Changes to a request, by the server or one in front of it, before it is read. */
export const beforeReading = (request: ServerRequest, { on }: Campus): ServerRequest => {
  if (on('slashes-behind-are-overlooked') && request.path.length > 1)
    return { ...request, path: request.path.replace(/\/$/, '') }
  if (codings.every(([id]) => !on(id))) return request
  // The tags that were handed out with compressed content name the plain one.
  const headers = new Headers(request.headers)
  for (const name of ['if-match', 'if-none-match'])
    if (headers.has(name))
      headers.set(
        name,
        codings.reduce((tags, [, coding]) => tags.replaceAll(mark(coding), '"'), headers.get(name) ?? ''),
      )
  return { ...request, headers }
}

const codings = [
  ['answers-are-gzipped', 'gzip', gzipSync],
  ['answers-are-in-brotli', 'br', brotliCompressSync],
  ['answers-are-deflated', 'deflate', deflateSync],
] as const

// A number, or a text to be passed over.
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const editNumbers = (text: string, edit: (digits: string) => string): string =>
  text.replaceAll(token, (found) => (found.startsWith('"') ? found : edit(found)))

const escaped = (text: string): string =>
  text
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const inZone = (text: string): string =>
  text.replaceAll(/"((?:cre|upd)atedAt|enrolledAt)":"([^"]+)"/g, (_all, name: string, time: string) => {
    const local = new Date(Date.parse(time) + 2 * 3_600_000).toISOString()
    return `"${name}":"${local.replace(/\.000Z$/, '+02:00')}"`
  })

const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => [name, backwards(item)] as const)
  return Object.fromEntries(entries.toReversed())
}

const editText = (text: string, { on }: Campus): string => {
  if (on('whole-numbers-have-a-point')) return editNumbers(text, (n) => (/^-?\d+$/.test(n) ? `${n}.0` : n))
  if (on('tens-have-an-exponent')) return editNumbers(text, (n) => n.replace(/^([1-9]\d*)0$/, '$1e1'))
  if (on('texts-are-escaped')) return escaped(text)
  if (on('times-are-told-in-another-zone')) return inZone(text)
  if (on('bodies-are-indented')) return JSON.stringify(JSON.parse(text), undefined, 2)
  return on('members-are-told-backwards') ? JSON.stringify(backwards(JSON.parse(text))) : text
}

const editProblem = (text: string, { on }: Campus): string => {
  const told = JSON.parse(text) as { readonly errors?: unknown; readonly detail?: unknown }
  if (on('problems-tell-no-details')) return JSON.stringify({ ...told, errors: undefined, detail: undefined })
  return on('problems-carry-a-trace-id') ? JSON.stringify({ ...told, traceId: '0af7651916cd43dd' }) : text
}

const page = '<!doctype html><title>Error</title><h1>Not here</h1><hr><center>nginx</center>\n'

const compressed = (reply: Reply, request: ServerRequest, { on }: Campus): Reply => {
  const [, coding, compress] = codings.find(([id]) => on(id)) ?? []
  const accepted = (request.headers.get('accept-encoding') ?? '').split(/\s*,\s*/)
  if (coding === undefined || compress === undefined || !accepted.includes(coding)) return reply
  const { etag } = reply.headers
  const tagged = etag === undefined ? {} : { etag: etag.replace(/"$/, mark(coding)) }
  // A 304 names the content that the caller has, which is compressed.
  if (reply.body === undefined) return reply.status === 304 ? withHeaders(reply, tagged) : reply
  return withHeaders(
    { ...reply, body: new Uint8Array(compress(reply.body)) },
    { 'content-encoding': coding, vary: 'accept-encoding', ...tagged },
  )
}

const headersOf = (
  reply: Reply,
  request: ServerRequest,
  { on }: Campus,
): Readonly<Record<string, string>> => {
  const { location, 'content-type': contentType } = reply.headers
  if (on('locations-are-absolute') && location !== undefined)
    return { location: `http://${request.headers.get('host') ?? 'courses.test'}${location}` }
  if (on('media-types-are-shouted') && contentType !== undefined)
    return { 'content-type': `${contentType.split(';')[0]?.toUpperCase()}; Charset="UTF-8"` }
  if (on('answers-carry-more-headers'))
    return { 'cache-control': 'no-cache', server: 'gateway/3', 'set-cookie': 'lb=a2; Path=/; HttpOnly' }
  return {}
}

// As frameworks do that tag whatever they tell.
const withWeakTag = (reply: Reply, request: ServerRequest, { on }: Campus): Reply => {
  if (!on('course-list-has-weak-tags') || request.path !== '/courses' || reply.status !== 200) return reply
  const etag = `W/${etagOf(reply.body)}`
  if (request.headers.get('if-none-match') !== etag) return withHeaders(reply, { etag })
  const { 'last-modified': changedAt = '' } = reply.headers
  return withHeaders(emptyReply(304), { etag, 'last-modified': changedAt })
}

/** Changes in responses that neither the document nor HTTP forbids, before their content is measured. */
export const beforeLength = (reply: Reply, request: ServerRequest, campus: Campus): Reply => {
  const { on } = campus
  if (on('undeclared-errors-are-pages') && [404, 405].includes(reply.status) && isUndeclared(reply, request))
    return withHeaders({ ...reply, body: page }, { 'content-type': 'text/html' })
  const type = reply.headers['content-type'] ?? ''
  const isJson = typeof reply.body === 'string' && type.endsWith('json')
  const text = isJson ? editText(reply.body, campus) : reply.body
  const body =
    type === 'application/problem+json' && typeof text === 'string' ? editProblem(text, campus) : text
  const edited = { ...reply, body }
  const free = withWeakTag(withHeaders(edited, headersOf(edited, request, campus)), request, campus)
  return compressed(free, request, campus)
}

const isUndeclared = ({ status }: Reply, { path }: ServerRequest): boolean =>
  status === 405 || !/^\/(courses|terms)(\/|$)/.test(path)

/** Changes in responses, after their content was measured. */
export const afterLength = (reply: Reply, request: ServerRequest, { on }: Campus): Reply => {
  const isChunked = on('answers-come-in-chunks') || (on('head-tells-no-length') && request.method === 'HEAD')
  if (!isChunked) return reply
  const { 'content-length': _, ...headers } = reply.headers
  return { ...reply, headers }
}
