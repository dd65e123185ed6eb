import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { UnsendableError } from '@contract-kit/openapi/write'
import { createQueue, untilAborted } from './abort.ts'
import { Call, callOf, type Deadline, startDeadline, toIdempotencyKey } from './call.ts'
import { AbortError, ClientError, type ErrorReader, InputError, readProblem, TimeoutError } from './errors.ts'
import { type Logger, toSafeLogger } from './log.ts'
import type { Operation, Operations } from './operation.ts'
import type { CallOptions, IdempotentCallOptions, RetryOptions } from './options.ts'
import { createSerializers, serializeBody, toRequestParts } from './request.ts'
import { checkData, readErrors, type Success, toApiCall, toUnexpectedResponse } from './response.ts'
import { withRetries } from './retry.ts'
import { type Fetch, type FetchOptions, type Hooks, sendByFetch, withHooks } from './send.ts'
import { type Session, sessionMiddleware } from './session.ts'

/** The options of a client. They are read once. */
export interface ClientOptions extends Hooks {
  /** The URL of the server, such as `https://api.example.com`, without a query, a fragment or a password. */
  readonly baseUrl: string
  /** How the client identifies itself. */
  readonly session?: Session | undefined
  /** Headers of every request. Headers of a call win. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Further options for `fetch`, such as `dispatcher` (undici) or `credentials` (browsers). */
  readonly fetchOptions?: FetchOptions | undefined
  /** Milliseconds for each attempt, including its response body. `Infinity` for no limit. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for each call: queue, session, attempts, pauses. Default: no limit. */
  readonly deadlineMs?: number | undefined
  /** The number of retries and the pauses between them; `false` for no retries. */
  readonly retry?: RetryOptions | false | undefined
  /** Operations whose calls run one at a time. */
  readonly sequential?: readonly string[] | undefined
  /** Reads error bodies. Default: problem details (RFC 9457). */
  readonly readError?: ErrorReader | undefined
  /** Receives every attempt, pause and new token. Its failures are ignored. */
  readonly logger?: Logger | undefined
}

/**
 * openapi-fetch: `raw.GET(path, init)` resolves to `{ data, error, response }`. Header parameters are optional, since the client
 * sets those that every request needs.
 */
export type RawClient<Paths extends {}> = Client<{
  [Path in keyof Paths]: { [Method in keyof Paths[Path]]: WithOptionalHeaders<Paths[Path][Method]> }
}>

type WithOptionalHeaders<Method> = Method extends { parameters: infer Parameters }
  ? Omit<Method, 'parameters'> & { parameters: Omit<Parameters, 'header'> & HeaderOf<Parameters> }
  : Method

type HeaderOf<Parameters> = Parameters extends { header?: infer Header }
  ? { header?: Partial<Header> }
  : unknown

/** A method for each operation, and openapi-fetch itself behind the same session, retries and time limits. */
export type ApiClient<Methods, Paths extends {}> = Methods & { readonly raw: RawClient<Paths> }

/**
 * Creates a client over openapi-fetch. From the outside in, a call passes its deadline and queue, the middleware (session,
 * errors), the attempts, and the log and hooks. The innermost layer is `fetch` with the time limit of one attempt.
 */
