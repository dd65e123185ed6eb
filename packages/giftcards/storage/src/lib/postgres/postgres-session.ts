import type { PostgresQueryResult } from 'kysely'
import type { Pool } from 'pg'
import type { KeyedQueue } from '../keyed-queue.ts'
import type { Session } from '../statements/session.ts'
import type { Statement } from '../statements/statement.ts'
import { PostgresConnection, type PostgresQuery } from './postgres-connection.ts'
import type { PrepareStatement } from './prepare-statements.ts'

const command = (text: string): PostgresQuery => ({ text, values: [] })

/** How a transaction begins. */
export const beginWriting = command('begin isolation level read committed')
export const beginReading = command('begin isolation level repeatable read read only')

/** What the sessions of one database share. */
export interface PostgresParts {
  readonly pool: Pool
  readonly prepare: PrepareStatement
  readonly turns: KeyedQueue
  /** How long a turn is waited for. */
  readonly turnLimitMs: number
}

/**
 * The statements of one transaction, or of none where `begin` is absent. The first statement takes a connection and begins, so
 * a transaction that waits for its turn holds no connection.
 */
export class PostgresSession implements Session {
  readonly writesAlone = false
  readonly #parts: PostgresParts
  readonly #begin: PostgresQuery | undefined
  readonly #leave: (() => void)[] = []
  #connecting: Promise<PostgresConnection> | undefined
  #begun: Promise<unknown> | undefined
  #isOver = false

  constructor(parts: PostgresParts, begin?: PostgresQuery) {
    this.#parts = parts
    this.#begin = begin
  }

  async takeTurns(keys: readonly string[]): Promise<void> {
    if (this.#connecting !== undefined) throw new Error('A transaction locks before anything else')
    // In one order, so that no two wait for each other.
    for (const key of [...new Set(keys)].toSorted())
      this.#leave.push(await this.#parts.turns.enter(key, this.#parts.turnLimitMs))
  }

  async first<Row>(statement: Statement<never, Row>, values: object): Promise<Row | undefined> {
    return (await this.#perform(statement, values)).rows[0]
  }

  async all<Row>(statement: Statement<never, Row>, values: object): Promise<readonly Row[]> {
    return (await this.#perform(statement, values)).rows
  }

  async run(statement: Statement<never, unknown>, values: object): Promise<number> {
    return (await this.#perform(statement, values)).rowCount
  }

  /** What a statement has failed by, whether it was caught or not. */
  async failure(): Promise<unknown> {
    return (await this.#connecting?.catch(() => undefined))?.failure
  }

  /** Commits; nothing was begun where nothing was asked. */
  async commit(): Promise<void> {
    this.#isOver = true
    const connection = await this.#connecting
    await this.#begun
    await connection?.query(command('commit'))
    this.#release(connection)
  }

  /** Ends a transaction that changes nothing; a connection on which that fails is not used again. */
  async rollBack(): Promise<void> {
    this.#isOver = true
    const connection = await this.#connecting?.catch(() => undefined)
    let isUsable = true
    try {
      if (this.#begin !== undefined) await connection?.query(command('rollback'))
    } catch {
      isUsable = false
    }
    this.#release(connection, !isUsable)
  }

  #release(connection: PostgresConnection | undefined, destroy = false): void {
    connection?.release(destroy)
    for (const leave of this.#leave) leave()
  }

  async #perform<Row>(statement: Statement<never, Row>, values: object): Promise<PostgresQueryResult<Row>> {
    if (this.#isOver) throw new Error('The transaction is over')
    const { name, text, bind } = this.#parts.prepare(statement)
    this.#connecting ??= this.#connect()
    const connection = await this.#connecting
    // Sent together with the statement that begins; nothing waits for the answer in between.
    const [result] = await Promise.all([
      connection.query<Row>({ name, text, values: bind(values) }),
      this.#begun,
    ])
    return result
  }

  async #connect(): Promise<PostgresConnection> {
    const connection = await PostgresConnection.from(this.#parts.pool)
    if (this.#begin !== undefined) {
      this.#begun = connection.query(this.#begin)
      this.#begun.catch(() => undefined)
    }
    return connection
  }
}
