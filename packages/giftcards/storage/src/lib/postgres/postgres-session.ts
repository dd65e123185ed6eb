import { createHash } from 'node:crypto'
import type { PostgresQueryResult } from 'kysely'
import type { Pool } from 'pg'
import type { KeyedQueue } from './keyed-queue.ts'
import type { Session } from '../statements/session.ts'
import { compileStatement, type Statement } from '../statements/statement.ts'
import type { Db } from '../tables/db.ts'
import { PostgresConnection, type PostgresQuery } from './postgres-connection.ts'

const command = (text: string): PostgresQuery => ({ text, values: [] })

/** How a transaction begins. */
export const beginWriting = command('begin isolation level read committed')
export const beginReading = command('begin isolation level repeatable read read only')

/** The parts that the sessions of one database share. */
interface PostgresParts {
  readonly pool: Pool
  readonly prepare: PrepareStatement
  readonly turns: KeyedQueue
  /** How long a transaction waits for its turn. */
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
    // In one order, so that no two transactions wait for each other.
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

  /** The error of the first statement that failed, even if the caller has caught it. */
  async failure(): Promise<unknown> {
    return (await this.#connecting?.catch(() => undefined))?.failure
  }

  /** Commits. Without any statement there is no transaction. */
  async commit(): Promise<void> {
    this.#isOver = true
    const connection = await this.#connecting
    await this.#begun
    await connection?.query(command('commit'))
    this.#release(connection)
  }

  /** Ends a transaction that changes nothing. A connection on which that fails is not used again. */
  async rollBack(): Promise<void> {
    this.#isOver = true
    const connection = await this.#connecting?.catch(() => undefined)
    if (this.#begin !== undefined) await connection?.query(command('rollback')).catch(() => undefined)
    this.#release(connection)
  }

  #release(connection: PostgresConnection | undefined): void {
    connection?.release()
    for (const leave of this.#leave) leave()
  }

  async #perform<Row>(statement: Statement<never, Row>, values: object): Promise<PostgresQueryResult<Row>> {
    if (this.#isOver) throw new Error('The transaction is over')
    const { name, text, bind } = this.#parts.prepare(statement)
    this.#connecting ??= this.#connect()
    const connection = await this.#connecting
    // Sent right behind the statement that begins, without waiting for its response.
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

/** A statement as connections know it. */
interface PreparedStatement {
  /** `undefined` if the statement is rare: one with a name stays with its connection. */
  readonly name: string | undefined
  readonly text: string
  readonly bind: (values: object) => unknown[]
}

/** Returns the same for the same statement. */
type PrepareStatement = (statement: Statement<never, unknown>) => PreparedStatement

/** Compiles each statement when it is first run; `db` gives the language. */
export function createPreparation(db: Db): PrepareStatement {
  const prepared = new WeakMap<Statement<never, unknown>, PreparedStatement>()
  return (statement) => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const { sql: text, bind } = compileStatement(db, statement)
    // A hash of the text: behind a pooler that shares connections, another version of this program must not have another
    // statement of the same name.
    const name = statement.isRare === true ? undefined : createHash('sha256').update(text).digest('base64url')
    const made = { name, text, bind }
    prepared.set(statement, made)
    return made
  }
}
