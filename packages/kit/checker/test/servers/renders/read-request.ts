import type { Reply } from '../kernel/reply.ts'
import { problem, Refusal, type Call, type Farm } from './farm.ts'
import { lengthOf, type Rule } from './rules.ts'

const wrong = (name: string, message: string): Refusal =>
  new Refusal(400, `${name} ${message}`, { errors: [{ pointer: name, message }] })

/** The only value of a parameter of the query; undefined if it was not sent. */
export const readOne = ({ query }: Call, name: string): string | undefined => {
  const sent = query.getAll(name)
  if (sent.length > 1) throw wrong(name, 'was sent more than once')
  return sent[0]
}

/** A whole number as it is written in a query or header. */
export const readNumber = (
  sent: string,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number => {
  const read = /^-?(0|[1-9]\d{0,15})$/.test(sent) ? Number(sent) : Number.NaN
  if (!(read >= min && read <= max)) throw wrong(name, `must be a whole number from ${min} to ${max}`)
  return read
}

/** Ends the request if a text that it has is not of the right form. */
export const assertForm = (
  sent: string | undefined,
  name: string,
  isRight: (text: string) => boolean,
): void => {
  if (sent !== undefined && !isRight(sent)) throw wrong(name, 'is not of the right form')
}

/** `true` or `false` in the query. */
export const readFlag = (call: Call, name: string): boolean | undefined => {
  const sent = readOne(call, name)
  assertForm(sent, name, (text) => ['true', 'false'].includes(text))
  return sent === undefined ? undefined : sent === 'true'
}

const mediaTypeOf = (contentType: string | null): string =>
  contentType?.split(';')[0]?.trim().toLowerCase() ?? ''

/** The body of a request, of one media type and up to so many bytes. */
export const readBytes = (
  { request }: Call,
  { type, max, anyType = false }: { readonly type: string; readonly max: number; readonly anyType?: boolean },
): Uint8Array<ArrayBuffer> => {
  const { body, headers } = request
  if (body.length === 0) throw new Refusal(400, 'A body is needed.')
  if (mediaTypeOf(headers.get('content-type')) !== type && !anyType)
    throw new Refusal(415, `The body must be ${type}.`)
  if (body.length > max) throw new Refusal(413, `The body must not have more than ${max} bytes.`)
  return body
}

/** The body of a request as text. */
export const readText = (call: Call, allowed: { readonly type: string; readonly max: number }): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readBytes(call, allowed))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(400, 'The body is not UTF-8.')
  }
}

/** Ends the request if a text has too few or too many characters. */
export const assertLength = (sent: string, name: string, max: number, measure = lengthOf): void => {
  if (measure(sent) > max) throw wrong(name, `must have up to ${max} characters`)
}

/** The JSON body of a request, changed before it is judged where `prepare` is given. */
export const readJson = (
  call: Call,
  { on }: Farm,
  rule: Rule,
  {
    type = 'application/json',
    prepare = (value) => value,
  }: { readonly type?: string; readonly prepare?: (value: unknown) => unknown } = {},
): unknown => {
  const sent = readText(call, { type, max: 65_536 })
  const value = prepare(
    parse(sent, on('broken-json-tells-where-it-broke') && call.request.path === '/scene-batches'),
  )
  const errors = rule(value, '')
  if (errors.length > 0) throw new Refusal(400, 'The body breaks a rule.', { errors })
  return value
}

const parse = (sent: string, tellsPlace: boolean): unknown => {
  try {
    return JSON.parse(sent) as unknown
  } catch (error) {
    const place = `${String(error)}\n    at JSON.parse (<anonymous>)\n    at readJson (/srv/farm/dist/read-request.js:81:12)`
    throw new Refusal(400, tellsPlace ? place : 'The body is no JSON.')
  }
}

const qualityOf = (accept: string, type: string): number => {
  const [main = ''] = type.split('/')
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return { name, quality: Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1) }
  })
  const ranked = [type, `${main}/*`, '*/*'].map((name) => ranges.find((range) => range.name === name))
  return ranked.find((range) => range !== undefined)?.quality ?? 0
}

/** The media type that the caller likes best (RFC 9110 12.5.1), the first of equal ones; ends the request if none is liked. */
export const negotiate = (accept: string | null, offered: readonly string[]): string => {
  const wanted = accept === null || accept.trim() === '' ? '*/*' : accept
  const best = offered.toSorted((one, other) => qualityOf(wanted, other) - qualityOf(wanted, one))[0] ?? ''
  if (!(qualityOf(wanted, best) > 0)) throw new Refusal(406, `There is ${offered.join(', ')}.`)
  return best
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether a list of entity tags has one, `*` matching any; a strong comparison takes no weak tags. */
export const namesTag = (
  sent: string,
  etag: string,
  { isStrong }: { readonly isStrong: boolean },
): boolean => {
  if (sent.trim() === '*') return true
  const tags = sent.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => (isStrong ? tag === etag : opaque(tag) === opaque(etag)))
}

/** 304 in place of a response that the caller has already. */
export const unlessHad = (call: Call, reply: Reply): Reply => {
  const sent = call.request.headers.get('if-none-match')
  const { etag } = reply.headers
  if (sent === null || etag === undefined || !namesTag(sent, etag, { isStrong: false })) return reply
  return { status: 304, headers: { etag }, body: undefined }
}

/** Handles a creation once for each idempotency key; a key that comes again with another body ends the request. */
export const once = (call: Call, { store, on }: Farm, create: () => Reply): Reply => {
  const key = call.request.headers.get('idempotency-key') ?? undefined
  assertForm(key, 'Idempotency-Key', (text) => /^[A-Za-z0-9-]{8,64}$/.test(text))
  if (key === undefined) return create()
  const { path } = call.request
  const account = on('keys-are-shared-by-accounts') && path === '/webhooks' ? '' : call.caller.account
  const place = `${account} ${path} ${key}`
  const body = new TextDecoder().decode(call.request.body)
  const known = store.replies.get(place)
  if (known === undefined) {
    if (on('refused-request-uses-up-its-key') && path.endsWith('/renders'))
      store.replies.set(place, { body, reply: problem(400) })
    const reply = create()
    store.replies.set(place, { body, reply })
    return reply
  }
  if (known.body !== body && !(on('key-with-another-body-is-replayed') && path === '/scenes'))
    throw new Refusal(422, 'The key came with another body before.')
  if (on('repeated-key-creates-in-secret') && path === '/scenes') create()
  return known.reply
}
