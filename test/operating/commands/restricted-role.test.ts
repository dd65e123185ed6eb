import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { maskDatabaseUrl, openStore } from '@giftcards/storage'
import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder, endProcesses, runVerbHere } from '@giftcards/test-harness/process'
import {
  fillCart,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.query(
    'postgres',
    `create role owner login password 'o'; create role server login password 's'`,
  )
})
afterAll(() => Promise.all([postgres.remove(), endProcesses()]))

/** Creates an empty database that `owner` owns. Returns the URL and a query function of each role. */
async function createOwned() {
  const name = `owned_${randomBytes(4).toString('hex')}`
  const url = new URL(await postgres.createDatabase(name))
  await postgres.query('postgres', `alter database ${name} owner to owner`)
  const as = (username: string, password: string) => Object.assign(new URL(url), { username, password }).href
  return {
    owner: as('owner', 'o'),
    server: as('server', 's'),
    query: queryAs(name, 'server'),
    ownerQuery: queryAs(name, 'owner'),
  }
}

/** Returns a function that runs statements as a role. */
const queryAs = (name: string, role: string) => (text: string) =>
  postgres.query(name, `set role ${role}; ${text}`)

describe('npm run migrate on PostgreSQL', () => {
  it('tells what it would do, then does it once', async () => {
    const { owner, server } = await createOwned()
    const given = ['--mode', 'production', '--grant-to', 'server']
    const dry = await runVerbHere('migrate', owner, [...given, '--dry-run'])
    expect(dry).toMatchObject({ code: 0, stderr: `Database: ${maskDatabaseUrl(owner)}\n` })
    expect(dry.stdout).toContain('Would have applied 0001-marketplace\n')
    expect(dry.stdout).toContain('grant select, insert on "public".audit_log to "server";\n')
    await expect(openStore(server, { mode: 'production' })).rejects.toThrow('the database is empty')
    const done = await runVerbHere('migrate', owner, given)
    expect(done.stdout).toContain('Applied 0001-marketplace\n')
    expect(done.stdout).toContain('Marked the database production\n')
    await (await openStore(server, { mode: 'production' })).close()
    const again = await runVerbHere('migrate', owner)
    expect(again).toStrictEqual({
      code: 0,
      stdout: 'Nothing to do: the database has the schema of this version\n',
      stderr: `Database: ${maskDatabaseUrl(owner)}\n`,
    })
  })

  it('says that a role other than the owner may not migrate', async () => {
    const { server } = await createOwned()
    const { code, stderr } = await runVerbHere('migrate', server, ['--mode', 'production'])
    expect(stderr).toMatch(
      /^Database: \S+\nDATABASE_URL: \S+ cannot be used: the user may not create tables there \([^\n]+\n$/,
    )
    expect(code).toBe(2)
  })

  it('refuses a mode that there is not', async () => {
    expect(await runVerbHere('migrate', 'sqlite::memory:', ['--mode', 'live'])).toStrictEqual({
      code: 2,
      stdout: '',
      stderr:
        "option '--mode <mode>' argument 'live' is invalid. Allowed choices are production, sandbox; see npm run migrate -- --help\n",
    })
  })
})

describe('a server whose role only reads and writes rows', () => {
  let sandbox: Sandbox
  let query: Awaited<ReturnType<typeof createOwned>>['query']
  let ownerQuery: typeof query
  let serverUrl = ''
  beforeAll(async () => {
    const owned = await createOwned()
    ;({ query, ownerQuery, server: serverUrl } = owned)
    await runVerbHere('migrate', owned.owner, ['--mode', 'sandbox', '--grant-to', 'server'])
    // Opening, seeding and resetting need no privileges beyond rows either.
    sandbox = await startSandbox({}, { store: await openStore(owned.server, { mode: 'sandbox' }) })
  })
  afterAll(() => sandbox.close())

  it('serves a partner from session to secure data', { meta: { rules: ['D14-20'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
    await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
    const cards = [storyCard.northwindEcode()]
    const { orderId } = await placeOrder(partner, cards, storyPayments.CREDITCARD)
    await placeOrder(partner, cards, storyPayments.DRAWDOWN_ACCOUNT)
    const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId } })
    expect(buyOrder.status).toBe('Digitally Delivered')
    const cardId = buyOrder.cards[0]?.id ?? 0
    await partner.want('getSecureData', 200, { path: { cardId } })
  })

  it('cannot archive, and is told so before a file is written', async () => {
    const file = join(createFolder(), 'archive.gz')
    await ownerQuery('update audit_log set recorded_at = 0')
    const { code, stderr } = await runVerbHere('archive', serverUrl, [file])
    expect(stderr).toMatch(
      /\nDATABASE_URL: its user may not delete records; run this as the owner of the tables\n$/,
    )
    expect([code, readdirSync(dirname(file))]).toStrictEqual([2, []])
  })

  it('cancels, refunds, and expires carts', async () => {
    const partner = await sandbox.partner('elite@example.com')
    const { orderId } = await placeOrder(partner, [storyCard.northwindPhysical()], storyPayments.CREDITCARD)
    await fillCart(partner, [storyCard.harborEcode()])
    await sandbox.wantControl('setOrderStatus', 200, { path: { orderId }, body: { status: 'Canceled' } })
    // Expires the cart, and purges data that is a day old.
    await sandbox.advance(2 * 24 * 3600)
    const { orders } = await sandbox.wantControl('listOrders', 200)
    expect(orders.find((order) => order.orderId === orderId)?.status).toBe('Canceled')
    expect((await sandbox.wantControl('listCarts', 200)).carts).toStrictEqual([])
    await expect(sandbox.store.ping()).resolves.toBeUndefined()
  })

  it.each([
    'create table notes (id integer)',
    'drop table orders',
    'truncate orders',
    `update audit_log set event = ''`,
    'delete from audit_log',
    'truncate audit_log',
    `update database_mode set mode = 'production'`,
    'delete from schema_migrations',
  ])('has no right to %s', { meta: { rules: ['D14-20', 'D10-05'] } }, async (statement) => {
    await expect(query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})
