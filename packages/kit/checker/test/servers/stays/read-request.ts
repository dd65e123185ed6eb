import { createHash } from 'node:crypto'
import { formats } from '../kernel/formats.ts'
import type { Part } from '../kernel/part.ts'
import { withHeaders, type Reply } from '../kernel/reply.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { Refusal, type Call, type Caller, type On, type Scope } from './house.ts'
import { partnerKey, tokens } from './tokens.ts'

/** The document as the server reads it, and its schemas compiled. */
export interface Reading {
  readonly document: Part
  readonly faultsOf: (schema: unknown, value: unknown) => readonly string[]
}

const everything: readonly Scope[] = ['stays:read', 'stays:write', 'hotel:manage']

const callers: ReadonlyMap<string, Caller> = new Map([
  [tokens.manager, { hotel: 'Harbor', scopes: everything }],
  [tokens.desk, { hotel: 'Harbor', scopes: ['stays:read', 'stays:write'] }],
  [tokens.hill, { hotel: 'Hill', scopes: everything }],
])

const isToken = (known: string, sent: string, operation: string, on: On): boolean => {
  if (on('first-half-of-a-token-will-do') && operation === 'create_guest')
    return sent.length > 3 && known.startsWith(sent)
  if (on('tokens-in-any-case-will-do') && operation === 'get_guest')
    return known.toLowerCase() === sent.toLowerCase()
  if (on('longer-tokens-will-do') && operation === 'list_bookings') return sent.startsWith(known)
  return known === sent
}

const findCaller = ({ headers }: ServerRequest, operation: string, on: On): Caller | undefined => {
  const [scheme = '', token = ''] = (headers.get('authorization') ?? '').trim().split(/ +/)
  const takesAnyScheme = on('any-scheme-will-do') && operation === 'search_bookings'
  if (scheme.toLowerCase() !== 'bearer' && !takesAnyScheme) return undefined
  return [...callers].find(([known]) => isToken(known, token, operation, on))?.[1]
}

const findPartner = (query: URLSearchParams, operation: string, on: On): Caller | undefined => {
  const key = query.get('api_key')
  const isKnown =
    key === partnerKey || (on('any-partner-key-will-do') && operation === 'get_quote' && key !== null)
  return isKnown ? { hotel: 'Harbor', scopes: everything } : undefined
}

/** The caller; ends the request if it is unknown, or not allowed to do this. */
export const readCaller = (
  request: ServerRequest,
  operation: string,
  security: readonly Readonly<Record<string, readonly Scope[]>>[],
  on: On,
): Caller => {
  const harbor = { hotel: 'Harbor', scopes: everything }
  if (security.length === 0) return harbor
  const partner = security.some((way) => way.partner_key !== undefined)
    ? findPartner(new URLSearchParams(request.query), operation, on)
    : undefined
  const caller = findCaller(request, operation, on) ?? partner
  if (caller === undefined) {
    const challenge = { 'www-authenticate': 'Bearer realm="harbors"' }
    throw new Refusal(401, 'Say who is calling.', undefined, challenge)
  }
  const needed = security.flatMap((way) => way.hotel_login ?? [])
  const asksForNone = on('desks-change-the-settings') && operation === 'put_settings'
  const isAllowed = asksForNone || needed.every((scope) => caller.scopes.includes(scope))
  if (!isAllowed && on('what-takes-a-manager-is-hidden') && operation === 'archive_guest')
    throw new Refusal(404, 'There is no such guest.')
  if (!isAllowed) throw new Refusal(403, `This takes ${needed.join(' and ')}.`)
  return caller
}

const parse = (body: Uint8Array<ArrayBuffer>): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    throw new Refusal(400, 'The body is no JSON.')
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const coerce = (value: unknown, on: On): unknown => {
  if (!isObject(value)) return value
  const { nights, newsletter } = value
  if (on('nights-may-be-text') && typeof nights === 'string' && /^\d+$/.test(nights))
    return { ...value, nights: Number(nights) }
  if (on('newsletter-may-be-text') && ['true', 'false'].includes(String(newsletter)))
    return { ...value, newsletter: String(newsletter) === 'true' }
  return value
}

