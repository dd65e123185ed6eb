import { setImmediate } from 'node:timers'
import type { Engine } from '../engine.ts'
import type { Session } from '../statements/session.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type PrepareStatement, SqliteSession } from './sqlite-session.ts'

/** Transactions that are committed together. */
interface Group {
  /** Settles as the commit does. */
  readonly commit: PromiseWithResolvers<void>
  members: number
  hasChanges: boolean
}

/** For so many turns of the event loop a group waits at most. */
const mostTurns = 8

/** Writes that share their commits. */
export interface GroupCommit {
  readonly write: Engine['write']
  /** Resolves when no transaction is open any more. */
  readonly settle: () => Promise<void>
}

/**
 * Runs write transactions one after the other, each in a savepoint, and commits together those that arrived while
 * others ran. No caller gets a result before the commit is on the disk, but the group waits for the disk only once
 * (decision 0020). A transaction sees those before it in its group. A commit that fails, fails for all of them.
 * Nobody else may read by the connection, because a reader would see uncommitted data.
 */
export function createGroupCommit(connection: SqliteConnection, prepare: PrepareStatement): GroupCommit {
  const { turns } = connection
  // A reader that turns writer half-way would meet SQLITE_BUSY_SNAPSHOT.
  const begin = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')
  const savepoint = connection.prepare('savepoint member')
  const undo = connection.prepare('rollback to member')
  const release = connection.prepare('release member')
  let open: Group | undefined
  let closing: Promise<void> = Promise.resolve()

  async function openGroup(): Promise<Group> {
    await connection.retryWhileBusy(() => begin.run())
    const group: Group = { commit: Promise.withResolvers<void>(), members: 0, hasChanges: false }
    // If all members of a group have thrown, none waits for its end.
    group.commit.promise.catch(() => undefined)
    closing = onceNobodyComes(group).then(() => close(group))
    return group
  }

  /**
   * Resolves after a turn of the event loop in which no member joined the group. So the group does not wait for members
   * that may never come, and members that have arrived do not wait for the next commit.
   */
  async function onceNobodyComes(group: Group): Promise<void> {
    let counted: number
    let waited = 0
    do {
      counted = group.members
      waited += 1
      await new Promise((resolve) => void setImmediate(resolve))
    } while (group.members > counted && waited < mostTurns)
  }

  function abandon(group: Group, error: unknown): void {
    open = undefined
    group.commit.reject(error)
  }

  async function close(group: Group): Promise<void> {
    await turns.enter()
    try {
      if (open !== group) return
      if (group.hasChanges) await connection.retryWhileBusy(() => commit.run())
      open = undefined
      group.commit.resolve()
    } catch (error) {
      abandon(group, error)
    } finally {
      // Refusals leave nothing to be written.
      if (open === undefined && connection.isInTransaction) rollback.run()
      turns.leave()
    }
  }

  async function join<T>(
    work: (session: Session) => Promise<T>,
    keep: (result: T) => boolean,
  ): Promise<{ readonly group: Group; readonly result: T }> {
    await turns.enter()
    const session = new SqliteSession(connection, prepare)
    try {
      const group = (open ??= await openGroup())
      group.members += 1
      savepoint.run()
      try {
        const result = await work(session)
        const isKept = keep(result)
        if (!isKept) undo.run()
        release.run()
        group.hasChanges ||= isKept
        return { group, result }
      } catch (error) {
        if (connection.isInTransaction) {
          undo.run()
          release.run()
        } else {
          // SQLite itself ends a transaction on some failures, such as a full disk: the whole group's.
          abandon(group, error)
        }
        throw error
      }
    } finally {
      session.end()
      turns.leave()
    }
  }

  return {
    async write(work, keep) {
      const { group, result } = await join(work, keep)
      // A refusal as well: it may have seen what another one of the group has changed.
      await group.commit.promise
      return result
    },
    settle: () => closing,
  }
}
