import { ConnectionError } from './errors/connection-error.ts'
import { PartnerApiError } from './errors/partner-api-error.ts'
import type { ErrorFacts, PartnerClientError } from './errors/partner-client-error.ts'
import { TimeoutError } from './errors/timeout-error.ts'
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.ts'
import { maskTokens, maskSecrets } from './mask-secrets.ts'
import { readHeaders } from './read-headers.ts'
import { readReason } from './read-reason.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { outOfTime } from './start-time.ts'

/** The error of an attempt that had no answer; `reason` is what it was rejected with. */
export function toConnectionError(reason: unknown, facts: ErrorFacts): ConnectionError {
  return reason === outOfTime
    ? new TimeoutError('no answer in time', facts)
    : new ConnectionError(`no answer (${readReason(reason)})`, facts)
}

/** The error that an answer other than a success makes; `secrets` are what its request carried. */
export function toAnswerError(
  status: number,
  headers: Headers,
  body: unknown,
  facts: ErrorFacts,
  secrets: readonly string[],
): PartnerClientError {
  const { message } = Object(body) as { message?: unknown }
  if (status < 400 || !Array.isArray(message)) return new UnexpectedAnswerError({ ...facts, status })
  const { authorization: _, ...harmless } = readHeaders(headers, (value) => maskTokens(value, secrets))
  return new PartnerApiError({
    ...facts,
    status,
    code: harmless['x-error-code'] as string | undefined,
    messages: message.map((text) => maskSecrets(String(text), secrets)),
    retryAfterSeconds: readRetryAfter(headers),
    headers: harmless,
  })
}
