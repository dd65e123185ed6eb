import { STATUS_CODES } from 'node:http'
import { isJsonType } from '@contract-kit/openapi/wire'
import type { Request, RequestHandler, Response } from 'express'
import {
  createOperationFinder,
  open,
  type OpenApiDocument,
  type OperationFinder,
  type OperationKey,
} from './document.ts'
import { isText } from './media-types.ts'
import { type Breach, createResponseCheck, type ResponseCheck } from './response-check.ts'

/** A response that breaks its contract. The message holds names, pointers and rules, never a value of the response. */
export class ResponseBreachError extends Error {
  override readonly name = 'ResponseBreachError'
  readonly operation: OperationKey
  readonly status: number
  readonly breaches: readonly Breach[]

  constructor(operation: OperationKey, status: number, breaches: readonly Breach[]) {
    const list = breaches.map(({ place, at, message }) => `${place}${at && ` ${at}`} ${message}`).join('; ')
    super(`${operation.operationId ?? `${operation.method} ${operation.path}`} ${status}: ${list}`)
    this.operation = operation
    this.status = status
    this.breaches = breaches
  }
}

/** A complete replacement response. */
export interface Replacement {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the replacement for a response that broke the contract, or nothing to send it unchanged. Must not throw. */
export type OnBreach = (
  error: ResponseBreachError,
  request: Request,
  response: Response,
) => Replacement | undefined | void

export interface ContractResponsesOptions {
  readonly document: OpenApiDocument
  readonly onBreach: OnBreach
  /** The path in front of the document's paths, `/v1`. Default: the paths of the document's `servers`. */
  readonly basePath?: string
}

/**
 * Middleware that checks the responses of every operation of a document, those of later error handlers included. Requests
 * outside the document pass untouched. Mount it before the routes, and after middleware that changes bytes, such as `compression`.
 * Throws if the `$ref` of a path item leads nowhere.
 */
export function contractResponses({
  document,
  onBreach,
  basePath,
}: ContractResponsesOptions): RequestHandler {
  const check = createResponseCheck(document)
  let find: OperationFinder | undefined
  return (request, response, next) => {
    find ??= createOperationFinder(open(document), basePath, (setting) => request.app.enabled(setting))
    const operation = find(request.method, request.baseUrl + request.path)
    if (operation) holdResponse(check, operation, onBreach, request, response)
    next()
  }
}

/** Middleware that checks every response against one operation. */
export function checkResponses(
  check: ResponseCheck,
  operation: OperationKey,
  onBreach: OnBreach,
): RequestHandler {
  return (request, response, next) => {
    holdResponse(check, operation, onBreach, request, response)
    next()
  }
}

// Headers about the exchange, not about what the handler sent. A replacement keeps these and drops all others.
const keptHeaders =
  /^(x-.*|access-control-.*|content-security-policy.*|cross-origin-.*|origin-agent-cluster|permissions-policy|referrer-policy|strict-transport-security|ratelimit.*|server-timing|vary|date|connection|keep-alive)$/
const someBytes = Buffer.alloc(1)

type Send<Result> = (...args: unknown[]) => Result

/**
 * Replaces the instance methods that send a response. JSON and text are held until the end and checked whole. Other bodies
 * stream; status, headers and media type are checked before the head goes out. `headersSent` stays false while a response is held.
 */
function holdResponse(
  check: ResponseCheck,
  operation: OperationKey,
  onBreach: OnBreach,
  request: Request,
  response: Response,
): void {
  const write = response.write.bind(response) as Send<boolean>
  const end = response.end.bind(response) as Send<Response>
  const writeHead = response.writeHead.bind(response) as Send<Response>
  const flushHeaders = response.flushHeaders.bind(response)
  const chunks: Buffer[] = []
  let stage: 'open' | 'held' | 'passed' | 'replaced' = 'open'

  const holdHead = (status: number, ...rest: unknown[]): Response => {
    if (stage === 'passed') return writeHead(status, ...rest)
    response.statusCode = status
    for (const part of rest) {
      if (typeof part === 'string') response.statusMessage = part
      else if (typeof part === 'object' && part !== null) setHeaders(response, part)
    }
    return response
  }

  // Middleware mounted later may set headers in its own `writeHead`, as `on-headers` does. It runs before the check.
  const prepareHead = () => response.writeHead !== holdHead && response.writeHead(response.statusCode)

  /** Checks the response and sends its replacement, if there is one. True: the original may be sent. */
  const passes = (body: Buffer | undefined): boolean => {
    stage = 'passed'
    if (response.destroyed) return true // The client went away.
    const { statusCode } = response
    const sent = { status: statusCode, headers: response.getHeaders(), body, method: request.method }
    const breaches = check(operation, sent)
    if (breaches.length === 0) return true
    const replacement = onBreach(new ResponseBreachError(operation, statusCode, breaches), request, response)
    if (!replacement) return true
    replaceHead(response, replacement, breaches)
    end(replacement.body)
    stage = 'replaced'
    return false
  }

  response.writeHead = holdHead as Response['writeHead']

  response.flushHeaders = () => {
    if (stage === 'open') {
      prepareHead()
      const type = response.getHeader('content-type')
      if (!type || isHeld(type) || !passes(someBytes)) return
    }
    if (stage === 'passed') flushHeaders()
  }

  response.write = ((chunk: unknown, ...rest: unknown[]): boolean => {
    if (stage === 'passed' || !isChunk(chunk)) return write(chunk, ...rest)
    if (stage === 'open' && chunk.length > 0) {
      prepareHead()
      if (isHeld(response.getHeader('content-type'))) stage = 'held'
      else if (passes(someBytes)) return write(chunk, ...rest)
    }
    if (stage === 'held') chunks.push(toBuffer(chunk, rest[0]))
    const done = rest.find((each) => typeof each === 'function')
    if (done) process.nextTick(done)
    return true
  }) as Response['write']

  response.end = ((...args: unknown[]): Response => {
    const [chunk, encoding] = args
    if (
      stage === 'passed' ||
      !(chunk === undefined || chunk === null || typeof chunk === 'function' || isChunk(chunk))
    )
      return end(...args)
    const done = args.find((each) => typeof each === 'function') as (() => void) | undefined
    const wasHeld = stage === 'held'
    if (stage !== 'replaced') {
      prepareHead()
      if (isChunk(chunk)) chunks.push(toBuffer(chunk, encoding))
      const body = chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]
      if (passes(body)) return wasHeld ? end(body, done) : end(...args)
    }
    if (done && response.writableFinished) process.nextTick(done)
    else if (done) response.once('finish', () => process.nextTick(done))
    return response
  }) as Response['end']
}

