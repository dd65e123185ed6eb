import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkoutOf, type Partner, storyCard } from '@giftcards/test-harness'
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

/** The readiness of a server that has noticed what has changed: the same status five times in a row. */
async function settledReadiness(server: AttackedServer): Promise<number> {
  let status = await readiness(server)
  for (let same = 1, asked = 1; same < 5; asked += 1) {
    if (asked === 100) throw new Error('/readyz changes its mind again and again')
    const next = await readiness(server)
    same = next === status ? same + 1 : 1
    status = next
  }
  return status
}

/**
 * The status of a request that needs the database: 503, or 500 for a fault that the server does not
 * recognize.
 */
const createCart = async (partner: Partner): Promise<number> =>
  (await partner.call('createCart', { body: { action: 'buy' } })).status

describe('/readyz under load', () => {
  it('says 503 while every place is taken, and 200 afterwards', async () => {
    const held = Promise.withResolvers<boolean>()
    const places = 3
    const reached = Promise.withResolvers<undefined>()
    let waiting = 0
    const server = await start({
      env: { LOG_LEVEL: 'silent', MAX_CONCURRENT_REQUESTS: String(places) },
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
    const whileFull = await settledReadiness(server)
    const health = await fetch(`${server.url}/healthz`)
    held.resolve(false)
    expect((await Promise.all(logins)).map(({ status }) => status)).toStrictEqual([401, 401, 401])
    expect([whileFull, health.status]).toStrictEqual([503, 200])
    expect(await settledReadiness(server)).toBe(200)
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
    return start({ env: { LOG_LEVEL: 'silent', DATABASE_URL: created.href } })
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
    expect(await settledReadiness(server)).toBe(200)
    await run(begin(name))
    await disconnect(name)
    expect(await settledReadiness(server)).toBe(503)
    expect([500, 503]).toContain(await createCart(partner))
    await run(end(name))
    await disconnect(name)
    expect(await settledReadiness(server)).toBe(200)
    expect(await createCart(partner)).toBe(201)
  })

  it('says 503 where one connection is not enough to sell a card', async () => {
    const server = await startOn('one_connection')
    const partner = await server.partner('elite@example.com')
    await run('alter role one_connection_owner connection limit 1')
    await disconnect('one_connection')
    const before = await settledReadiness(server)
    const { status } = await partner.call('checkout', checkoutOf([storyCard.harborB2B()]))
    const after = await settledReadiness(server)
    expect([before, after]).toStrictEqual(status === 201 ? [200, 200] : [503, 503])
  })
})
