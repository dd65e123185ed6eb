import type { KeyedQueue } from '@giftcards/marketplace'
import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely'
import type { Db } from '../tables/db.ts'
import { type Session, withConnections } from '../tables/session.ts'

/** Timed out waiting for a turn, because earlier transactions took too long. */
export class TurnTimeoutError extends Error {
  override readonly name = 'TurnTimeoutError'
}

/** The parts that the sessions of one database share. */
export interface PostgresParts {
  /** Kysely, which compiles the statements. */
  readonly db: Db
  /** Kysely's driver, which gives connections. */
  readonly driver: Driver
  /** Transactions waiting for their turn hold no connection, so a busy account uses only one of the pool. */
  readonly turns: KeyedQueue
}

/**
 * The statements of one transaction; without `settings`, of none. The first statement acquires a connection and begins, so a
 * transaction that waits for its turn holds no connection. Statements are pipelined.
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
    if (this.#connecting !== undefined) throw new Error('A transaction must lock before its first statement')
    // In a fixed order, so that transactions cannot deadlock.
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

  /** Commits. Without statements, no transaction was begun. */
  async commit(): Promise<void> {
    this.#isOver = true
    const connection = await this.#connecting
    await this.#begun
    // After a failed statement the server would roll back, even if the caller has caught the error.
    if (this.#failure !== undefined) throw this.#failure
    if (connection !== undefined) await this.#parts.driver.commitTransaction(connection)
    await this.#release(connection)
  }

  /** Ends a transaction without changes. If that fails, the connection is discarded. */
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
      // Pipelined behind the `begin`, without waiting for its response.
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
