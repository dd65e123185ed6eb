import dns from 'node:dns'
import { getSystemErrorMap } from 'node:util'
import { ResponseBreachError } from '@contract-kit/express'
import {
  CardsNotIssuedError,
  LastAttemptLostError,
  PaymentUnavailableError,
  RefundMismatchError,
  StoreUnavailableError,
} from '@giftcards/marketplace'
import { ApiError } from '../wire/api-error.ts'

/** Our own classes, whose messages quote no data. Any other message may contain secrets. */
const ownErrors = [
  ApiError,
  CardsNotIssuedError,
  LastAttemptLostError,
  PaymentUnavailableError,
  RefundMismatchError,
  ResponseBreachError,
  StoreUnavailableError,
]

/** An error for the log, without data of clients or the database. */
export interface LoggedError {
  /** The name of its class, or the type of a thrown value that is not an error. */
  readonly error: string
  /** For example `ECONNREFUSED`, or the SQLSTATE of a database. */
  readonly code?: string
  /** Only of our own classes. */
  readonly message?: string
  /** The frames of the stack, without the message. */
  readonly frames: readonly string[]
}

/** The most causes; a chain may be circular. */
const mostCauses = 5

/** Describes an error and its causes, the error itself first. */
export function describeDefect(error: unknown): readonly [LoggedError, ...LoggedError[]] {
  const causes: LoggedError[] = []
  let cause = causeOf(error)
  while (cause !== undefined && causes.length < mostCauses) {
    causes.push(describeError(cause))
    cause = causeOf(cause)
  }
  return [describeError(error), ...causes]
}

/** Formats an error and its causes in one line, as in the log. */
export function summarizeDefect(error: unknown): string {
  return describeDefect(error)
    .map(({ error: name, code, message }) => [name, code, message].filter(Boolean).join(': '))
    .join(', caused by ')
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? undefined) : undefined)

function describeError(error: unknown): LoggedError {
  // Any other thrown value may be data of a client.
  if (!(error instanceof Error)) return { error: typeof error, frames: [] }
  const code = codeOf(error)
  const isOwn = ownErrors.some((own) => error instanceof own)
  return {
    error: /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : 'Error',
    ...(code === undefined ? {} : { code }),
    ...(isOwn ? { message: error.message } : {}),
    frames: framesOf(error),
  }
}

/** Codes of the system and of name lookups, such as `ECONNREFUSED`, and those of TLS that a provider's certificate causes. */
const knownCodes: ReadonlySet<string> = new Set([
  ...Array.from(getSystemErrorMap().values(), ([name]) => name),
  ...Object.values(dns).filter((value) => typeof value === 'string'),
  'ABORT_ERR',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The code of an error of Node or of a database. Any other code may be data. */
function codeOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return undefined
  const isKnown = knownCodes.has(code) || /^(?:UND_)?ERR_[A-Z\d_]{1,40}$/.test(code)
  return isKnown || (isDatabaseError(error) && /^[\dA-Z]{5}$/.test(code)) ? code : undefined
}

/** Whether an error is one of PostgreSQL, by the fields that its protocol gives every error. */
const isDatabaseError = (error: Error): boolean =>
  'severity' in error && 'routine' in error && error.constructor.name === 'DatabaseError'

/** The frames of a stack. The message is removed first, because its lines may look like frames. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const start = stack.indexOf(message)
  // The stack keeps the original of a message that was changed later, so its end is unknown.
  if (start === -1) return []
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim())
}
