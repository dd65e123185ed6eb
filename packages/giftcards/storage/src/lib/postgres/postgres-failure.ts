import { StoreUnavailableError } from '@giftcards/marketplace'
import { DatabaseError } from 'pg'
import { TurnTimeoutError } from './postgres-session.ts'
import type { IsConflict } from '../retry-conflicts.ts'
import { ConnectionLostError, startupSettings } from './postgres-connection.ts'

/** Returns the SQLSTATE of an error (PostgreSQL documentation, Appendix A); `undefined` if it is not a server error. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

const conflicts = new Set([
  // serialization_failure. CockroachDB and YugabyteDB use it for all retryable errors.
  '40001',
  // deadlock_detected
  '40P01',
])

/**
 * unique_violation. It may be a conflict between transactions that insert the same key at once (PostgreSQL documentation,
 * Serialization Failure Handling). It may also be a bug, which fails again at each retry.
 */
const uniqueViolation = '23505'
const attemptsAtUniqueKey = 5

/** Whether a transaction was rolled back only because of another one; `attempt` counts from 1. */
export const isConflict: IsConflict = (error, attempt) => {
  const state = stateOf(error) ?? ''
  return conflicts.has(state) || (state === uniqueViolation && attempt < attemptsAtUniqueKey)
}

const migrationConflicts = new Set([...conflicts, uniqueViolation, '55P03'])

/**
 * Whether a migration conflicted with another process that runs the same one. Each migration first inserts its row, so the second
 * process waits there, fails, and checks again.
 */
export const isMigrationConflict: IsConflict = (error) => migrationConflicts.has(stateOf(error) ?? '')

/** SQLSTATEs that are failures of the server, not of the statement, with texts that follow "The database". */
const failures: Readonly<Record<string, string>> = {
  // feature_not_supported: a standby rejects `begin isolation level serializable` with it.
  '0A000': 'cannot do this as it is operated, perhaps as a standby',
  '25006': 'is read-only',
  '25P03': 'aborted the transaction',
  '25P04': 'aborted the transaction',
  // statement_completion_unknown
  '40003': 'does not know whether it committed',
  '3D000': 'is gone',
  '55P03': 'is locked',
  '57014': 'took too long',
  '57P01': 'is shutting down',
  '57P02': 'has crashed',
  '57P03': 'is starting up',
}

/** Classes of SQLSTATEs. */
const failureClasses: Readonly<Record<string, string>> = {
  '08': 'cannot be reached',
  '28': 'rejects the user',
  '40': 'is too busy with other transactions',
  '53': 'is out of resources',
  '57': 'is being operated on',
  '58': 'reports an error of its operating system',
  XX: 'is damaged',
}

/** Returns `StoreUnavailableError` for a failure of the server or the connection, and any other error unchanged. */
export function toStoreError(error: unknown): unknown {
  const failure = describeFailure(error)
  return failure === undefined
    ? error
    : new StoreUnavailableError(`The database ${failure}`, { cause: error })
}

function describeFailure(error: unknown): string | undefined {
  if (error instanceof ConnectionLostError) return 'cannot be reached'
  if (error instanceof TurnTimeoutError)
    return 'timed out because one account has too many concurrent requests'
  const state = stateOf(error)
  return state === undefined ? undefined : (failures[state] ?? failureClasses[state.slice(0, 2)])
}

/** Returns the reason why a database cannot be opened, and the remedy, in one line for an operator. */
export function describeOpenFailure(error: unknown): string {
  const cause = error instanceof ConnectionLostError ? error.cause : error
  const message = firstLine(cause)
  switch (stateOf(cause) ?? codeOf(cause)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its host is unknown; check the name in the URL'
    case 'ECONNREFUSED':
      return 'nothing listens there; check host and port, and whether the server runs'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return 'its host does not respond; check host, port and firewalls'
    case '08P01':
      // protocol_violation: PgBouncer rejected a startup setting of the connection.
      return /startup parameter/.test(message)
        ? `a pooler in between rejects the settings of the connection; set its ignore_startup_parameters = ${startupSettings.join(', ')} (${message})`
        : message
    case '28P01':
      return 'the server rejects the user or the password'
    case '28000':
      // Only the message shows that the server requires encrypted connections.
      return /no encryption/.test(message)
        ? 'the server requires an encrypted connection; add ?sslmode=verify-full to the URL'
        : message
    case '3D000':
      return 'the server has no database of that name; create it first'
    case '42501':
      return `the user may not create tables there (${message})`
    case '53300':
      return 'the server has no connection left; raise its max_connections or lower the pools'
    case '57P03':
      return 'the server is starting up or shutting down; try again'
    default:
      return describeByWords(cause, message)
  }
}

/** Errors without a code from `pg` or Node.js. */
function describeByWords(cause: unknown, message: string): string {
  if (/timeout/.test(message)) return 'its host does not respond; check host, port and firewalls'
  if (/does not support SSL/.test(message))
    return 'the server offers no encryption; remove sslmode from the URL'
  const code = codeOf(cause)
  if (code !== undefined && /CERT|SIGNATURE/.test(code))
    return `the server's certificate is not trusted (${code}); name its root with sslrootcert`
  return message
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'unknown trouble'
}
