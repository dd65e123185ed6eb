import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../schema/database.ts'
import { migrate } from '../schema/migrate.ts'
import type { Statement } from '../statements/statement.ts'
import { createSqliteDialect, SqliteConnection, sqliteTypes } from './sqlite-connection.ts'
import { createPrepareStatement, createSqliteSessions } from './sqlite-session.ts'

async function openSessions() {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'), 0)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(connection) })
  onTestFinished(() => db.destroy())
  await migrate(db, sqliteTypes, 'sandbox')
  return { db, sessions: createSqliteSessions(connection, createPrepareStatement(db, connection)) }
}

describe('createSqliteSessions', () => {
  it('builds a statement once, however often it is run', async () => {
    const { sessions } = await openSessions()
    let builds = 0
    const count: Statement<object, unknown> = {
      build(db) {
        builds += 1
        return db.selectFrom('apps').select('id')
      },
    }
    await sessions.read((session) => session.all(count, {}))
    await sessions.read((session) => session.first(count, {}))
    await sessions.write(
      (session) => session.all(count, {}),
      () => true,
    )
    await sessions.readOne((session) => session.all(count, {}))
    expect(builds).toBe(1)
  })

  it('lets Kysely have its turn like everybody else', async () => {
    const { db, sessions } = await openSessions()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const writing = sessions.write(
      () => mayEnd,
      () => false,
    )
    let isAnswered = false
    const asked = db
      .selectFrom('apps')
      .select('id')
      .execute()
      .then(() => (isAnswered = true))
    await new Promise((resolve) => void setImmediate(resolve))
    expect(isAnswered).toBe(false)
    end()
    await writing
    expect(await asked).toBe(true)
  })

  it('goes on after a turn that failed', async () => {
    const { sessions } = await openSessions()
    const trouble = new Error('half-way')
    await expect(sessions.read(() => Promise.reject(trouble))).rejects.toBe(trouble)
    const undecided = sessions.write(
      async () => 'done',
      () => {
        throw trouble
      },
    )
    await expect(undecided).rejects.toBe(trouble)
    expect(await sessions.read(async () => 'read')).toBe('read')
  })
})
