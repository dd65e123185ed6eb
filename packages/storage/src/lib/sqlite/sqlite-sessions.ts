import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { Engine } from '../engine.ts'
import type { Session } from '../statements/session.ts'
import { compileStatement, type Statement } from '../statements/statement.ts'
import type { Db } from '../tables/db.ts'
import { createRowMaker, type RowMaker } from './row-maker.ts'
import { type SqliteConnection, toInputValue } from './sqlite-connection.ts'

/** How statements are run on one connection, by one after the other. */
export type SqliteSessions = Pick<Engine, 'ask' | 'read' | 'write'>

interface PreparedStatement {
  readonly statement: StatementSync
  readonly bind: (values: object) => unknown[]
  readonly toRow: RowMaker
}

type PrepareStatement = (statement: Statement<never, unknown>) => PreparedStatement

/** The statements of a connection, each prepared when it is first run; `db` compiles them. */
export function createSqliteSessions(db: Db, connection: SqliteConnection): SqliteSessions {
  const { line } = connection
  const begin = connection.prepare('begin')
  // A reader that turns writer half-way would meet SQLITE_BUSY_SNAPSHOT.
  const beginImmediate = connection.prepare('begin immediate')
  const commit = connection.prepare('commit')
  const rollback = connection.prepare('rollback')
  const prepared = new WeakMap<Statement<never, unknown>, PreparedStatement>()
  const prepare: PrepareStatement = (statement) => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const { sql, bind } = compileStatement(db, statement)
    const sqlite = connection.prepare(sql)
    const made = { statement: sqlite, bind, toRow: createRowMaker(sqlite) }
    prepared.set(statement, made)
    return made
  }

  async function ask<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await line.enter()
    const session = new SqliteSession(connection, prepare)
    try {
      return await work(session)
    } finally {
      session.end()
      line.leave()
    }
  }

  async function transact<T>(
    start: StatementSync,
    work: (session: Session) => Promise<T>,
    keep: (result: T) => boolean,
  ): Promise<T> {
    return ask(async (session) => {
      await connection.onceFree(() => start.run())
      try {
        const result = await work(session)
        if (keep(result)) await connection.onceFree(() => commit.run())
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
    ask,
  }
}

/** A turn on a connection. */
class SqliteSession implements Session {
  readonly #connection: SqliteConnection
  readonly #prepare: PrepareStatement
  #isOver = false

  constructor(connection: SqliteConnection, prepare: PrepareStatement) {
    this.#connection = connection
    this.#prepare = prepare
  }

  /** From now on every statement is refused: the connection is somebody else's. */
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

  async #perform<T>(
    statement: Statement<never, unknown>,
    values: object,
    work: (prepared: PreparedStatement, inputs: readonly SQLInputValue[]) => T,
  ): Promise<T> {
    if (this.#isOver) throw new Error('The transaction is over')
    return this.#connection.onceFree(() => {
      const prepared = this.#prepare(statement)
      return work(prepared, prepared.bind(values).map(toInputValue))
    })
  }
}
