import type { AnswerParts } from './client-call.ts'
import type { ConnectionOptions } from './client-options.ts'
import { isRetryable } from './is-retryable.ts'
import { maskTokens } from './mask-secrets.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { pause } from './pause.ts'
import { readHeaders } from './read-headers.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { readSecrets } from './read-secrets.ts'
import { retryDelay } from './retry-delay.ts'
import { toAnswerError, toConnectionError } from './to-failure.ts'
import type { Log } from './to-logger.ts'
import { toRequest } from './to-request.ts'
import { createTransport, type TransportAnswer } from './transport.ts'
import { withinTime } from './within-time.ts'

/** Sends a call, again where that may help, and reads its answer. */
export type Sender = (call: OutgoingCall) => Promise<AnswerParts>

/** A sender over one connection, with the headers that every request has; it knows nothing of sessions. */
export function createSender(
  { baseUrl, fetch, timeoutMs: usualTimeoutMs = 30_000, retry }: ConnectionOptions,
  usualHeaders: Readonly<Record<string, string | undefined>>,
  log: Log,
): Sender {
  const transport = createTransport(baseUrl, fetch)

  return async (call) => {
    const { operationId, onAnswer, options } = call
    const [method, path, repeat] = call.row
    const { signal, idempotencyKey, timeoutMs = usualTimeoutMs } = options
    const secrets = readSecrets(call, usualHeaders)
    const send = transport(toRequest(call, usualHeaders))

    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const startedMs = Date.now()
      const event = { operationId, method, path, attempt }
      log?.({ ...event, kind: 'request', requestId: options.requestId })
      let answer: TransportAnswer | undefined
      let lost: unknown
      try {
        answer = await withinTime(send, timeoutMs, signal)
      } catch (reason) {
        lost = reason
      }
      const status = answer?.status
      // Few ask for it, or for the headers.
      const readId = (): string | undefined =>
        maskTokens(answer?.headers.get('x-request-id') ?? '', secrets) || options.requestId
      log?.({ ...event, requestId: readId(), status, kind: 'response', durationMs: Date.now() - startedMs })

      if (answer) {
        const { headers, body: data } = answer
        await onAnswer?.(answer.status, headers)
        if (answer.status > 199 && answer.status < 300 && Object(data) === data) {
          return {
            status: answer.status,
            data,
            get headers() {
              return readHeaders(headers)
            },
            get requestId() {
              return readId()
            },
          }
        }
      }
      const retryable = isRetryable(repeat, status)
      const requestId = readId()
      const facts = { operationId, requestId, idempotencyKey, retryable }
      const delayMs = retryable ? retryDelay(attempt, readRetryAfter(answer?.headers), retry) : undefined
      if (delayMs === undefined) {
        throw answer ? toAnswerError(answer, facts, secrets) : toConnectionError(lost, facts)
      }
      log?.({ ...event, requestId, status, kind: 'retry', delayMs })
      await pause(delayMs, signal)
    }
  }
}
