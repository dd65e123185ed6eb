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

/** The column types of SQLite. Tables are strict, so an integer column holds only integers. */
export const sqliteTypes: ColumnTypes = {
  integer: 'integer',
  text: 'text',
  generated: 'virtual',
  identity: 'integer primary key',
  hasSequences: false,
  tableOptions: 'strict',
}

/**
 * Creates the file of a database if it does not exist, with its folders, readable by its owner only. SQLite would make it
 * world-readable. The write-ahead log and the shared-memory file get the same permissions. An existing file keeps its mode.
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

/** A statement that SQLite has parsed and planned. */
interface Prepared {
  readonly statement: StatementSync
  /** Converts a list of values to a row; absent if the statement returns no rows. */
  readonly toRow: ((values: readonly unknown[]) => object) | undefined
}

/** The most prepared statements to keep. Long statements are rare and not kept. */
const mostPrepared = 400
const mostCharacters = 4000

/**
 * Kysely's connection on a `DatabaseSync`, for one user at a time. It waits for the lock of another connection without blocking
 * the event loop, because the other connection may be in this process. SQLite's own busy handler would block.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #busyTimeoutMs: number
  readonly #prepared = new Map<string, Prepared>()
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(database: DatabaseSync, busyTimeoutMs: number) {
    this.#database = database
    this.#busyTimeoutMs = busyTimeoutMs
  }

  /** Resolves when it is the caller's turn, in the order of the calls; the turn lasts until `leave`. */
  async enter(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    this.#isTaken = true
  }

  leave(): void {
    const next = this.#waiting.shift()
    // It stays locked if another user waits, so that users get it in order.
    if (next === undefined) this.#isTaken = false
    else next()
  }

  /** Runs `work` as the only user of the connection. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /** Runs a statement, and retries it while another connection holds the lock. */
  async executeQuery<R>({
    sql,
    parameters,
  }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    let deadline: number | undefined
    for (;;) {
      try {
        return this.run(sql, parameters)
      } catch (error) {
        deadline ??= performance.now() + this.#busyTimeoutMs
        if (!isBusy(error) || performance.now() >= deadline) throw error
      }
      // Random, so that two waiting processes do not keep conflicting.
      await setTimeout(1 + Math.random() * 3)
    }
  }

  /** Runs a statement once, without waiting for a lock. */
  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    const { statement, toRow } = this.#prepare(sql)
    const values = toInputValues(parameters)
    if (toRow === undefined) return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    const rows: readonly unknown[] = statement.all(...values)
    return { rows: rows.map((row) => toRow(row as readonly unknown[]) as R) }
  }

  // oxlint-disable-next-line require-yield -- Kysely asks for a generator; this one has nothing to give
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('No query is streamed')
  }

  /** Rolls back, unless SQLite has ended the transaction itself, as on a full disk. */
  rollBack(): void {
    if (this.#database.isTransaction) this.run('rollback')
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, toRow: createRowReader(statement) }
    if (sql.length > mostCharacters) return prepared
    const [oldest] = this.#prepared.size < mostPrepared ? [] : this.#prepared.keys()
    if (oldest !== undefined) this.#prepared.delete(oldest)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/**
 * Makes a statement return lists of values, and returns a function that converts them to rows. The dictionary objects of
 * `node:sqlite` cost twice the time of the statement itself.
 */
function createRowReader(statement: StatementSync): Prepared['toRow'] {
  const names = statement.columns().map(({ name }) => name)
  if (names.length === 0) return undefined
  statement.setReturnArrays(true)
  // Copied from a template, so that all rows of a statement share one hidden class.
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]))
  return (values) => {
    const row = { ...empty }
    for (let at = 0; at < names.length; at += 1) row[names[at]!] = values[at]
    return row
  }
}

/** Checks that a list has only text, numbers and nulls, and returns it. Strict tables ensure that numbers are integers. */
function toInputValues(values: readonly unknown[]): readonly SQLInputValue[] {
  if (values.every(isInputValue)) return values
  const other = values.find((value) => !isInputValue(value))
  throw new TypeError(`Numbers and text are stored, not ${typeof other}`)
}

function isInputValue(value: unknown): value is SQLInputValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

/**
 * Kysely on one connection, which it closes when destroyed. Kysely's own driver begins every transaction as a read, which fails
 * at its first write if another process has written meanwhile (SQLITE_BUSY_SNAPSHOT).
 */
export function createSqliteDialect(connection: SqliteConnection): Dialect {
  const execute = async (sql: string) => void (await connection.executeQuery({ sql, parameters: [] }))
  return {
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      async init() {},
      async acquireConnection() {
        await connection.enter()
        return connection
      },
      beginTransaction: (_connection, { accessMode }: TransactionSettings) =>
        execute(accessMode === 'read only' ? 'begin' : 'begin immediate'),
      commitTransaction: () => execute('commit'),
      async rollbackTransaction() {
        connection.rollBack()
      },
      async releaseConnection() {
        connection.leave()
      },
      async destroy() {
        connection.close()
      },
    }),
  }
}
