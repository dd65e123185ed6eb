import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, types } from 'pg'
import type { Database } from '../schema/database.ts'

/** The options of a connection pool. */
interface PoolOptions {
  readonly url: string
  readonly maxConnections: number
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
}

/**
 * The margin of the client's timeout over the server's: the server cancels slow statements, the client closes silent connections.
 */
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
    // Releases the locks of a process that hangs in a transaction.
    idle_in_transaction_session_timeout: statementTimeoutMs,
  }
  const pool = new Pool({
    // Options in the URL's query override these.
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

/** Kysely on a pool. */
export function createKysely(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: toKyselyPool(pool) }) })
}

/** A pool for Kysely's driver. Every failure except a server error becomes a `ConnectionLostError`. */
export function toKyselyPool(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await orLost(() => pool.connect())
      let failure: unknown
      async function query(text: string, values: readonly unknown[] = []) {
        const request = { ...nameOf(text, values), text, values: values.map(toStorable) }
        try {
          return await orLost(() => client.query(request))
        } catch (error) {
          failure ??= error
          // Statements sent after a failed one fail too; report the first error.
          throw isConsequence(error) ? failure : error
        }
      }
      return {
        query: query as unknown as PostgresPoolClient['query'],
        // After a failure it may be broken, or driver and pooler may disagree about the statements prepared on it.
        release: (isDiscarded?: boolean) => client.release(isDiscarded === true || failure !== undefined),
      }
    },
  }
}

/** in_failed_sql_transaction: rejected because an earlier statement failed. */
function isConsequence(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
}

/** Statements with more values than this are rare and differ in length, so they are not prepared. */
const mostNamedValues = 32

const names = new Map<string, string>()

/**
 * The name under which a connection parses a statement once. It is a hash of the text: behind a pooler that shares connections,
 * another version of this program must not have another statement of the same name.
 */
function nameOf(text: string, { length }: readonly unknown[]): { readonly name?: string } {
  if (length === 0 || length > mostNamedValues) return {}
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return { name }
}

/**
 * The connection failed, not a statement: it was refused, broken, or timed out. If that was during a commit, it is unknown
 * whether the commit happened.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

/** A stored number that JavaScript cannot hold exactly. A statement fails rather than return it a cent off. */
class UnsafeIntegerError extends Error {
  override readonly name = 'UnsafeIntegerError'
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

/** Reads 64-bit integers as numbers, and all other types as `pg` does. */
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
  // The driver would convert other types to text by its own rules.
  throw new TypeError(`Numbers and text are stored, not ${typeof value}`)
}
