import { isUtf8 } from 'node:buffer'
import { finished } from 'node:stream/promises'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Operation } from './document.ts'
import { RequestError } from './errors.ts'
import { bySpecificity, charsetOf, essenceOf, isForm, isInRange, isJson, isMultipart } from './media-types.ts'

/** How much of a body is taken. */
export interface BodyLimits {
  /** Bytes; 256 KiB by default. */
  readonly bytes?: number
  /** How deep JSON may be nested; 64 by default. */
  readonly depth?: number
  /** How many values JSON may have; 10,000 by default. An error for each would otherwise multiply a small body. */
  readonly values?: number
}

type Limits = Required<BodyLimits>

/** Bytes of a body that are taken where nothing else is said. */
export const defaultBodyBytes = 256 * 1024

const defaultLimits: Limits = { bytes: defaultBodyBytes, depth: 64, values: 10_000 }

interface Declared {
  /** The media type or range as the document declares it. */
  readonly mediaType: string
  readonly essence: string
  readonly parse: RequestHandler
}

/** Facts about the body of a request, left on `response.locals.sentBody` by `readBody`. */
export interface SentBody {
  /** As the document declares it. */
  readonly mediaType: string
  /** As it was sent. */
  readonly contentType: string
}

/**
 * Makes the middleware that reads the body of one operation. The body has a declared media type, is UTF-8 if it is JSON, is
 * never inflated, and is within the limits. An operation without a request body reads nothing: a body has no meaning there (RFC
 * 9110, 9.3.1).
 *
 * The validator keeps one compiled schema for each distinct `Content-Type` for ever. So the declared media type that matches the
 * header replaces it. The header is removed if there is no body.
 */
export function readBody(operation: Operation, limits: BodyLimits = {}): RequestHandler {
  const { mediaTypes, requiresBody } = operation
  const all: Limits = { ...defaultLimits, ...limits }
  const declared = mediaTypes
    .map((mediaType): Declared => ({
      mediaType,
      essence: essenceOf(mediaType),
      parse: parserOf(mediaType, all),
    }))
    .toSorted((one, other) => bySpecificity(one.essence, other.essence))
  const readBytes = express.raw({ type: () => true, limit: all.bytes, inflate: false })

  return async (request, response, next) => {
    const { 'content-type': sent = '', 'transfer-encoding': coding } = request.headers
    const match = findDeclared(declared, sent)
    if (mediaTypes.length === 0 || !hasBody(request)) {
      await discard(request)
    } else {
      // Chunks may turn out to be no body at all.
      if (match === undefined && coding === undefined) throw unsupported(mediaTypes)
      if (match !== undefined && isMultipart(sent)) {
        // The validator's own middleware reads it, part by part, so the length of the whole is judged before.
        judgeLength(request, all.bytes)
        request.headers['content-type'] = withBoundary(sent)
        response.locals['sentBody'] = { mediaType: match.mediaType, contentType: sent } satisfies SentBody
        return next()
      }
      await parse(match?.parse ?? readBytes, request, response)
      // The JSON text `""` is a body: an empty string.
      if (!isJson(match?.essence ?? '') && isEmpty(request.body)) request.body = undefined
      if (match === undefined && request.body !== undefined) throw unsupported(mediaTypes)
    }
    if (request.body === undefined || match === undefined) {
      delete request.headers['content-type']
      if (requiresBody) throw missingBody()
    } else {
      request.headers['content-type'] = memberOf(match.mediaType)
      response.locals['sentBody'] = { mediaType: match.mediaType, contentType: sent } satisfies SentBody
    }
    next()
  }
}

/** Runs one parser of Express. */
async function parse(parser: RequestHandler, request: Request, response: Response): Promise<void> {
  const error = await new Promise<unknown>((resolve) => void parser(request, response, resolve))
  if (error !== undefined && typeOf(error) !== faults.empty) throw toRequestError(error)
  // body-parser passes by a request whose connection is gone, as if it had no body.
  if (!request.complete) throw aborted()
}

const isEmpty = (body: unknown): boolean =>
  (typeof body === 'string' || body instanceof Uint8Array) && body.length === 0

/** Reads to its end what was sent without a meaning: a request that breaks off is not carried out. */
async function discard(request: Request): Promise<void> {
  request.body = undefined
  if (!hasBody(request)) return
  try {
    await finished(request.resume())
  } catch {
    throw aborted()
  }
}

/** A member of a declared range; any other media type as it is. */
export const memberOf = (range: string): string => range.replaceAll('*', 'any')

function judgeLength({ headers }: Request, limit: number): void {
  const length = headers['content-length']
  if (length === undefined)
    throw new RequestError('length_required', 'Content-Length is required for a multipart body')
  if (Number(length) > limit) throw tooLarge()
}