export function createApiClient<Methods, Paths extends {} = {}>(
  operations: Operations,
  options: ClientOptions,
): ApiClient<Methods, Paths> {
  const { headers = {}, retry, session, readError = readProblem } = options
  const log = toSafeLogger(options.logger)
  const send = withRetries(withHooks(sendByFetch(options), options, log), retry, log)
  const engineOptions = {
    baseUrl: checkBaseUrl(options.baseUrl),
    fetch(request: Request): Promise<Response> {
      const call = callOf(request)
      call.request = request
      return send(request, call)
    },
  }
  const sessions = session === undefined ? [] : [sessionMiddleware(session)]

  const raw = createClient<Paths>({ ...engineOptions, headers }) as unknown as RawClient<Paths>
  raw.use(rawCalls(operations), ...sessions)

  const engine = createClient<Record<string, never>>(engineOptions)
  // Responses pass in the opposite order: the session looks at errors before they are thrown.
  engine.use(readErrors(readError), ...sessions)

  const inTurn = createQueue()
  const sequential = new Set(options.sequential)

  async function run(call: Call, usual: Prepared): Promise<Success> {
    const { idempotency, method, path } = call.operation
    if (idempotency === 'key') call.idempotencyKey = toIdempotencyKey(call)
    const init = { ...toRequestParts(call, headers), ...usual, call }
    const request = (): Promise<{ data?: unknown; response: Response }> =>
      // The paths of the document exist only as types; at run time a path is a plain string.
      engine.request(method as never, path as never, init as never)
    const { data, response } = await (sequential.has(call.operationId)
      ? inTurn(request, call.signal)
      : request())
    return { call, data: checkData(call, data), response }
  }

  async function perform(
    operationId: string,
    operation: Operation,
    usual: Prepared,
    input: unknown,
    callOptions: IdempotentCallOptions,
  ): Promise<Success> {
    const deadline = startDeadline({ deadlineMs: options.deadlineMs, ...callOptions })
    const call = new Call(operationId, operation, input, callOptions, deadline.signal)
    try {
      deadline.signal.throwIfAborted()
      return await untilAborted(run(call, usual), deadline.signal)
    } catch (reason) {
      throw toClientError(reason, call, deadline)
    } finally {
      void call.streamed.then(deadline.end)
    }
  }

  const methods = Object.entries(operations).map(([operationId, operation]) => {
    const usual = prepare(operation)
    const method = (input: unknown, callOptions: IdempotentCallOptions = {}) =>
      toApiCall(perform(operationId, operation, usual, input, callOptions))
    const takesInput = operation.parameters ?? operation.contentType
    return [
      operationId,
      takesInput ? method : (callOptions?: IdempotentCallOptions) => method(undefined, callOptions),
    ]
  })
  // The operations have a method each: both are generated from one document.
  return { ...(Object.fromEntries(methods) as Methods), raw }
}

/** How openapi-fetch writes the requests of an operation, and reads its responses. */
function prepare(operation: Operation) {
  const { response = 'json' } = operation
  return {
    ...createSerializers(operation),
    parseAs: response === 'value' ? 'json' : response === 'none' ? 'text' : response,
    bodySerializer: (body: unknown) => serializeBody(operation, body),
  }
}

type Prepared = ReturnType<typeof prepare>

/** Adds retries, the session and time limits to calls of the raw client. */
function rawCalls(operations: Operations): Middleware {
  const known = new Map(
    Object.entries(operations).map(([operationId, operation]) => [
      `${operation.method} ${operation.path}`,
      { operationId, operation },
    ]),
  )
  return {
    onRequest({ request, schemaPath }) {
      const { method } = request
      const { operation, operationId } = known.get(`${method} ${schemaPath}`) ?? {
        operationId: `${method} ${schemaPath}`,
        operation: { method, path: schemaPath, idempotency: 'never' } satisfies Operation,
      }
      // openapi-fetch copies members that `fetch` does not know to the request.
      const { retry, timeoutMs } = request as Request & CallOptions
      // How a body is read is the caller's choice (`parseAs`).
      const call = new Call(
        operationId,
        { ...operation, response: 'none' },
        undefined,
        { retry, timeoutMs },
        request.signal,
      )
      call.idempotencyKey = request.headers.get('idempotency-key') ?? undefined
      Object.assign(request, { call })
    },
  }
}

/** Converts any other failure of a call to a client error. */
function toClientError(reason: unknown, call: Call, deadline: Deadline): ClientError {
  if (reason instanceof ClientError) return reason
  const retryable = !call.outcomeUnknown || call.idempotency !== 'never'
  if (deadline.signal.aborted && reason === deadline.signal.reason) {
    if (deadline.isOver()) return new TimeoutError('no result within deadlineMs', call.errorFacts(retryable))
    const facts = call.errorFacts(retryable, reason)
    const isTimeout = Object(reason).name === 'TimeoutError'
    return isTimeout ? new TimeoutError('the signal timed out', facts) : new AbortError('aborted', facts)
  }
  if (reason instanceof UnsendableError) return new InputError(reason.message, call.errorFacts(false))
  // openapi-fetch has parsed a body that is not JSON.
  if (reason instanceof SyntaxError && call.latest) return toUnexpectedResponse(call, '')
  const name = reason instanceof Error ? reason.name : typeof reason
  return new ClientError(`failed (${name})`, call.errorFacts(false, reason))
}

/** Throws if requests could not be sent to a base URL; its user and password would be shown by errors. */
function checkBaseUrl(baseUrl: string): string {
  // A page may use an address relative to its own.
  const base = (globalThis as { readonly location?: { readonly href: string } }).location?.href
  const url = URL.canParse(baseUrl, base) ? new URL(baseUrl, base) : undefined
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !/[?#\s]/.test(baseUrl)
  if (!isUsable)
    throw new TypeError(
      'baseUrl must be like https://api.example.com, without a query, a fragment or a password',
    )
  return baseUrl.replace(/\/+$/, '')
}
