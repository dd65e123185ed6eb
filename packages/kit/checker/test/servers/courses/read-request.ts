import { acceptsMedia } from '../kernel/accepts-media.ts'
import type { Part } from '../kernel/part.ts'
import { resolvePart } from '../kernel/resolve-part.ts'
import type { ServerRequest } from '../kernel/server-request.ts'
import { Refusal, type Caller, type Campus, type Fault } from './campus.ts'

/** The document as the server reads it, and its schemas compiled. */
export interface Reading {
  readonly document: Part
  readonly faultsOf: (schema: unknown, value: unknown) => readonly string[]
}

/** The parameters of a request, read by their schemas. */
export interface Parameters {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

const accounts: readonly (Caller & { readonly password: string; readonly token: string })[] = [
  {
    account: 'registrar',
    password: 'ledger-7',
    token: 'Reg7f3a',
    rights: ['catalog:write', 'enrollments'],
  },
  { account: 's1001', password: 'chalk-1', token: 'Stu1001', rights: ['enrollments'] },
  { account: 's1002', password: 'sponge-2', token: 'Stu1002', rights: ['enrollments'] },
]

/** The sender of a request, by Basic (RFC 7617) or a bearer token (RFC 6750). */
export const callerOf = ({ headers }: ServerRequest, { on }: Campus): Caller | undefined => {
  const [scheme = '', credentials = ''] = (headers.get('authorization') ?? '').trim().split(/ +/)
  const isSame = (sent: string, held: string): boolean =>
    sent === held ||
    (on('passwords-are-cut') && sent !== '' && held.startsWith(sent)) ||
    (on('tokens-in-any-case') && sent.toLowerCase() === held.toLowerCase()) ||
    (on('tokens-with-more-behind') && sent.startsWith(held))
  if (scheme.toLowerCase() === 'bearer') return accounts.find(({ token }) => isSame(credentials, token))
  if (scheme.toLowerCase() !== 'basic') return undefined
  const [account, ...password] = Buffer.from(credentials, 'base64').toString('utf8').split(':')
  const known = accounts.find((held) => held.account === account)
  if (on('any-password-will-do')) return known
  return known !== undefined && isSame(password.join(':'), known.password) ? known : undefined
}

const toNumber = (text: string): unknown =>
  /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text

const toValue = (text: string, { type }: Part): unknown =>
  type === 'integer' || type === 'number' ? toNumber(text) : text

const nameOf = (parameter: Part): string => parameter.name as string

const readQuery = (query: URLSearchParams, declared: Part, schema: Part, { on }: Campus): unknown => {
  const name = nameOf(declared)
  const sent = query.getAll(name)
  if (declared.style === 'deepObject') {
    const members = [...query].filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
    const read = members.map(([key, text]) => [key.slice(name.length + 1, -1), toNumber(text)] as const)
    const isRepeated = new Set(members.map(([key]) => key)).size < members.length
    if (isRepeated) throw new Refusal(400, undefined, [{ parameter: name, message: 'is repeated' }])
    const taken = on('upper-bound-of-credits-overlooked') ? read.filter(([key]) => key !== 'max') : read
    return taken.length === 0 ? undefined : Object.fromEntries(taken)
  }
  if (sent.length === 0) return undefined
  const isList = (schema.type as unknown) === 'array'
  if (isList && (declared.explode as unknown) === true)
    return on('first-subject-only-counts') ? sent.slice(0, 1) : sent
  if (sent.length > 1) throw new Refusal(400, undefined, [{ parameter: name, message: 'is repeated' }])
  const [text = ''] = sent
  if (isList) return on('tags-parted-by-bars') ? text.split('|') : text.split(',')
  return toValue(text, schema)
}

/** The parameters of an operation, judged by their schemas; what is wrong ends the call. */
export const readParameters = (
  request: ServerRequest,
  texts: Readonly<Record<string, string>>,
  declared: readonly Part[],
  { document, faultsOf }: Reading,
  campus: Campus,
): Parameters => {
  const search = new URLSearchParams(request.query)
  const faults: Fault[] = []
  const query: Record<string, unknown> = {}
  for (const parameter of declared.map((part) => resolvePart(document, part))) {
    const name = nameOf(parameter)
    const schema = resolvePart(document, parameter.schema as Part)
    const value = {
      path: () => toValue(texts[name] ?? '', schema),
      query: () => readQuery(search, parameter, schema, campus),
      header: () => request.headers.get(name) ?? undefined,
    }[parameter.in as 'path' | 'query' | 'header']()
    if (value === undefined) continue
    faults.push(...faultsOf(parameter.schema, value).map((message) => ({ parameter: name, message })))
    if (parameter.in === 'query') query[name] = value
  }
  const known = declared.map((part) => nameOf(resolvePart(document, part)))
  const unknown = [...search.keys()].filter((key) => !known.includes(key.replace(/\[.*$/, '')))
  if (campus.on('unknown-query-is-refused'))
    faults.push(...unknown.map((parameter) => ({ parameter, message: 'is unknown' })))
  if (faults.length > 0) throw new Refusal(400, 'A parameter is wrong.', faults)
  return { path: texts, query }
}

const decode = (body: Uint8Array<ArrayBuffer>): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new Refusal(400, 'The body is not UTF-8.')
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Refusal(400, 'The body is no JSON.')
  }
}

// "/contact/email must be …": the pointer, then what is wrong.
const toFault = (fault: string): Fault => {
  const [pointer = '', ...message] = fault.split(' ')
  return { pointer, message: message.join(' ') }
}

/** The numbers, truth values and nulls that a form or a query would write as texts. */
const fromText = (value: unknown): unknown =>
  typeof value === 'string' && /^(\d+|true|false)$/.test(value) ? (JSON.parse(value) as unknown) : value

const coerced = (value: unknown, names: readonly string[], read: (value: unknown) => unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, names.includes(name) ? read(item) : item]),
      )

const misread = (value: unknown, { on }: Campus): unknown => {
  if (on('levels-as-texts-are-taken')) return coerced(value, ['level'], fromText)
  if (on('true-is-one-seat')) return coerced(value, ['capacity'], (item) => (item === true ? 1 : item))
  return value
}

/** The body of a request; undefined if the operation takes none. Ends the call if the body is invalid. */
export const readBody = (
  { body, headers }: ServerRequest,
  operation: Part,
  { faultsOf }: Reading,
  campus: Campus,
): unknown => {
  const [[type, media] = ['', undefined]] = Object.entries(
    (operation.requestBody?.content ?? {}) as Readonly<Record<string, Part>>,
  )
  if (media === undefined) return undefined
  const sent = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const isAlmost = campus.on('patch-takes-plain-json') && sent === 'application/json'
  if (body.length === 0) throw new Refusal(400, 'There is no body.')
  if (sent !== type && !isAlmost) throw new Refusal(415, `Send ${type}.`)
  const text = decode(body)
  const value = type.endsWith('json') ? misread(parse(text), campus) : text
  const faults = [...new Set(faultsOf(media.schema, value))].map(toFault)
  if (faults.length > 0)
    throw new Refusal(campus.on('wrong-bodies-answer-400') ? 400 : 422, 'The body is wrong.', faults)
  return value
}

/** The media type of the response, by `Accept`; ends the call if there is none. */
export const chooseMedia = ({ headers }: ServerRequest, offered: readonly string[]): string => {
  const accept = headers.get('accept')
  const found = offered.find((type) => acceptsMedia(accept, type))
  if (found === undefined) throw new Refusal(406, `Accept ${offered.join(' or ')}.`)
  return found
}
