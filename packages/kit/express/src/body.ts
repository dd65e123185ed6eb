import { isUtf8 } from 'node:buffer'
import { finished } from 'node:stream/promises'
import { type ApiMedia, type ApiOperation, essenceOf, findMedia } from '@contract-kit/openapi'
import { mediaKindOf, type MultipartPart } from '@contract-kit/openapi/wire'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { RequestError } from './errors.ts'
import { aborted, type BodyLimits, type Limits, tooComplex, tooLarge } from './body-limits.ts'
import { charsetOf } from './media-types.ts'
import { readMultipart, type UploadedFile } from './multipart.ts'

/** The default limit of a body, in bytes. */
export const defaultBodyBytes = 256 * 1024

const defaultLimits: Limits = { bytes: defaultBodyBytes, depth: 64, values: 10_000 }

/** Facts about the body of a request, left on `response.locals.sentBody` by `readBody`. */
export interface SentBody {
  /** The declared media type or range. */
  readonly mediaType: string
  /** The media type that was sent. */
  readonly contentType: string
  /** The parts of a multipart body; a file is an empty text. */
  readonly parts?: readonly MultipartPart[]
  readonly files?: readonly UploadedFile[]
}

/**
 * Creates the middleware that reads the body of one operation. It accepts declared media types only, JSON in UTF-8 only, no
 * compression, and bodies within the limits. It ignores the body if the operation declares none (RFC
 * 9110, 9.3.1).
 */
export function readBody({ body }: ApiOperation, limits: BodyLimits = {}): RequestHandler {
  const all: Limits = { ...defaultLimits, ...limits }
  const media = body?.media ?? []
  const parsers = new Map(media.map((one) => [one, parserOf(one.contentType, all)]))
  const readBytes = express.raw({ type: () => true, limit: all.bytes, inflate: false })

  return async (request, response, next) => {
    const { 'content-type': sent = '', 'transfer-encoding': coding } = request.headers
    const match = findDeclared(media, sent)
    const mark = (more: Partial<SentBody> = {}): void => {
      if (match === undefined) return
      response.locals['sentBody'] = {
        mediaType: match.contentType,
        contentType: sent,
        ...more,
      } satisfies SentBody
    }
    if (media.length === 0 || !hasBody(request)) {
      await discard(request)
    } else {
      // A chunked body may be empty.
      if (match === undefined && coding === undefined) throw unsupported(media)
      if (match !== undefined && mediaKindOf(sent) === 'multipart') {
        judgeLength(request, all.bytes)
        mark(await readMultipart(request, all))
        return next()
      }
      await parse((match && parsers.get(match)) ?? readBytes, request, response)
      // The JSON text `""` is a body: an empty string.
      if (mediaKindOf(match?.contentType ?? '') !== 'json' && isEmpty(request.body)) request.body = undefined
      if (match === undefined && request.body !== undefined) throw unsupported(media)
    }
    if (request.body !== undefined) mark()
    else if (body?.required === true) throw missingBody()
    next()
  }
}

/** Runs one parser of Express. */
async function parse(parser: RequestHandler, request: Request, response: Response): Promise<void> {
  const error = await new Promise<unknown>((resolve) => void parser(request, response, resolve))
  if (error !== undefined && typeOf(error) !== faults.empty) throw toRequestError(error)
  // body-parser treats a request with a closed connection as one without a body.
  if (!request.complete) throw aborted()
}

const isEmpty = (body: unknown): boolean =>
  (typeof body === 'string' || body instanceof Uint8Array) && body.length === 0

/** Reads an ignored body to its end, so that a truncated request is not processed. */
async function discard(request: Request): Promise<void> {
  request.body = undefined
  if (!hasBody(request)) return
  try {
    await finished(request.resume())
  } catch {
    throw aborted()
  }
}

function judgeLength({ headers }: Request, limit: number): void {
  const length = headers['content-length']
  if (length === undefined)
    throw new RequestError('length_required', 'Content-Length is required for a multipart body')
  if (Number(length) > limit) throw tooLarge()
}

/** Whether the headers announce a body (RFC 9112, 6.3). A length of 0 announces none. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

const missingBody = (): RequestError =>
  new RequestError('validation_failed', 'Request body is required', {
    problems: [{ in: 'body', at: '', message: 'is required', keyword: 'required' }],
  })

const unsupported = (media: readonly ApiMedia[]): RequestError =>
  new RequestError(
    'unsupported_media_type',
    `Content-Type must be ${media.map(({ contentType }) => contentType).join(' or ')}`,
  )

/** The declared media type or range that matches the sent type; undefined if none matches, or if JSON is not in UTF-8. */
function findDeclared(media: readonly ApiMedia[], sent: string): ApiMedia | undefined {
  if (!/^[^/*\s]+\/[^/*\s]+$/.test(essenceOf(sent))) return undefined
  if (mediaKindOf(sent) === 'json' && !['', 'utf-8'].includes(charsetOf(sent))) return undefined
  return findMedia(media, sent)
}

function parserOf(mediaType: string, limits: Limits): RequestHandler {
  const options = { type: () => true, limit: limits.bytes, inflate: false }
  const kind = mediaKindOf(mediaType)
  if (kind === 'json') {
    const verify = (_request: unknown, _response: unknown, bytes: Buffer): void => verifyJson(bytes, limits)
    return express.json({ ...options, strict: false, verify })
  }
  if (kind === 'form') {
    const verify = (_request: unknown, _response: unknown, bytes: Buffer): void => verifyForm(bytes, limits)
    return express.text({ ...options, verify })
  }
  return kind === 'text' ? express.text(options) : express.raw(options)
}

/** True for a media type whose body handlers get as bytes, which no schema describes. */
export const isBytes = (mediaType: string): boolean => mediaKindOf(mediaType) === 'opaque'

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

/** A form has as few fields as JSON has values. */
function verifyForm(bytes: Buffer, { values: maxValues }: Limits): void {
  let fields = 1
  for (const byte of bytes) if (byte === 0x26) fields += 1
  if (fields > maxValues) throw fault(faults.limits)
}

const typeOf = (error: unknown): unknown =>
  error instanceof Error && 'type' in error ? error.type : undefined

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
