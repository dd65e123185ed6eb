import { isRefused } from '@giftcards/marketplace'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables/db.ts'
import { createGroupCommit } from './group-commit.ts'
import { toStoreError } from './sqlite-failure.ts'
import { inTurn, type OpenedConnection, toSession } from './sqlite-session.ts'

/** The engine of a file: one connection writes, one reads. A database in memory uses one connection for both. */
export function createSqliteEngine(
  writer: OpenedConnection,
  reader: OpenedConnection,
  assertInPlace: () => void = () => undefined,
): Engine {
  const transact = <T>(begin: string, work: (db: Db) => Promise<T>) =>
    inTurn(reader, async (db) => {
      const { connection } = reader
      await connection.executeQuery({ sql: begin, parameters: [] })
      try {
        const result = await work(db)
        if (!isRefused(result)) await connection.executeQuery({ sql: 'commit', parameters: [] })
        return result
      } finally {
        connection.rollBack()
      }
    })
  const group = reader === writer ? undefined : createGroupCommit(writer)
  const write: Engine['write'] =
    group?.write ?? ((work) => transact('begin immediate', (db) => work(toSession(db))))
  return {
    write,
    read: (work) => transact('begin', work),
    readOne: (work) => inTurn(reader, work),
    assertInPlace,
    // Transactions wait for each other.
    isConflict: () => false,
    toStoreError,
    async close() {
      await group?.settle()
      reader.connection.close()
      writer.connection.close()
    },
  }
}
