import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { ColumnTypes } from '../schema/migration.ts'
import { StoreOpenError } from '../engine.ts'
import { isBusy } from './sqlite-failure.ts'

/** How SQLite spells the column types; strict, so that no cent is ever half a cent. */
export const sqliteTypes: ColumnTypes = {
  integer: 'integer',
  text: 'text',
  generated: 'virtual',
  identity: 'integer primary key',
  hasSequences: false,
  tableOptions: 'strict',
}

/**
 * Creates the file of a database if it does not exist, with its folders, readable by its owner only. SQLite would let
 * everybody read it. The log and the shared memory that SQLite puts beside the file get its mode. An existing file keeps
 * its mode.
 */
export function createFile(path: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/** Throws `StoreOpenError` if there is no file, or a directory in its place. */
export function assertFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new StoreOpenError('there is no such file')
  if (found.isDirectory()) throw new StoreOpenError('it is a directory')
}

/**
 * A `DatabaseSync` that one user at a time has, and Kysely's connection on it. It waits for the lock of another connection
 * without blocking the event loop, because the other connection may be in this process. SQLite's own busy handler would
 * block.
 */
export class SqliteConnection implements DatabaseConnection {
  /** Each user of the connection takes a turn first. */
  readonly turns = new Turns()
  readonly #database: DatabaseSync
  readonly #busyTimeoutMs: number

  constructor(database: DatabaseSync, busyTimeoutMs: number) {
    this.#database = database
    this.#busyTimeoutMs = busyTimeoutMs
  }

  prepare(sql: string): StatementSync {
    return this.#database.prepare(sql)
  }

  /** Returns the result of `work`, which is run again for as long as another connection holds the lock. */
  async retryWhileBusy<T>(work: () => T): Promise<T> {
    let deadline: number | undefined
    for (;;) {
      try {
        return work()
      } catch (error) {
        deadline ??= performance.now() + this.#busyTimeoutMs
        if (!isBusy(error) || performance.now() >= deadline) throw error
      }
      // Random, so that two waiting processes do not meet again and again.
      await setTimeout(1 + Math.random() * 3)
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.retryWhileBusy(() => this.#run<R>(sql, parameters))
  }

  /** Runs one statement without parameters. */
  async execute(sql: string): Promise<void> {
    await this.retryWhileBusy(() => this.#run(sql, []))
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
    const statement = this.#database.prepare(sql)
    const values = toInputValues(parameters)
    if (statement.columns().length === 0)
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    const rows: unknown[] = statement.all(...values)
    return { rows: rows as R[], numAffectedRows: BigInt(rows.length) }
  }
}

/** Users of one thing take turns, in the order in which they came. */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  /** Resolves when it is the caller's turn, which lasts until `leave`. */
  async enter(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    this.#isTaken = true
  }

  leave(): void {
    const next = this.#waiting.shift()
    // It stays taken if another user waits, so that no newcomer gets in between.
    if (next === undefined) this.#isTaken = false
    else next()
  }
}

/** Returns the same list, checked: text, numbers and nulls. That numbers are whole is checked by the strict tables. */
export function toInputValues(values: readonly unknown[]): readonly SQLInputValue[] {
  if (values.every(isInputValue)) return values
  const other = values.find((value) => !isInputValue(value))
  throw new TypeError(`Numbers and text are stored, not ${typeof other}`)
}

function isInputValue(value: unknown): value is SQLInputValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

/**
 * Kysely on one connection, which it closes when destroyed. The driver is ours: Kysely's own begins every transaction as a
 * reader, and one that writes later fails if another process has written meanwhile (SQLITE_BUSY_SNAPSHOT).
 */
export function createSqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      async init() {},
      async acquireConnection() {
        await connection.turns.enter()
        return connection
      },
      beginTransaction: (_connection, { accessMode }: TransactionSettings) =>
        connection.execute(accessMode === 'read only' ? 'begin' : 'begin immediate'),
      commitTransaction: () => connection.execute('commit'),
      async rollbackTransaction() {
        if (connection.isInTransaction) await connection.execute('rollback')
      },
      async releaseConnection() {
        connection.turns.leave()
      },
      async destroy() {
        connection.close()
      },
    }),
  }
}
