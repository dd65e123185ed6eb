import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import { DatabaseError, Pool, type PoolClient, types } from 'pg'
import type { Database } from '../schema/database.ts'

/** How connections are made, kept and given up. */
interface PoolOptions {
  readonly url: string
  readonly maxConnections: number
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
}

/** How much longer than the server we wait: it ends a statement that takes too long, and this ends a silent connection. */
const patience = 1.25

/**
 * The settings that a connection sends as it starts, besides those that every pooler accepts. PgBouncer rejects the
 * connection unless it is configured to ignore them.
 */
export const startupSettings = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const

/** Connections of `pg`. Each is a pipeline: a statement is sent before the response to the one before it. */
export function createPool(options: PoolOptions): Pool {
  const { url, maxConnections, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs } = options
  const settings: Readonly<Record<(typeof startupSettings)[number], number>> = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // Frees the locks of a process that hangs in the middle of a transaction.
    idle_in_transaction_session_timeout: statementTimeoutMs,
  }
  const pool = new Pool({
    // Options in the URL's query win over these.
    application_name: 'giftcards',
    ...settings,
    query_timeout: statementTimeoutMs * patience,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    max: maxConnections,
    types: valueReaders,
    pipeline: true,
    connectionString: url,
  })
  // A broken connection is noticed at its next statement, or replaced when one is needed. Without a listener
  // either event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Kysely on a pool: for migrations and operators. */
export function createKysely(pool: Pool): Kysely<Database> {
  const kyselyPool = {
    options: pool.options,
    async connect() {
      const connection = await PostgresConnection.from(pool)
      const query = <Row>(text: string, values: readonly unknown[]) => connection.query<Row>({ text, values })
      return {
        query: query as PostgresPoolClient['query'],
        release: (destroy?: boolean) => connection.release(destroy),
      }
    },
    end: () => pool.end(),
  }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool }) })
}

/**
 * The connection failed, not a statement: it was refused, broke, or stayed silent too long. If that was during a
 * commit, it is unknown whether the commit happened.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

/** A stored number that JavaScript cannot hold exactly. A statement fails rather than return it a cent off. */
class UnsafeIntegerError extends Error {
  override readonly name = 'UnsafeIntegerError'
}

/** A statement to send. Each connection parses a statement with a name once. */
export interface PostgresQuery {
  readonly name?: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}

/** One connection for one transaction, or one statement. Every failure but an error of the server is a `ConnectionLostError`. */
export class PostgresConnection {
  readonly #client: PoolClient
  #failure: unknown

  private constructor(client: PoolClient) {
    this.#client = client
  }

  /** Takes a free connection; waits for one if all are taken. */
  static async from(pool: Pool): Promise<PostgresConnection> {
    return new PostgresConnection(await orLost(() => pool.connect()))
  }

  /** The error of the first statement that failed: a transaction that was begun before it cannot be committed. */
  get failure(): unknown {
    return this.#failure
  }

  /** Sends a statement at once. */
  async query<Row>({ name, text, values }: PostgresQuery): Promise<PostgresQueryResult<Row>> {
    const named = name === undefined ? {} : { name }
    const storable = values.map(toStorable)
    try {
      const { command, rowCount, rows } = await orLost(() =>
        this.#client.query({ ...named, text, values: storable }),
      )
      // If a statement failed and the caller caught its error, the server rolls back here without an error.
      if (text === 'commit' && command !== 'COMMIT') throw this.#failure
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows }
    } catch (error) {
      this.#failure ??= error
      // Statements that were sent after the one that failed fail too; its error is the reason of theirs.
      throw isConsequence(error) ? this.#failure : error
    }
  }

  /**
   * Returns the connection to the pool. Closes it if `destroy` is set or a statement has failed. It may be broken then, or
   * driver and pooler may disagree about the statements prepared on it.
   */
  release(destroy = false): void {
    this.#client.release(destroy || this.#failure !== undefined)
  }
}

/** in_failed_sql_transaction: rejected because a statement before has failed. */
function isConsequence(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

/** Throws errors of the server unchanged, and any other as a `ConnectionLostError`. */
async function orLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof UnsafeIntegerError) throw error
    throw new ConnectionLostError('The connection to the database is lost', { cause: error })
  }
}

const int8: number = types.builtins.INT8

/** Reads 64-bit integers as numbers, and all else as `pg` does. */
const valueReaders: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser(typeId: number, format?: 'text' | 'binary') {
    return typeId === int8 ? toNumber : types.getTypeParser(typeId, format)
  },
}

function toNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new UnsafeIntegerError('A stored number is too large to be exact')
  return value
}

/**
 * PostgreSQL's texts hold no NUL (its documentation, Character Types). It becomes U+FFFD, the replacement character, as
 * an unpaired surrogate does anyway.
 */
function toStorable(value: unknown): string | number | null {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD')
  if (value === null || typeof value === 'number') return value
  // The driver would turn anything else into text in its own way.
  throw new TypeError(`Numbers and text are stored, not ${typeof value}`)
}
