import type { JsonObject } from '../openapi/json.ts'

/** Whether an operation may run twice: always, only with its idempotency key, or never. */
export type Repeat = 'always' | 'key' | 'never'

/** Whether a request that failed may be sent again. */
export interface ErrorRetry {
  /**
   * `no`: it fails again as long as the cause remains. `yes`: the request had no effect. `same-key`: another request with the key
   * is in progress. `new-session`: once, with new credentials. `if-repeatable`: it may have been processed already.
   */
  readonly allowed: 'no' | 'yes' | 'same-key' | 'new-session' | 'if-repeatable'
  /** Whether the response says in `Retry-After` how long to wait. */
  readonly retryAfter: 'always' | 'sometimes' | 'never'
}

/** Idempotent methods (RFC 9110, 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** The value of `x-idempotency`, else derived from the method. */
export function readRepeat(method: string, operation: JsonObject): Repeat {
  const declared = operation['x-idempotency']
  if (declared === 'always' || declared === 'key' || declared === 'never') return declared
  return idempotentMethods.has(method) ? 'always' : 'never'
}

/**
 * Whether to retry after an error, by the rules of `@contract-kit/client`. `rejected` identifies responses that reject a
 * session token.
 */
export function toRetry(
  { status, code }: { readonly status: string; readonly code: string },
  waits: readonly ErrorRetry['retryAfter'][],
  repeats: readonly Repeat[],
  rejected: { readonly status: number; readonly codePrefix: string } | undefined,
): ErrorRetry {
  const isAlways = waits.length > 0 && waits.every((wait) => wait === 'always')
  const retryAfter = isAlways ? 'always' : waits.every((wait) => wait === 'never') ? 'never' : 'sometimes'
  const isRejected =
    rejected !== undefined && status === String(rejected.status) && code.startsWith(rejected.codePrefix)
  if (isRejected) return { allowed: 'new-session', retryAfter }
  if (status === '429') return { allowed: 'yes', retryAfter }
  if (status === '409' && repeats.includes('key')) return { allowed: 'same-key', retryAfter }
  const isAmbiguous = status === '408' || (/^5(?:\d\d|XX)$/i.test(status) && status !== '501')
  if (isAmbiguous) return { allowed: 'if-repeatable', retryAfter }
  return { allowed: retryAfter === 'never' ? 'no' : 'yes', retryAfter }
}
