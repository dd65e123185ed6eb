import type { RawAnswer } from './client-call.ts'
import type { ConnectionOptions } from './client-options.ts'
import { createRequestMaker } from './create-request-maker.ts'
import { isRetryable } from './is-retryable.ts'
import { maskTokens } from './mask-secrets.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import { pause } from './pause.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { readSecrets } from './read-secrets.ts'
import { retryDelay } from './retry-delay.ts'
import { toAnswerError, toConnectionError } from './to-failure.ts'
import type { Log } from './to-logger.ts'
import { createTransport } from './transport.ts'
import { startTime } from './start-time.ts'

/** Sends a call, again where that may help, and reads its answer. */
export type Sender = (call: OutgoingCall) => Promise<RawAnswer>

/** A sender over one connection, with the headers that every request has; it knows nothing of sessions. */
export function createSender(
  { baseUrl, fetch, timeoutMs: usualTimeoutMs = 30_000, retry }: ConnectionOptions,
  usualHeaders: Readonly<Record<string, string | undefined>>,
  log: Log,
): Sender {
  const makeRequest = createRequestMaker(baseUrl, usualHeaders)
  const transport = createTransport(fetch)

  return async (call) => {
    const { operationId, onAnswer, options, row } = call
    const { signal, idempotencyKey, timeoutMs = usualTimeoutMs } = options
    const request = makeRequest(call)

    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const startedMs = Date.now()
      const event = { operationId, method: row[0], path: row[1], attempt }
      log?.({ ...event, kind: 'request', requestId: options.requestId })
      // Both are there, or neither.
      let status: number | undefined
      let headers: Headers | undefined
      let data: unknown
      let lost: unknown
      const time = startTime(timeoutMs, signal)
      try {
        const answer = await transport.send(request, time.signal)
        data = parse(await transport.read(answer, time.signal))
        status = answer.status
        headers = answer.headers
      } catch (reason) {
        lost = time.signal.aborted ? time.signal.reason : reason
      }
      time.end()
      // Few ask for it, or for the headers.
      const readId = (): string | undefined =>
        maskTokens(headers?.get('x-request-id') ?? '', readSecrets(call, usualHeaders)) || options.requestId
      log?.({ ...event, requestId: readId(), status, kind: 'response', durationMs: Date.now() - startedMs })

      if (headers) {
        const kept = onAnswer?.(status!, headers)
        if (kept) await kept
        if (status! > 199 && status! < 300 && Object(data) === data)
          return { status: status!, data, headers, readId }
      }
      const retryable = isRetryable(row[2], status)
      const requestId = readId()
      const facts = { operationId, requestId, idempotencyKey, retryable }
      const delayMs = retryable ? retryDelay(attempt, readRetryAfter(headers), retry) : undefined
      if (delayMs === undefined) {
        throw headers
          ? toAnswerError(status!, headers, data, facts, readSecrets(call, usualHeaders))
          : toConnectionError(lost, facts)
      }
      log?.({ ...event, requestId, status, kind: 'retry', delayMs })
      await pause(delayMs, signal)
    }
  }
}

/** The JSON of a text; `undefined` where it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
