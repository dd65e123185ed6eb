import { StoreUnavailableError } from '@giftcards/marketplace'
import { StoreOpenError } from '../engine.ts'

/** Primary result codes of SQLite (sqlite.org/rescode.html) that concern the file, not the statement. */
const failures = {
  5: 'locked',
  6: 'locked',
  7: 'out of memory',
  8: 'read-only',
  10: 'unreadable (I/O error)',
  11: 'damaged',
  13: 'out of disk space',
  14: 'impossible to open',
  15: 'locked',
  23: 'forbidden',
  26: 'not an SQLite database',
} as const satisfies Record<number, string>

/** SQLITE_BUSY_SNAPSHOT: retrying the statement does not help. */
const busySnapshot = 517

/** The problem of the file, to follow "the database is"; `undefined` if the error is not caused by the file. */
function describeFailure(error: unknown): string | undefined {
  if (isClosed(error)) return 'closed'
  const code = resultCode(error)
  if (code === undefined) return undefined
  const known: Record<number, string | undefined> = failures
  return known[code & 0xff]
}

/** Returns the reason why a database cannot be opened, in one line for an operator. */
export function describeSqliteOpenFailure(error: unknown): string {
  if (error instanceof StoreOpenError) return error.message
  const failure = describeFailure(error)
  if (failure !== undefined) return `the database is ${failure}`
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'unknown trouble'
}

/** Returns a `StoreUnavailableError` for errors caused by the file, and any other error unchanged. */
export function toStoreError(error: unknown): unknown {
  const failure = describeFailure(error)
  return failure === undefined
    ? error
    : new StoreUnavailableError(`The database is ${failure}`, { cause: error })
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code !== undefined && (code & 0xff) === 5 && code !== busySnapshot
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
}

function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined
}
