import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool } from 'pg'
import { PostgresConnection } from './postgres-connection.ts'
import { valueReaders } from './read-values.ts'

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

/** Connections of `pg`, on each of which a statement need not wait for the answer to the one before. */
export function createPool(options: PoolOptions): Pool {
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
    pipeline: true,
    connectionString: url,
  })
  // A connection that breaks between two statements is noticed at the next one, or replaced when one is needed.
  // Unheard, either event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Kysely's pool on `pg`, for migrations and operators. */
export function toKyselyPool(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const connection = await PostgresConnection.from(pool)
      const query = <Row>(text: string, values: readonly unknown[]) => connection.query<Row>({ text, values })
      return {
        query: query as PostgresPoolClient['query'],
        release: (destroy) => connection.release(destroy),
      }
    },
    end: () => pool.end(),
  }
}
