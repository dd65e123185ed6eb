import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** A prepared statement, and whether it answers rows. */
export interface PreparedStatement {
  readonly statement: StatementSync
  readonly hasRows: boolean
}

/** Keeps the statements used last, at most `size`, so that each is compiled once. */
export function createStatementCache(database: DatabaseSync, size = 200): (sql: string) => PreparedStatement {
  const cached = new Map<string, PreparedStatement>()
  return (sql) => {
    const prepared = cached.get(sql) ?? prepare(database, sql)
    // A map keeps the order of insertion: the first is the one used longest ago.
    cached.delete(sql)
    cached.set(sql, prepared)
    const [oldest] = cached.keys()
    if (cached.size > size && oldest !== undefined) cached.delete(oldest)
    return prepared
  }
}

function prepare(database: DatabaseSync, sql: string): PreparedStatement {
  const statement = database.prepare(sql)
  return { statement, hasRows: statement.columns().length > 0 }
}