const measure = (value: unknown, on: On): readonly string[] => {
  if (!isObject(value)) return []
  const { name, special_requests } = value
  if (on('names-are-measured-in-utf-16') && typeof name === 'string' && name.length > 80)
    return ['/name is long']
  if (on('requests-are-measured-in-bytes') && Buffer.byteLength(String(special_requests)) > 200)
    return ['/special_requests is long']
  return []
}

/** The body of a request; undefined if the operation takes none. Ends the request if it is not what the document asks for. */
export const readBody = (
  { body, headers }: ServerRequest,
  declared: Part | undefined,
  { faultsOf }: Reading,
  on: On,
): unknown => {
  const content = declared?.requestBody?.content
  if (content === undefined) return undefined
  if (body.length === 0) throw new Refusal(400, 'A body is needed.')
  const sentType = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const [[type, media] = ['', undefined]] = Object.entries(content as unknown as Record<string, Part>)
  const isRight =
    sentType === type || (on('guest-changes-of-any-type') && declared?.operationId === 'update_guest')
  if (!isRight) throw new Refusal(415, `The body must be ${type}.`)
  const value = coerce(parse(body), on)
  const faults = [...faultsOf(media?.schema, value), ...measure(value, on)]
  if (faults.length > 0) throw new Refusal(422, 'The body is wrong.', faults)
  return value
}

const wrongQuery = (name: string): Refusal => new Refusal(400, 'The query is wrong.', [`${name} is wrong`])

/** The only value of a parameter of the query, of a form; undefined if it was not sent. */
export const readOne = (
  { query }: Call,
  name: string,
  isRight: (text: string) => boolean = () => true,
): string | undefined => {
  const values = query.getAll(name)
  if (values.length > 1 || !values.every(isRight)) throw wrongQuery(name)
  return values[0]
}

/** Several values, sent one by one or parted by commas; undefined if none was sent. */
export const readMany = (
  { query }: Call,
  name: string,
  isRight: (text: string) => boolean,
  {
    max,
    parted = false,
    unique = false,
  }: { readonly max: number; readonly parted?: boolean; readonly unique?: boolean },
): readonly string[] | undefined => {
  const sent = query.getAll(name)
  if (sent.length === 0) return undefined
  if (parted && sent.length > 1) throw wrongQuery(name)
  const values = parted ? (sent[0]?.split(',') ?? []) : sent
  const isTwice = unique && new Set(values).size < values.length
  if (values.length > max || isTwice || !values.every(isRight)) throw wrongQuery(name)
  return values
}

/** Whether a text is a day. */
export const isDay = (text: string): boolean => {
  const rule = formats.date
  return typeof rule === 'function' && rule(text)
}

/** How many items are wanted. */
export const readLimit = (call: Call, { max = 50, otherwise = 10 } = {}): number =>
  Number(readOne(call, 'limit', (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= max) ?? otherwise)

/** An entity tag that changes with what it stands for. */
export const etagOf = (value: unknown): string =>
  `"${createHash('sha1').update(JSON.stringify(value)).digest('hex').slice(0, 16)}"`

const tagsIn = (header: string): readonly string[] => header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []

/** Ends the request if it was meant for another state (RFC 9110 13.1.1, compared strongly). */
export const assertMatch = ({ request }: Call, etag: string, on: On): void => {
  const sent = request.headers.get('if-match')
  if (sent === null) return
  const tags = tagsIn(on('weak-tags-match') ? sent.replaceAll('W/', '') : sent)
  if (!tags.some((tag) => tag === '*' || tag === etag)) throw new Refusal(412, 'It was changed meanwhile.')
}

/** The reply with its entity tag; 304 without content where the client has the same state (RFC 9110 13.1.2, compared weakly). */
export const tagged = ({ request }: Call, reply: Reply, etag: string): Reply => {
  const sent = request.headers.get('if-none-match')
  const isKnown = tagsIn(sent ?? '').some(
    (tag) => tag === '*' || tag.replace('W/', '') === etag.replace('W/', ''),
  )
  return isKnown ? { status: 304, headers: { etag }, body: undefined } : withHeaders(reply, { etag })
}
