import type { PostgresQueryResult } from 'kysely'
import type { NumberUse, Session } from '../statements/session.ts'
import type { Statement } from '../statements/statement.ts'
import type { DrawNumbers } from './draw-numbers.ts'
import type { PostgresConnection, PostgresQuery } from './postgres-connection.ts'
import type { PrepareStatement } from './prepare-statements.ts'

/** A turn on a connection. */
export class PostgresSession implements Session {
  readonly writesAlone = false
  readonly #connection: Pick<PostgresConnection, 'query'>
  readonly #prepare: PrepareStatement
  readonly #draw: DrawNumbers
  #begun: Promise<unknown> | undefined
  #isOver = false

  /** `begun` is the answer to the statement that begins a transaction; without it there is none. */
  constructor(
    connection: Pick<PostgresConnection, 'query'>,
    prepare: PrepareStatement,
    draw: DrawNumbers,
    begun?: Promise<unknown>,
  ) {
    this.#connection = connection
    this.#prepare = prepare
    this.#draw = draw
    this.#begun = begun
  }

  /** From now on every statement is refused: the connection is somebody else's. */
  end(): void {
    this.#isOver = true
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

  /** On a connection of its own: in the transaction, any two that take a number would conflict. */
  async draw<Row>(statement: Statement<never, Row>, values: object, use: NumberUse): Promise<readonly Row[]> {
    return (await this.#draw<Row>(this.#query(statement, values), use)).rows
  }

  async #perform<Row>(statement: Statement<never, Row>, values: object): Promise<PostgresQueryResult<Row>> {
    const { isRead, ...query } = this.#query(statement, values)
    if (this.#begun === undefined) return this.#connection.query<Row>(query)
    // The first statement travels with the one that begins. What changes something waits: were nothing begun, it would be
    // committed at once.
    if (!isRead) await this.#begun
    const [, result] = await Promise.all([this.#begun, this.#connection.query<Row>(query)])
    this.#begun = undefined
    return result
  }

  #query(statement: Statement<never, unknown>, values: object): PostgresQuery & { readonly isRead: boolean } {
    if (this.#isOver) throw new Error('The transaction is over')
    const { name, text, bind, isRead } = this.#prepare(statement)
    return { name, text, values: bind(values), isRead }
  }
}
