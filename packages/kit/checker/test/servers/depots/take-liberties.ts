import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { emptyReply, withHeaders, type Reply } from '../kernel/reply.ts'
import { allowedMethods, type RouteMatch } from '../kernel/route-table.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { errorReply, parseJson, rawJson, writeJson, type House, type Route } from './exchange.ts'

const page = (status: number, title: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!DOCTYPE html><title>${title}</title><h1>${title}</h1>`,
})

const optionsReply = (allow: string, { on }: House): Reply | undefined => {
  if (on('options-answer-405'))
    return withHeaders(errorReply(405, 'That is not known.'), { allow: allow.replace(', OPTIONS', '') })
  if (on('options-tell-no-methods')) return emptyReply()
  return on('options-tell-in-words')
    ? { status: 200, headers: { 'content-type': 'text/plain', allow }, body: allow }
    : undefined
}

const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Responses of other frameworks before they look for an operation. */
export const refuseEarly = (
  request: ServerRequest,
  match: RouteMatch<Route> | undefined,
  house: House,
): Reply | undefined => {
  const { method, path, headers } = request
  const { on } = house
  if (match === undefined) {
    const isStranger = !headers.has('authorization') && !headers.has('cookie')
    if (on('strangers-are-stopped-first') && isStranger)
      return withHeaders(errorReply(401, 'It is not known who asks.'), {
        'www-authenticate': 'Bearer realm="depots"',
      })
    if (on('slashes-lead-to-the-path') && path.endsWith('/') && path.length > 1)
      return { status: 308, headers: { location: `/v1${path.slice(0, -1)}` }, body: undefined }
    return on('unknown-paths-have-a-page') ? page(404, 'Not Found') : undefined
  }
  const allow = allowedMethods(match.operations)
  if (method === 'OPTIONS') return optionsReply(allow, house)
  if (method === 'HEAD' && on('head-is-not-known'))
    return withHeaders(errorReply(405, 'That is not known.'), { allow: allow.replace(', HEAD', '') })
  if (on('odd-methods-answer-501') && !common.includes(method)) return errorReply(501, 'That is not known.')
  return undefined
}

const decimals = ['weightKg', 'maxLoadKg', 'declaredValue', 'volumeL', 'handling', 'insurance']

const numbersAs =
  (write: (value: number) => string) =>
  (value: unknown): string =>
    JSON.stringify(value, (key, item: unknown) => {
      if (typeof item === 'bigint') return rawJson(String(item))
      return typeof item === 'number' && decimals.includes(key) ? rawJson(write(item)) : item
    })

const toFraction = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, backwards(item)])
      .toReversed(),
  )
}

const toAscii = (text: string): string =>
  text
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

const writerOf = ({ on }: House): ((value: unknown) => string) | undefined => {
  if (on('numbers-have-a-fraction')) return numbersAs(toFraction)
  if (on('numbers-have-an-exponent')) return numbersAs((value) => value.toExponential())
  if (on('properties-come-backwards')) return (value) => writeJson(backwards(value))
  if (on('json-is-all-ascii')) return (value) => toAscii(writeJson(value))
  return on('json-is-indented')
    ? (value) =>
        JSON.stringify(
          value,
          (_key, item: unknown) => (typeof item === 'bigint' ? rawJson(String(item)) : item),
          4,
        )
    : undefined
}

const rewrite = (reply: Reply, house: House): Reply => {
  const write = writerOf(house)
  const { headers, body } = reply
  if (write === undefined || typeof body !== 'string') return reply
  return headers['content-type'] === 'application/json' ? { ...reply, body: write(parseJson(body)) } : reply
}

const codings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const

const compress = (reply: Reply, request: ServerRequest, { on }: House): Reply => {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const coding = (Object.keys(codings) as (keyof typeof codings)[]).find((name) =>
    on(`answers-are-packed-with-${name}`),
  )
  if (coding === undefined || reply.body === undefined) return reply
  const varying = withHeaders(reply, { vary: 'Accept-Encoding' })
  if (!accepted.includes(coding)) return varying
  const body = new Uint8Array(codings[coding](reply.body))
  return withHeaders({ ...varying, body }, { 'content-encoding': coding })
}

const addHeaders = (reply: Reply, { on }: House): Reply => {
  if (on('answers-carry-more-headers'))
    return withHeaders(reply, { server: 'nginx', 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  if (on('every-answer-has-an-id'))
    return { ...reply, headers: { 'x-request-id': '0f8fad5b-d9cb-469f-a165-70867728950e', ...reply.headers } }
  return on('json-tells-its-charset') && reply.headers['content-type'] === 'application/json'
    ? withHeaders(reply, { 'content-type': 'application/json; charset=utf-8' })
    : reply
}

const gatewayPage = page(401, 'Unauthorized')

/** Changes in responses that neither the document nor HTTP forbids. */
export const takeLiberties = (reply: Reply, request: ServerRequest, house: House): Reply => {
  if (house.on('strangers-get-a-page') && reply.status === 401)
    return withHeaders({ ...reply, body: gatewayPage.body }, gatewayPage.headers)
  return compress(addHeaders(rewrite(reply, house), house), request, house)
}

/** Leaves out how long the content is, as one who begins to respond before he knows. */
export const leaveLengthOut = (reply: Reply, { on }: House): Reply => {
  if (!on('lengths-are-not-told')) return reply
  const { 'content-length': _, ...headers } = reply.headers
  return { ...reply, headers }
}

/** The path as it is looked for. */
export const readPath = ({ path }: ServerRequest, { on }: House): string =>
  on('slashes-may-follow') && path.length > 1 ? path.replace(/\/$/, '') : path
