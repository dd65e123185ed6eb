import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { Engine } from '../engine.ts'
import type { Session } from '../statements/session.ts'
import { compileStatement, type Statement } from '../statements/statement.ts'
import type { Db } from '../tables/db.ts'
import { type SqliteConnection, toInputValues } from './sqlite-connection.ts'
import { isBusy } from './sqlite-failure.ts'

interface PreparedStatement {
  readonly statement: StatementSync
  readonly bind: (values: object) => unknown[]
  readonly toRow: (values: readonly unknown[]) => object
}

/** Returns the statement of a connection, prepared when it is first run. */
export type PrepareStatement = (statement: Statement<never, unknown>) => PreparedStatement

/** The prepared statements of one connection; `db` compiles them. */
export function createPrepareStatement(db: Db, connection: SqliteConnection): PrepareStatement {
  const prepared = new WeakMap<Statement<never, unknown>, PreparedStatement>()
  return (statement) => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const { sql, bind } = compileStatement(db, statement)
    const sqlite = connection.prepare(sql)
    const made = { statement: sqlite, bind, toRow: createRowReader(sqlite) }
    prepared.set(statement, made)
    return made
  }
}

/**
 * Has a statement return lists of values, and returns what makes rows of them. The objects that `node:sqlite` makes are
 * dictionaries, which cost twice the time of the statement itself to make and to read.
 */
function createRowReader(statement: StatementSync): (values: readonly unknown[]) => object {
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  // Copied rather than built up: all rows of a statement have one shape from the start.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]))
  return (values) => {
    const row = { ...empty }
    for (let at = 0; at < names.length; at += 1) row[names[at]!] = values[at]
    return row
  }
}

/** A turn on a connection. */
export class SqliteSession implements Session {
  readonly writesAlone = true
  readonly #connection: SqliteConnection
  readonly #prepare: PrepareStatement
  #isOver = false

  constructor(connection: SqliteConnection, prepare: PrepareStatement) {
    this.#connection = connection
    this.#prepare = prepare
  }

  /** From now on every statement is rejected: the connection belongs to the next session. */
  end(): void {
    this.#isOver = true
  }

  first<Row>(statement: Statement<never, Row>, values: object): Promise<Row | undefined> {
    return this.#perform(statement, values, ({ statement: sqlite, toRow }, inputs) => {
      const found: unknown = sqlite.get(...inputs)
      return Array.isArray(found) ? (toRow(found) as Row) : undefined
    })
  }

  all<Row>(statement: Statement<never, Row>, values: object): Promise<readonly Row[]> {
    return this.#perform(statement, values, ({ statement: sqlite, toRow }, inputs) => {
      const rows: readonly unknown[] = sqlite.all(...inputs)
      return rows.map((row) => toRow(row as readonly unknown[]) as Row)
    })
  }

  run(statement: Statement<never, unknown>, values: object): Promise<number> {
    return this.#perform(statement, values, ({ statement: sqlite }, inputs) =>
      Number(sqlite.run(...inputs).changes),
    )
  }

  /** Transactions that write run one after the other anyway. */
  takeTurns(): Promise<void> {
    return Promise.resolve()
  }

  #perform<T>(
    statement: Statement<never, unknown>,
    values: object,
    work: (prepared: PreparedStatement, inputs: readonly SQLInputValue[]) => T,
  ): Promise<T> {
    const attempt = (): T => {
      if (this.#isOver) throw new Error('The transaction is over')
      const prepared = this.#prepare(statement)
      return work(prepared, toInputValues(prepared.bind(values)))
    }
    try {
      return Promise.resolve(attempt())
    } catch (error) {
      return isBusy(error) ? this.#connection.retryWhileBusy(attempt) : Promise.reject(error)
    }
  }
}

/** How one connection runs transactions and single statements, one after the other. */
export function createSqliteSessions(
  connection: SqliteConnection,
  prepare: PrepareStatement,
): Pick<Engine, 'readOne' | 'read' | 'write'> {
  const begin = connection.prepare('begin')
  // A reader that writes later would fail with SQLITE_BUSY_SNAPSHOT.
  const beginImmediate = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')

  async function readOne<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await connection.turns.enter()
    const session = new SqliteSession(connection, prepare)
    try {
      return await work(session)
    } finally {
      session.end()
      connection.turns.leave()
    }
  }

  async function transact<T>(
    start: StatementSync,
    work: (session: Session) => Promise<T>,
    keep: (result: T) => boolean,
  ): Promise<T> {
    return readOne(async (session) => {
      await connection.retryWhileBusy(() => start.run())
      try {
        const result = await work(session)
        if (keep(result)) await connection.retryWhileBusy(() => commit.run())
        return result
      } finally {
        // SQLite itself ends a transaction on some failures, such as a full disk.
        if (connection.isInTransaction) rollback.run()
      }
    })
  }

  return {
    write: (work, keep) => transact(beginImmediate, work, keep),
    read: (work) => transact(begin, work, () => true),
    readOne,
  }
}
