import type { PostgresQueryResult } from 'kysely'
import type { Pool } from 'pg'
import type { NumberUse } from '../statements/session.ts'
import { PostgresConnection, type PostgresQuery } from './postgres-connection.ts'

/** Runs a statement that takes numbers, and answers once it is committed. */
export type DrawNumbers = <Row>(query: PostgresQuery, use: NumberUse) => Promise<PostgresQueryResult<Row>>

const begin = 'begin isolation level read committed'

/**
 * Numbers to be stored need not wait for the disk, and who comes next not for them. The transaction that stores them comes
 * later in the server's log, and is not acknowledged before all of that is safe; of those that nobody stored, nobody knows
 * (PostgreSQL documentation, Asynchronous Commit).
 */
const beginFor: Readonly<Record<NumberUse, PostgresQuery>> = {
  stored: { text: `${begin}; set local synchronous_commit = off`, values: [] },
  answered: { text: begin, values: [] },
}
const commit: PostgresQuery = { text: 'commit', values: [] }

/** Draws on the connections of `pool`, which are nobody else's: all others may wait for a number. */
export function createNumberDraw(pool: Pool): DrawNumbers {
  return async <Row>(query: PostgresQuery, use: NumberUse) => {
    const connection = await PostgresConnection.from(pool)
    const drawn = [
      connection.query<Row>(beginFor[use]),
      connection.query<Row>(query),
      connection.query<Row>(commit),
    ] as const
    await Promise.allSettled(drawn)
    connection.release()
    const [, numbers] = await Promise.all(drawn)
    return numbers
  }
}