const withBoundary = (sent: string): string => {
  const [, boundary = ''] = /;\s*boundary=("[^"]{1,100}"|[^\s;"]{1,100})/i.exec(sent) ?? []
  return `multipart/form-data; boundary=${boundary}`
}

/** The headers of a request announce its body (RFC 9112, 6.3). A length of 0 announces none. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

const missingBody = (): RequestError =>
  new RequestError('validation_failed', 'Request body is required', {
    problems: [{ in: 'body', at: '', message: 'is required', keyword: 'required' }],
  })

const unsupported = (mediaTypes: readonly string[]): RequestError =>
  new RequestError('unsupported_media_type', `Content-Type must be ${mediaTypes.join(' or ')}`)

/** The declared media type or range of a sent one; undefined if there is none, or if JSON is not in UTF-8. */
function findDeclared(declared: readonly Declared[], sent: string): Declared | undefined {
  const essence = essenceOf(sent)
  if (!/^[^/*\s]+\/[^/*\s]+$/.test(essence)) return undefined
  if (isJson(essence) && !['', 'utf-8'].includes(charsetOf(sent))) return undefined
  return declared.find((one) => isInRange(one.essence, essence))
}

function parserOf(mediaType: string, limits: Limits): RequestHandler {
  const options = { type: () => true, limit: limits.bytes, inflate: false }
  if (isJson(mediaType)) {
    const verify = (_request: unknown, _response: unknown, bytes: Buffer): void => verifyJson(bytes, limits)
    return express.json({ ...options, strict: false, verify })
  }
  if (isTextual(mediaType)) return express.text(options)
  if (isForm(mediaType)) return express.urlencoded({ ...options, extended: false })
  return express.raw(options)
}

const isTextual = (mediaType: string): boolean => essenceOf(mediaType).startsWith('text/')

/** True for a media type whose body handlers get as bytes, which no schema describes. */
export const isBytes = (mediaType: string): boolean =>
  !isJson(mediaType) && !isTextual(mediaType) && !isForm(mediaType)

/** The faults that `verify` finds. body-parser keeps only the type of an error that is thrown there. */
const faults = { empty: 'contract.empty', notUtf8: 'contract.not-utf-8', limits: 'contract.limits' } as const

const fault = (type: string): Error => Object.assign(new Error(type), { type })

/** A byte order mark alone is no JSON, but `express.json` would make an object of it, too. */
const byteOrderMark = 0xefbbbf

/** JSON is UTF-8 (RFC 8259, 8.1). The limits are judged on the bytes, before anything is built of them. */
function verifyJson(bytes: Buffer, { depth: maxDepth, values: maxValues }: Limits): void {
  // `express.json` would make an object of no bytes.
  if (bytes.length === 0) throw fault(faults.empty)
  const isOnlyMark = bytes.length === 3 && bytes.readUIntBE(0, 3) === byteOrderMark
  if (!isUtf8(bytes) || isOnlyMark) throw fault(faults.notUtf8)
  let depth = 0
  let values = 1
  let inString = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (inString) {
      if (byte === 0x5c) index += 1
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) depth += 1
    else if (byte === 0x7d || byte === 0x5d) depth -= 1
    else if (byte === 0x2c) values += 1
    if (depth > maxDepth || values > maxValues) throw fault(faults.limits)
  }
}

const typeOf = (error: unknown): unknown =>
  error instanceof Error && 'type' in error ? error.type : undefined

const tooLarge = (): RequestError => new RequestError('body_too_large', 'Request body is too large')

/** A request whose connection has broken. */
export const aborted = (): RequestError =>
  new RequestError('request_aborted', 'Request ended before its body did')

const tooComplex = (): RequestError =>
  new RequestError('validation_failed', 'Request body has too many values or is nested too deeply', {
    problems: [
      { in: 'body', at: '', message: 'has too many values or is nested too deeply', keyword: 'limits' },
    ],
  })

/** body-parser names each of its faults in `type`. */
function toRequestError(error: unknown): unknown {
  switch (typeOf(error)) {
    case 'entity.too.large':
      return tooLarge()
    case 'encoding.unsupported':
      return new RequestError('unsupported_encoding', 'Content-Encoding is not supported')
    case 'charset.unsupported':
      return new RequestError('unsupported_media_type', 'The charset of Content-Type is not supported')
    case 'request.aborted':
    case 'request.size.invalid':
      return aborted()
    case faults.limits:
      return tooComplex()
    case faults.notUtf8:
    case 'entity.parse.failed':
      return new RequestError('malformed_body', 'Request body is not valid JSON')
    default:
      return error
  }
}
