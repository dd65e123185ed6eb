import type { PostgresQueryResult } from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { ConnectionLostError } from './connection-lost-error.ts'
import { UnsafeIntegerError } from './read-values.ts'

/** A statement as it is sent; one with a name is parsed once by each connection. */
export interface PostgresQuery {
  readonly name?: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * One connection for one transaction, or one statement. Whatever goes wrong below a statement comes out as a
 * `ConnectionLostError`.
 */
export class PostgresConnection {
  readonly #client: PoolClient
  #isLost = false
  #failure: unknown

  private constructor(client: PoolClient) {
    this.#client = client
  }

  /** A connection that is free; waits for one where all are taken. */
  static async from(pool: Pool): Promise<PostgresConnection> {
    return new PostgresConnection(await orLost(() => pool.connect()))
  }

  /** What the first statement that failed has failed by: whatever was begun before it cannot be committed. */
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
      // The server answers so, and not with an error, where a statement before has failed and nobody let it through.
      if (text === 'commit' && command !== 'COMMIT') throw this.#failure
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows }
    } catch (error) {
      this.#isLost ||= error instanceof ConnectionLostError
      this.#failure ??= error
      // Of several statements on their way, the first to fail says why all after it did.
      throw isConsequence(error) ? this.#failure : error
    }
  }

  /**
   * Gives the connection back, or ends it where it is lost, or `destroy` says so. One on which a statement has failed is ended too:
   * driver and pooler may disagree afterwards about which statements are prepared on it.
   */
  release(destroy = false): void {
    this.#client.release(destroy || this.#isLost || this.#failure !== undefined)
  }
}

/** in_failed_sql_transaction: refused because of a statement before. */
function isConsequence(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25P02'
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
