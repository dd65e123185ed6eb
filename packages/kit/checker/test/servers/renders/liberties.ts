import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { basePath, type Farm } from './farm.ts'

/** A request as the farm takes it: it may ignore a slash at the end. */
export const asAsked = (request: ServerRequest, { on }: Farm): ServerRequest =>
  on('trailing-slashes-are-overlooked') && request.path.length > 1
    ? { ...request, path: request.path.replace(/\/$/, '') }
    : request

// Stands around what is to be written without quotes; no text that is sent has it.
const mark = '\u{10fffe}'

const withNumbers =
  (write: (number: number) => string) =>
  (value: unknown): string =>
    JSON.stringify(value, (_name, item: unknown) =>
      typeof item === 'number' && Number.isInteger(item) && item >= 0 ? `${mark}${write(item)}${mark}` : item,
    ).replaceAll(new RegExp(`"${mark}([^"]*)${mark}"`, 'gu'), '$1')

const escaped = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const madeTimes = ['createdAt', 'updatedAt', 'queuedAt', 'finishedAt']

const inOtherOffset = (name: string, value: unknown): unknown => {
  if (!madeTimes.includes(name) || typeof value !== 'string') return value
  return new Date(Date.parse(value) + 3_600_000).toISOString().replace('Z', '+01:00')
}

const writtenFreely = (value: unknown, { on }: Farm): string | undefined => {
  if (on('whole-numbers-have-a-point')) return withNumbers((number) => `${number}.0`)(value)
  if (on('hundreds-have-an-exponent'))
    return withNumbers((number) => (number > 0 && number % 100 === 0 ? `${number / 100}e2` : `${number}`))(
      value,
    )
  if (on('texts-are-escaped')) return escaped(value)
  if (on('json-is-indented')) return `${JSON.stringify(value, null, 2)}\n`
  if (on('times-have-another-offset')) return JSON.stringify(value, inOtherOffset)
  return undefined
}

const withFreeLocation = (reply: Reply, { path, headers }: ServerRequest, { on }: Farm): Reply => {
  const { location } = reply.headers
  const own = `${basePath}${path}`
  if (location === undefined) return reply
  if (on('locations-are-absolute'))
    return withHeaders(reply, { location: `http://${headers.get('host') ?? 'renders.test'}${location}` })
  return on('locations-are-relative') && location.startsWith(`${own}/`)
    ? withHeaders(reply, { location: location.slice(own.lastIndexOf('/') + 1) })
    : reply
}

/** Changes in responses that neither the document nor HTTP forbids. */
export const takeLiberties = (reply: Reply, request: ServerRequest, farm: Farm): Reply => {
  const { on } = farm
  if (on('too-large-is-told-by-the-gateway') && reply.status === 413)
    return { status: 413, headers: { 'content-type': 'text/html' }, body: '<html><h1>413</h1></html>' }
  const type = reply.headers['content-type'] ?? ''
  if (!type.endsWith('json') || type.endsWith('ndjson') || typeof reply.body !== 'string')
    return withFreeLocation(reply, request, farm)
  const value = JSON.parse(reply.body) as object
  const isTraced = on('problems-carry-a-trace') && reply.status >= 400
  const free = isTraced ? JSON.stringify({ ...value, traceId: 'f00d' }) : writtenFreely(value, farm)
  const written = free === undefined ? reply : { ...reply, body: free }
  const withCharset = on('json-says-its-charset')
    ? withHeaders(written, { 'content-type': `${type};charset=UTF-8` })
    : written
  return withFreeLocation(withCharset, request, farm)
}

const codings = [
  ['gzip', 'answers-are-gzipped', gzipSync],
  ['br', 'answers-are-brotli', brotliCompressSync],
  ['deflate', 'answers-are-deflated', deflateSync],
] as const

const withoutLength = ({ headers: { 'content-length': _length, ...headers }, ...reply }: Reply): Reply => ({
  ...reply,
  headers,
})

/** Changes in how a response is carried. */
export const onTheWire = (reply: Reply, request: ServerRequest, { on }: Farm): Reply => {
  if (on('bodies-are-chunked')) return withoutLength(reply)
  const [coding, , compress] = codings.find(([, id]) => on(id)) ?? []
  const isEmpty = reply.headers['content-length'] === undefined
  const accepted = request.headers.get('accept-encoding') ?? '*'
  const isTaken = accepted.includes('*') || accepted.includes(coding ?? '')
  if (compress === undefined || isEmpty || !isTaken) return reply
  const coded = withHeaders(withoutLength(reply), {
    'content-encoding': coding ?? '',
    vary: 'accept-encoding',
  })
  if (reply.body === undefined) return coded
  const body = new Uint8Array(compress(reply.body))
  return withHeaders({ ...coded, body }, { 'content-length': String(body.length) })
}
