import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PostgresQueryResult,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../schema/database.ts'
import type { Statement } from '../statements/statement.ts'
import type { DrawNumbers } from './draw-numbers.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { PostgresSession } from './postgres-session.ts'
import { createPreparation } from './prepare-statements.ts'

const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (asked) => new PostgresIntrospector(asked),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const question: Statement<object, { id: string }> = { build: (on) => on.selectFrom('apps').select('id') }
const change: Statement<object, unknown> = { build: (on) => on.deleteFrom('apps') }

/** A session on a connection that notes what is sent, in a transaction that begins when it is told to. */
function openSession() {
  const sent: string[] = []
  const connection: Pick<PostgresConnection, 'query'> = {
    async query<Row>({ text }: { readonly text: string }): Promise<PostgresQueryResult<Row>> {
      sent.push(text)
      return { command: 'SELECT', rowCount: 0, rows: [] }
    },
  }
  const drawn: string[] = []
  const draw: DrawNumbers = async ({ text }) => {
    drawn.push(text)
    return { command: 'INSERT', rowCount: 0, rows: [] }
  }
  const { promise: begun, resolve: begin, reject: fail } = Promise.withResolvers<void>()
  const session = new PostgresSession(connection, createPreparation(db), draw, begun)
  return { session, sent, drawn, begin, fail }
}

const turn = () => new Promise((resolve) => void setImmediate(resolve))

describe('PostgresSession', () => {
  it('sends a question at once, and answers it when the transaction has begun', async () => {
    const { session, sent, begin } = openSession()
    let isAnswered = false
    const answer = session.all(question, {}).then(() => (isAnswered = true))
    await turn()
    expect([sent, isAnswered]).toStrictEqual([['select "id" from "apps"'], false])
    begin()
    expect(await answer).toBe(true)
  })

  it('sends a change when the transaction has begun, and no sooner', async () => {
    const { session, sent, begin } = openSession()
    const changed = session.run(change, {})
    await turn()
    expect(sent).toStrictEqual([])
    begin()
    await changed
    expect(sent).toStrictEqual(['delete from "apps"'])
  })

  it('changes nothing where no transaction could be begun', async () => {
    const { session, sent, fail } = openSession()
    const [changed, answer] = [session.run(change, {}), session.first(question, {})]
    fail(new Error('read-only'))
    await expect(changed).rejects.toThrow('read-only')
    await expect(answer).rejects.toThrow('read-only')
    expect(sent).toStrictEqual(['select "id" from "apps"'])
  })

  it('draws numbers elsewhere', async () => {
    const { session, sent, drawn } = openSession()
    await session.draw(change, {}, 'stored')
    expect([sent, drawn]).toStrictEqual([[], ['delete from "apps"']])
  })

  it('refuses everything when it is over', async () => {
    const { session, sent, drawn, begin } = openSession()
    begin()
    session.end()
    await expect(session.all(question, {})).rejects.toThrow('The transaction is over')
    await expect(session.run(change, {})).rejects.toThrow('The transaction is over')
    await expect(session.draw(change, {}, 'stored')).rejects.toThrow('The transaction is over')
    expect([sent, drawn]).toStrictEqual([[], []])
  })
})

describe('createPreparation', () => {
  it('compiles a statement once', () => {
    const prepare = createPreparation(db)
    expect(prepare(question)).toBe(prepare(question))
  })

  it('names statements by their text', () => {
    const [first, second] = [createPreparation(db), createPreparation(db)]
    expect(first(question).name).toBe(second({ ...question }).name)
    expect(first(question).name).not.toBe(first(change).name)
    // A longer one would be cut off (PostgreSQL documentation, NAMEDATALEN).
    expect(first(question).name?.length).toBeLessThan(64)
  })

  it('gives no name to what is rare', () => {
    expect(createPreparation(db)({ ...question, isRare: true }).name).toBeUndefined()
  })
})
