import { isSafeMethod } from '@contract-kit/openapi/write'
import { longestTimerMs, onAbort } from './abort.ts'
import { type ErrorFacts, InputError } from './errors.ts'
import type { AttemptFacts } from './log.ts'
import type { Operation } from './operation.ts'
import type { CallOptions, IdempotentCallOptions } from './options.ts'
import { findSecrets, redactTokens } from './redact.ts'

/** A successful response: its body, status, headers and request id. */
export interface ApiResponse<Status extends number, Data, HeaderName extends string = never> {
  readonly status: Status
  readonly data: Data
  /** Without `authorization` and `set-cookie`: credentials stay inside the client. */
  readonly headers: ResponseHeaders<HeaderName>
  /** `x-request-id` of the response: quote it when you ask for help. */
  readonly requestId: string | undefined
}

/** `Headers` with the declared names, so that editors complete them. */
export interface ResponseHeaders<Name extends string> extends Headers {
  get(name: Name | (string & {})): string | null
}

/** A call in progress: a promise of the response body that also gives access to the whole response. */
export interface ApiCall<Data, Response> extends Promise<Data> {
  /** The body as `data`, with status, headers and request id. Rejects as the call itself does. */
  withResponse(): Promise<Response>
}

/** A call in progress: its request, and the state of the layers. */
export class Call {
  readonly operationId: string
  readonly operation: Operation
  readonly input: unknown
  readonly options: IdempotentCallOptions
  /** Sent with each attempt. */
  idempotencyKey: string | undefined
  /** Aborts when the caller's signal does, and at the deadline. */
  readonly signal: AbortSignal
  /** The request that openapi-fetch made, with the headers of the latest attempt. */
  request: Request | undefined
  /** The request body, read once so that it can be sent again. */
  body: ArrayBuffer | undefined
  /** 1 for the first. */
  attempt = 0
  /** Whether the outcome of an attempt is not known. */
  isUnsettled = false
  /** Whether the server rejected the credentials, and there are no others. */
  isUnauthorized = false
  /** Settles when a streamed response has ended, with or without an error. */
  streamed = Promise.resolve()
  /** The latest response, without its body. */
  latest: { readonly status: number; readonly headers: Headers; readonly isReadable: boolean } | undefined

  constructor(
    operationId: string,
    operation: Operation,
    input: unknown,
    options: IdempotentCallOptions,
    signal: AbortSignal,
  ) {
    this.operationId = operationId
    this.operation = operation
    this.input = input
    this.options = options
    this.signal = signal
  }

  /** Whether this request may be sent again although the server may have processed it. */
  get idempotency(): Operation['idempotency'] {
    const { idempotency } = this.operation
    return idempotency === 'key' && this.idempotencyKey === undefined ? 'never' : idempotency
  }

  /** Whether the server may have processed the request. Also true if the call fails after a success has arrived. */
  get outcomeUnknown(): boolean {
    if (isSafeMethod(this.operation.method)) return false
    return this.isUnsettled || (this.latest !== undefined && this.latest.status < 300)
  }

  /** The texts that no error may show: passwords of the input, and credentials among the headers. */
  get secrets(): readonly string[] {
    const headers = [...(this.request?.headers ?? [])]
    const credentials = headers
      .filter(([name]) => /authorization|cookie|token|secret|key$/.test(name) && name !== 'idempotency-key')
      .map(([, value]) => value.replace(/^(?:Bearer|Basic) /i, ''))
    return [...findSecrets(this.input), ...credentials]
  }

  /** The id of the latest response; before it, the id that is sent. */
  get requestId(): string | undefined {
    const received = this.latest?.headers.get('x-request-id')
    return received ? redactTokens(received, this.secrets) : this.options.requestId
  }

  /** The fields of events about the current attempt. */
  attemptFacts(): AttemptFacts {
    const { attempt, operation, operationId, requestId } = this
    return { operationId, method: operation.method, path: operation.path, attempt, requestId }
  }

  /** The fields of an error of this call. `cause` is redacted, unless it is the caller's own. */
  errorFacts(retryable: boolean, cause?: unknown): ErrorFacts {
    const { idempotencyKey, operationId, outcomeUnknown, requestId } = this
    return { operationId, requestId, retryable, outcomeUnknown, idempotencyKey, cause }
  }
}

/** Sends the request of a call and returns its response. */
export type Send = (request: Request, call: Call) => Promise<Response>

/** The call that a request of openapi-fetch belongs to. The library copies unknown members of its options to the request. */
export function callOf(request: Request): Call {
  return (request as Request & { readonly call: Call }).call
}

/** Ends a call early: by the caller's signal, or by its deadline. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Whether the deadline has passed. */
  readonly isOver: () => boolean
  /** Removes the timer and the listener. Call it when the call has ended. */
  readonly end: () => void
}

/** Starts the deadline of a call. */
export function startDeadline({ signal, deadlineMs = Infinity }: CallOptions): Deadline {
  const controller = new AbortController()
  const over = new DOMException('no result within deadlineMs', 'TimeoutError')
  const timer = deadlineMs < longestTimerMs ? setTimeout(() => controller.abort(over), deadlineMs) : undefined
  const leave = (): void => controller.abort(signal?.reason)
  const stop = signal && onAbort(signal, leave)
  if (signal?.aborted) leave()
  return {
    signal: controller.signal,
    isOver: () => controller.signal.reason === over,
    end() {
      clearTimeout(timer)
      stop?.()
    },
  }
}

/** The idempotency key of a call that needs one: the caller's, else a random one. */
export function toIdempotencyKey(call: Call): string {
  const { idempotencyKey } = call.options
  // Untyped callers may pass `null`.
  const key = idempotencyKey ?? randomKey()
  if (key !== undefined && /^[!-~]{1,255}$/.test(key)) return key
  throw new InputError(
    key === undefined
      ? 'this runtime has no random numbers (crypto), so pass an idempotencyKey'
      : 'idempotencyKey must have 1 to 255 visible ASCII characters',
    call.errorFacts(false),
  )
}

/** A random UUID. Pages that are not served by HTTPS have no `randomUUID`. */
function randomKey(): string | undefined {
  const { crypto } = globalThis as { readonly crypto?: typeof globalThis.crypto }
  if (crypto?.randomUUID) return crypto.randomUUID()
  if (!crypto?.getRandomValues) return undefined
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return hex.join('').replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
