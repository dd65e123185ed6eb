import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type AttackedServer, readiness, startAttackedServer } from './start-attacked-server.ts'

describe('/readyz on PostgreSQL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.remove())

  const run = (text: string) => postgres.query('postgres', text)
  /** Terminates the connections to a database, as an idle timeout or a failover does. */
  const disconnect = (database: string) =>
    run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)

  /** Starts a server on a database whose owner is not a superuser, since no limit applies to superusers. */
  async function startOn(database: string): Promise<AttackedServer> {
    const created = new URL(await postgres.createDatabase(database))
    const [role, password] = [`${database}_owner`, 'owner']
    await run(`create role ${role} login password '${password}'`)
    await run(`alter database ${database} owner to ${role}`)
    created.username = role
    created.password = password
    const server = await startAttackedServer({ env: { DATABASE_URL: created.href } })
    onTestFinished(() => server.close())
    return server
  }

  it.each([
    [
      'the connection limit is full',
      'full_database',
      (name: string) => `alter role ${name}_owner connection limit 0`,
      (name: string) => `alter role ${name}_owner connection limit -1`,
    ],
    [
      'the database takes no writes',
      'readonly_database',
      (name: string) => `alter database ${name} set default_transaction_read_only = on`,
      (name: string) => `alter database ${name} reset default_transaction_read_only`,
    ],
    [
      'the database takes nobody',
      'closed_database',
      (name: string) => `alter database ${name} allow_connections false`,
      (name: string) => `alter database ${name} allow_connections true`,
    ],
  ])('says 503 while %s, and 200 afterwards', async (_what, name, begin, end) => {
    const server = await startOn(name)
    const partner = await server.partner('elite@example.com')
    const createCart = async () => (await partner.call('createCart', { body: { action: 'buy' } })).status
    expect(await readiness(server)).toBe(200)
    await run(begin(name))
    await disconnect(name)
    await expect.poll(() => readiness(server)).toBe(503)
    expect([500, 503]).toContain(await createCart())
    await run(end(name))
    await disconnect(name)
    await expect.poll(() => readiness(server)).toBe(200)
    expect(await createCart()).toBe(201)
  })
})
