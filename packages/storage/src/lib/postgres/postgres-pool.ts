import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { DatabaseError, Pool, type PoolClient } from 'pg'
import { ConnectionLostError } from './connection-lost-error.ts'
import { UnsafeIntegerError, valueReaders } from './read-values.ts'

/** How connections are made, kept and given up. */
export interface PoolOptions {
  readonly url: string
  readonly maxConnections: number
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
}

/** How much longer than the server we wait: it ends a statement that takes too long, and this its silence. */
const patience = 1.25

/** Kysely's pool on `pg`. Whatever goes wrong below a statement comes out as a `ConnectionLostError`. */
export function createPostgresPool(options: PoolOptions): PostgresPool {
  const { url, maxConnections, connectTimeoutMs, statementTimeoutMs, lockTimeoutMs } = options
  const pool = new Pool({
    // What the URL's query says wins over what stands here.
    application_name: 'giftcards',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    // Frees the locks of a process that hangs in the middle of a transaction.
    idle_in_transaction_session_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs * patience,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    max: maxConnections,
    types: valueReaders,
    connectionString: url,
  })
  // A connection that breaks between two statements is noticed at the next one, or replaced when one is needed.
  // Unheard, either event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    options: pool.options,
    connect: async () => toClient(await orLost(() => pool.connect())),
    end: () => pool.end(),
  }
}

/** One connection for one transaction, or one statement. */
function toClient(client: PoolClient): PostgresPoolClient {
  let isLost = false
  let failure: unknown
  async function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const storable = values.map(toStorable)
    try {
      const { command, rowCount, rows } = await orLost(() => client.query(text, storable))
      // The server answers so, and not with an error, where a statement before has failed and nobody let it through.
      if (text === 'commit' && command !== 'COMMIT') throw failure
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows }
    } catch (error) {
      isLost ||= error instanceof ConnectionLostError
      failure ??= error
      throw error
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || isLost),
  }
}

/** What is no answer of the server is trouble of the connection. */
async function orLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof UnsafeIntegerError) throw error
    throw new ConnectionLostError('The connection to the database is lost', { cause: error })
  }
}

/**
 * PostgreSQL's texts hold no NUL (its documentation, Character Types). It becomes the character that stands for what
 * cannot be said, as an unpaired surrogate does anyway.
 */
function toStorable(value: unknown): string | number | null {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD')
  if (value === null || typeof value === 'number') return value
  // Anything else would be turned into text in ways of the driver's own.
  throw new TypeError(`Numbers and text are stored, not ${typeof value}`)
}
