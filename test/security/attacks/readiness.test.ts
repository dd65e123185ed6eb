import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AttackedServer, startAttackedServer } from './start-attacked-server.ts'

const opened: AttackedServer[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

async function start(...options: Parameters<typeof startAttackedServer>): Promise<AttackedServer> {
  const server = await startAttackedServer(...options)
  opened.push(server)
  return server
}

const readiness = async ({ url }: AttackedServer): Promise<number> => {
  const response = await fetch(`${url}/readyz`)
  await response.text()
  return response.status
}

describe('/readyz under load', () => {
  it('says 503 while every place is taken, and 200 afterwards', async () => {
    const held = Promise.withResolvers<boolean>()
    const places = 3
    const reached = Promise.withResolvers<undefined>()
    let waiting = 0
    const server = await start({
      env: { MAX_CONCURRENT_REQUESTS: String(places) },
      passwords: {
        verify() {
          waiting += 1
          if (waiting === places) reached.resolve(undefined)
          return held.promise
        },
        needsRehash: () => false,
        hash: async (password) => password,
      },
    })
    const partner = await server.partner()
    expect(await readiness(server)).toBe(200)
    const logins = Array.from({ length: places }, (_value, index) =>
      partner.call('login', { body: { customer: { email: `${index}@example.com`, password: 'wrong' } } }),
    )
    await reached.promise
    expect([await readiness(server), (await fetch(`${server.url}/healthz`)).status]).toStrictEqual([503, 200])
    held.resolve(false)
    expect((await Promise.all(logins)).map(({ status }) => status)).toStrictEqual([401, 401, 401])
    await expect.poll(() => readiness(server)).toBe(200)
  })
})

describe('/readyz on PostgreSQL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.remove())

  const run = (text: string) => postgres.query('postgres', text)
  /** Ends the connections to a database, as an idle limit or a failover does. */
  const disconnect = (database: string) =>
    run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)

  /** A server on a database whose owner is no superuser: no limit would hold for one. */
  async function startOn(database: string): Promise<AttackedServer> {
    const created = new URL(await postgres.createDatabase(database))
    const [role, password] = [`${database}_owner`, 'owner']
    await run(`create role ${role} login password '${password}'`)
    await run(`alter database ${database} owner to ${role}`)
    created.username = role
    created.password = password
    return start({ env: { DATABASE_URL: created.href } })
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
