import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { Line } from './line.ts'
import { isBusy } from './sqlite-failure.ts'
import { createStatementCache } from './statement-cache.ts'

/**
 * A `DatabaseSync` that is used by one after the other, and Kysely's connection on it. A lock of another connection is
 * waited for without blocking the event loop (SQLite's own busy handler would), because its holder may be in this very
 * process.
 */
export class SqliteConnection implements DatabaseConnection {
  /** Whoever uses the connection has its turn in this line. */
  readonly line = new Line()
  readonly #database: DatabaseSync
  readonly #busyTimeoutMs: number
  readonly #prepare

  constructor(database: DatabaseSync, busyTimeoutMs: number) {
    this.#database = database
    this.#busyTimeoutMs = busyTimeoutMs
    this.#prepare = createStatementCache(database)
  }

  prepare(sql: string): StatementSync {
    return this.#database.prepare(sql)
  }

  /** Answers what `work` does, which is run again for as long as another connection holds the lock. */
  async onceFree<T>(work: () => T): Promise<T> {
    let deadline: number | undefined
    for (;;) {
      try {
        return work()
      } catch (error) {
        deadline ??= performance.now() + this.#busyTimeoutMs
        if (!isBusy(error) || performance.now() >= deadline) throw error
      }
      // Uneven, so that two waiting processes do not meet for ever.
      await setTimeout(1 + Math.random() * 3)
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.onceFree(() => this.#run<R>(sql, parameters))
  }

  /** Runs one statement without parameters. */
  async execute(sql: string): Promise<void> {
    await this.onceFree(() => this.#run(sql, []))
  }

  // oxlint-disable-next-line require-yield -- Kysely asks for a generator; this one has nothing to give
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('No query is streamed')
  }

  /** SQLite itself ends a transaction on some failures, such as a full disk. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(sql)
    const values = toInputValues(parameters)
    if (!hasRows) return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    const rows: unknown[] = statement.all(...values)
    return { rows: rows as R[], numAffectedRows: BigInt(rows.length) }
  }
}

/** The same list, of which each is text, a number or nothing. Whether a number is whole is the strict tables' affair. */
export function toInputValues(values: readonly unknown[]): readonly SQLInputValue[] {
  if (values.every(isInputValue)) return values
  const other = values.find((value) => !isInputValue(value))
  throw new TypeError(`Numbers and text are stored, not ${typeof other}`)
}

function isInputValue(value: unknown): value is SQLInputValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}
