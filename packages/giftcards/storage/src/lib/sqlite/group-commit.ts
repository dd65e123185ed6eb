import { setImmediate } from 'node:timers'
import { isRefused } from '@giftcards/marketplace'
import type { Engine } from '../engine.ts'
import type { Session } from '../tables/session.ts'
import { inTurn, type OpenedConnection, toSession } from './sqlite-session.ts'

/** Transactions that are committed together. */
interface Group {
  /** Settles as the commit does. */
  readonly commit: PromiseWithResolvers<void>
  members: number
  hasChanges: boolean
}

/** The most turns of the event loop that a group waits. */
const mostTurns = 8

/** A queue of writes that share their commits. */
export interface GroupCommit {
  readonly write: Engine['write']
  /** Resolves when no transaction is open. */
  readonly settle: () => Promise<void>
}

/**
 * Runs write transactions one after the other, each in a savepoint, and commits together those that arrived while others ran. No
 * caller gets a result before the commit is on the disk, but the group waits for the disk only once (decision 0020). A
 * transaction sees those before it in its group. A failed commit fails all of them. No other reader may use the connection,
 * because it would see uncommitted data.
 */
export function createGroupCommit(writer: OpenedConnection): GroupCommit {
  const { connection } = writer
  let open: Group | undefined
  let closing: Promise<void> = Promise.resolve()

  async function openGroup(): Promise<Group> {
    // If a group has failed, its rollback may have failed too.
    connection.rollBack()
    // A read transaction that is upgraded to a write could fail with SQLITE_BUSY_SNAPSHOT.
    await connection.executeQuery({ sql: 'begin immediate', parameters: [] })
    const group: Group = { commit: Promise.withResolvers<void>(), members: 0, hasChanges: false }
    // If all members of a group have thrown, none awaits the commit.
    group.commit.promise.catch(() => undefined)
    closing = afterQuietTurn(group).then(() => connection.inTurn(() => close(group)))
    return group
  }

  /**
   * Resolves after a turn of the event loop in which no member joined the group. So the group does not wait for members that may
   * never arrive, and arrived members do not wait for the next commit.
   */
  async function afterQuietTurn(group: Group): Promise<void> {
    let counted: number
    let waited = 0
    do {
      counted = group.members
      waited += 1
      await new Promise((resolve) => void setImmediate(resolve))
    } while (group.members > counted && waited < mostTurns)
  }

  /** Fails a group, whose changes are rolled back. */
  function abandon(group: Group, error: unknown): void {
    open = undefined
    group.commit.reject(error)
    try {
      connection.rollBack()
    } catch {
      // The next group rolls back before it begins.
    }
  }

  async function close(group: Group): Promise<void> {
    if (open !== group) return
    try {
      // If all members were refused, there is nothing to commit.
      const sql = group.hasChanges ? 'commit' : 'rollback'
      await connection.executeQuery({ sql, parameters: [] })
      open = undefined
      group.commit.resolve()
    } catch (error) {
      abandon(group, error)
    }
  }

  /** Runs a member of the open group, and returns the group with its result. */
  const join = <T>(work: (session: Session) => Promise<T>) =>
    inTurn(writer, async (db) => {
      const group = (open ??= await openGroup())
      group.members += 1
      try {
        connection.run('savepoint member')
        const result = await work(toSession(db))
        const isUndone = isRefused(result)
        if (isUndone) connection.run('rollback to member')
        connection.run('release member')
        group.hasChanges ||= !isUndone
        return { group, result }
      } catch (error) {
        try {
          connection.run('rollback to member')
          connection.run('release member')
        } catch {
          // On some failures, such as a full disk, SQLite ends the transaction of the whole group.
          abandon(group, error)
        }
        throw error
      }
    })

  return {
    async write(work) {
      const { group, result } = await join(work)
      // A refusal waits too: it may depend on uncommitted changes of the group.
      await group.commit.promise
      return result
    },
    settle: () => closing,
  }
}
