import { StoreUnavailableError } from '@giftcards/marketplace'
import { DatabaseError } from 'pg'
import type { IsConflict } from '../retry-conflicts.ts'
import { TurnTimeoutError } from '../keyed-queue.ts'
import { ConnectionLostError } from './connection-lost-error.ts'

/** The state of an error (PostgreSQL documentation, Appendix A); `undefined` where the server gave none. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

const conflicts = new Set([
  // serialization_failure; what CockroachDB and YugabyteDB ask to be retried has this state too.
  '40001',
  // deadlock_detected
  '40P01',
])

/**
 * unique_violation. Two transactions that make the same key at a time may end so too (PostgreSQL documentation,
 * Serialization Failure Handling); one that does it alone will do it again.
 */
const perhapsConflict = '23505'
const attemptsWherePerhaps = 5

/** Whether a transaction was rolled back only because it met another one. */
export const isConflict: IsConflict = (error, attempt) => {
  const state = stateOf(error) ?? ''
  return conflicts.has(state) || (state === perhapsConflict && attempt < attemptsWherePerhaps)
}

const migrationConflicts = new Set([...conflicts, perhapsConflict, '55P03'])

/**
 * Whether a migration met another process at the same one. The row of each migration is inserted before its statements run, so
 * that the second process waits there, finds the row taken, and looks again.
 */
export const isMigrationConflict: IsConflict = (error) => migrationConflicts.has(stateOf(error) ?? '')

/** Single states that say something of the server, not of the statement, in words that follow "the database". */
const failures: Readonly<Record<string, string>> = {
  // A standby says so of a transaction that is begun as serializable, before anything is written in it.
  '0A000': 'cannot do this as it is operated, perhaps as a standby',
  '25006': 'is read-only',
  '25P03': 'gave the transaction up',
  '25P04': 'gave the transaction up',
  // statement_completion_unknown
  '40003': 'does not know whether it committed',
  '3D000': 'is gone',
  '55P03': 'is locked',
  '57014': 'took too long',
  '57P01': 'is shutting down',
  '57P02': 'has crashed',
  '57P03': 'is starting up',
}

/** Whole classes of states. */
const failureClasses: Readonly<Record<string, string>> = {
  '08': 'cannot be reached',
  '28': 'refuses the user',
  '40': 'is too busy with other transactions',
  '53': 'is out of resources',
  '57': 'is being operated on',
  '58': 'has trouble with its system',
  XX: 'is damaged',
}

/** `StoreUnavailableError` where the server or the way to it is to blame, the error itself otherwise. */
export function toStoreError(error: unknown): unknown {
  const failure = describeFailure(error)
  return failure === undefined
    ? error
    : new StoreUnavailableError(`The database ${failure}`, { cause: error })
}

function describeFailure(error: unknown): string | undefined {
  if (error instanceof ConnectionLostError) return 'cannot be reached'
  if (error instanceof TurnTimeoutError) return 'is too busy with one account'
  const state = stateOf(error)
  return state === undefined ? undefined : (failures[state] ?? failureClasses[state.slice(0, 2)])
}
