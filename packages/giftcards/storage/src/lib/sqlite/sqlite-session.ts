import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { Session } from '../statements/session.ts'
import { compileStatement, type Statement } from '../statements/statement.ts'
import type { Db } from '../tables/db.ts'
import { createRowMaker, type RowMaker } from './row-maker.ts'
import { type SqliteConnection, toInputValues } from './sqlite-connection.ts'
import { isBusy } from './sqlite-failure.ts'

interface PreparedStatement {
  readonly statement: StatementSync
  readonly bind: (values: object) => unknown[]
  readonly toRow: RowMaker
}

/** Gives the statement of a connection, prepared when it is first run. */
export type PrepareStatement = (statement: Statement<never, unknown>) => PreparedStatement

/** The statements of one connection; `db` compiles them. */
export function createPrepareStatement(db: Db, connection: SqliteConnection): PrepareStatement {
  const prepared = new WeakMap<Statement<never, unknown>, PreparedStatement>()
  return (statement) => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const { sql, bind } = compileStatement(db, statement)
    const sqlite = connection.prepare(sql)
    const made = { statement: sqlite, bind, toRow: createRowMaker(sqlite) }
    prepared.set(statement, made)
    return made
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
    // Nearly always there is nothing to wait for, and a function that could wait costs as much as a short statement.
    try {
      return Promise.resolve(attempt())
    } catch (error) {
      return isBusy(error) ? this.#connection.onceFree(attempt) : Promise.reject(error)
    }
  }
}
