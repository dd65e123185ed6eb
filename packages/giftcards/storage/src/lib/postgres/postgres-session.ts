import type { KeyedQueue } from '@giftcards/marketplace'
import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely'
import type { Db } from '../tables/db.ts'
import { type Session, withConnections } from '../tables/session.ts'

/** A turn did not come in time: those before it took too long. */
export class TurnTimeoutError extends Error {
  override readonly name = 'TurnTimeoutError'
}

/** The parts that the sessions of one database share. */
export interface PostgresParts {
  /** Kysely, which compiles the statements. */
  readonly db: Db
  /** Kysely's driver, which gives connections. */
  readonly driver: Driver
  /** Those that wait for their turn hold no connection, so a busy account costs the pool one. */
  readonly turns: KeyedQueue
}

/**
 * The statements of one transaction, or of none where `settings` is absent. The first statement takes a connection and begins,
 * so a transaction that waits for its turn holds no connection. Statements are sent without waiting for the one before.
 */
export class PostgresSession implements Session {
  readonly db: Db
  readonly #parts: PostgresParts
  readonly #settings: TransactionSettings | undefined
  readonly #leave: (() => void)[] = []
  #connecting: Promise<DatabaseConnection> | undefined
  #begun: Promise<void> | undefined
  #failure: unknown
  #isOver = false

  constructor(parts: PostgresParts, settings?: TransactionSettings) {
    this.#parts = parts
    this.#settings = settings
    this.db = withConnections(parts.db, (consumer) => this.#perform(consumer))
  }

  async takeTurns(keys: readonly string[]): Promise<void> {
    if (this.#connecting !== undefined) throw new Error('A transaction locks before anything else')
    // In one order, so that no two transactions wait for each other.
    for (const key of [...new Set(keys)].toSorted()) {
      const leave = await this.#parts.turns.enter(key)
      if (leave === undefined) throw new TurnTimeoutError(`Other transactions on ${key} took too long`)
      this.#leave.push(leave)
    }
  }

  /** The error of the first statement that failed, even if the caller has caught it. */
  get failure(): unknown {
    return this.#failure
  }

  /** Commits. Without any statement there is no transaction. */
  async commit(): Promise<void> {
    this.#isOver = true
    const connection = await this.#connecting
    await this.#begun
    // If a statement failed and the caller caught its error, the server would roll back.
    if (this.#failure !== undefined) throw this.#failure
    if (connection !== undefined) await this.#parts.driver.commitTransaction(connection)
    await this.#release(connection)
  }

  /** Ends a transaction that changes nothing. A connection on which that fails is not used again. */
  async rollBack(): Promise<void> {
    this.#isOver = true
    const connection = await this.#connecting?.catch(() => undefined)
    if (connection !== undefined && this.#settings !== undefined)
      await this.#parts.driver.rollbackTransaction(connection).catch(() => undefined)
    await this.#release(connection)
  }

  async #release(connection: DatabaseConnection | undefined): Promise<void> {
    if (connection !== undefined) await this.#parts.driver.releaseConnection(connection)
    for (const leave of this.#leave) leave()
  }

  async #perform<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('The transaction is over')
    try {
      const connection = await (this.#connecting ??= this.#connect())
      // Sent right behind the statement that begins, without waiting for its response.
      const [result] = await Promise.all([consumer(connection), this.#begun])
      return result
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }

  async #connect(): Promise<DatabaseConnection> {
    const { driver } = this.#parts
    const connection = await driver.acquireConnection()
    if (this.#settings !== undefined) {
      this.#begun = driver.beginTransaction(connection, this.#settings)
      this.#begun.catch(() => undefined)
    }
    return connection
  }
}