/** Whether the body is checked whole: JSON and text. */
const isHeld = (contentType: unknown): boolean =>
  typeof contentType === 'string' && (isJsonType(contentType) || isText(contentType))

const isChunk = (chunk: unknown): chunk is string | Uint8Array =>
  typeof chunk === 'string' || chunk instanceof Uint8Array

/** Copies the bytes, because the caller may reuse the buffer after the callback of `write`. */
const toBuffer = (chunk: string | Uint8Array, encoding: unknown): Buffer =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk)

/** Sets what `writeHead` accepts: an object, `[name, value, …]` or `[[name, value], …]`. */
function setHeaders(response: Response, headers: object): void {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string)
    return
  }
  const isFlat = !Array.isArray(headers[0])
  const entries = isFlat
    ? headers.flatMap((name: string, i) => (i % 2 === 0 ? [[name, headers[i + 1]]] : []))
    : headers
  for (const [name] of entries) response.removeHeader(name)
  for (const [name, value] of entries) response.appendHeader(name, value)
}

function replaceHead(
  response: Response,
  { status, headers = {}, body }: Replacement,
  breaches: readonly Breach[],
): void {
  const broken = new Set(breaches.filter(({ place }) => place === 'header').map(({ at }) => at))
  for (const name of response.getHeaderNames())
    if (broken.has(name) || !keptHeaders.test(name)) response.removeHeader(name)
  response.statusCode = status
  response.statusMessage = STATUS_CODES[status] ?? ''
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status !== 204 && status !== 304) response.setHeader('content-length', Buffer.byteLength(body))
}
