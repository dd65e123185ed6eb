import type { SandboxOperationId, SandboxWire } from '@giftcards/contract/sandbox'
import { join } from 'node:path'
import { type OpenedStore, openStore } from '@giftcards/storage'
import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  control,
  createFolder,
  endProcesses,
  runProcess,
  type ServerProcess,
  startProcess,
} from '@giftcards/test-harness/process'
import {
  type CallOptions,
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  openSession,
  type Order,
  type Partner,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { startRoundRobin } from './round-robin.ts'

const elite = 'elite@example.com'
const noon = '2026-01-15T12:00:00.000Z'

type InventoryRow = SandboxWire.components['schemas']['InventoryRow']

interface LedgerRow {
  readonly amount: number
  readonly balance: number
}

const engines: readonly [string, number, () => Promise<string>][] = [
  ['one PostgreSQL database', 3, () => postgres.createDatabase('cards')],
  ['one SQLite file', 2, async () => `sqlite:${join(createFolder(), 'cards.db')}`],
]

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())

// Each server is a process.
describe.each(engines)('servers on %s', (_name, count, createDatabase) => {
  let instances: readonly ServerProcess[]
  let store: OpenedStore
  beforeAll(async () => {
    const DATABASE_URL = await createDatabase()
    // All servers start at the same time on an empty database.
    const starting = Array.from({ length: count }, () => startProcess({ DATABASE_URL, LOG_LEVEL: 'error' }))
    instances = await Promise.all(starting)
    store = await openStore(DATABASE_URL, { mode: 'sandbox' })
  })
  afterAll(async () => {
    await store.close()
    await endProcesses()
  })
  beforeEach(() => want('resetSandbox', 0))
  afterEach(async () => {
    // oxlint-disable-next-line vitest/no-standalone-expect -- after each test
    expect((await store.checkBooks()).broken).toStrictEqual([])
  })

  /** Wraps around after the last instance. */
  const urlOf = (instance: number): string => instances[instance % count]?.url ?? ''

  async function want(operationId: SandboxOperationId, instance: number, options: CallOptions = {}) {
    const exchange = await control(urlOf(instance), operationId, options)
    if (exchange.status >= 300)
      throw new Error(`${operationId} answered ${exchange.status}: ${exchange.text}`)
    return exchange.body
  }

  /** Opens one session per instance. Logs in a customer if one is given. */
  const openSessions = (email?: string): Promise<readonly Partner[]> =>
    Promise.all(
      instances.map(async ({ url }) => {
        const partner = await openSession(url)
        if (email !== undefined) await partner.login(email)
        return partner
      }),
    )

  const stockOf = async (merchantId: number): Promise<InventoryRow> => {
    const { inventory } = (await want('listInventory', 1)) as { readonly inventory: InventoryRow[] }
    const row = inventory.find((each) => each.merchantId === merchantId)
    if (row === undefined) throw new Error(`No stock of merchant ${merchantId}`)
    return row
  }

  const listTransactions = async (): Promise<readonly LedgerRow[]> => {
    const body = await want('listTransactions', 2, { path: { email: elite } })
    return (body as { readonly transactions: readonly LedgerRow[] }).transactions
  }

  it('reserve no card twice', async () => {
    const { available } = await stockOf(901)
    const partners = (await Promise.all([openSessions(), openSessions(), openSessions()])).flat()
    const carts = await Promise.all(
      partners.map(async (partner) => {
        const { cartId } = await partner.want('createCart', 201, { body: { action: 'buy' } })
        return { partner, cartId }
      }),
    )
    // At least six carts want four cards each, which is more than there are.
    expect(available).toBeLessThan(24)
    await Promise.all(
      carts.map(({ partner, cartId }) =>
        partner.call('addCards', { path: { cartId }, body: { cards: [storyCard.magic(901, 4)] } }),
      ),
    )
    expect(await stockOf(901)).toMatchObject({ available: 0, reserved: available })
  })

  it('keep one cart for one account', async () => {
    const partners = await openSessions(elite)
    const carts = await Promise.all(partners.map((partner) => fillCart(partner, [storyCard.harborEcode()])))
    expect(new Set(carts.map(({ cartId }) => cartId)).size).toBe(1)
  })

  it('place one order under one key', async () => {
    const partners = await openSessions(elite)
    const answers = await Promise.all(
      partners.map((partner) =>
        partner.call('checkout', {
          ...checkoutOf([storyCard.harborEcode()]),
          headers: { 'idempotency-key': 'one-purchase' },
        }),
      ),
    )
    const placed = answers
      .filter(({ status }) => status < 300)
      .map(({ body }) => (body as { buyOrder: Order }).buyOrder)
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1)
    // The others got the same order, or a response that asks them to retry.
    const refused = answers.filter(({ status }) => status >= 300).map(({ code }) => code)
    expect(refused.filter((code) => code !== 'checkout_in_progress')).toStrictEqual([])
    const again = await partners.at(-1)?.call('checkout', {
      ...checkoutOf([storyCard.harborEcode()]),
      headers: { 'idempotency-key': 'one-purchase' },
    })
    expect(again?.body).toMatchObject({ buyOrder: { orderId: placed[0]?.orderId } })
    expect(await want('listOrders', 1)).toMatchObject({ orders: [{ orderId: placed[0]?.orderId }] })
  })

  it('book the checkouts of one account one after another', async () => {
    const partners = (await Promise.all([openSessions(elite), openSessions(elite)])).flat()
    const answers = await Promise.all(
      partners.map((partner) =>
        partner.call('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)),
      ),
    )
    const orders = answers.map(({ status }) => status)
    expect(orders.every((status) => status === 201)).toBe(true)
    const transactions = await listTransactions()
    // Newest first: each balance is the previous one minus the payment.
    const cents = transactions.map(({ amount, balance }) => [
      Math.round(amount * 100),
      Math.round(balance * 100),
    ])
    const steps = cents.slice(0, 6).map(([, balance = 0], index) => balance - (cents[index + 1]?.[1] ?? 0))
    expect(steps).toStrictEqual(cents.slice(0, 6).map(([amount]) => amount))
  })

  it('count failed logins together', async () => {
    const partners = await openSessions()
    const fail = (instance: number) =>
      partners[instance % count]?.call('login', { body: { customer: { email: elite, password: 'wrong' } } })
    const statuses = []
    for (const instance of [0, 1, 2, 0, 1]) statuses.push((await fail(instance))?.status)
    expect(statuses).toStrictEqual([401, 401, 401, 401, 401])
    expect((await fail(2))?.status).toBe(429)
  })

  it('count unknown coupon codes together, guessed at one time', async () => {
    const partners = await openSessions(elite)
    const { cartId } = await fillCart(partners[0]!, [storyCard.harborEcode()])
    const apply = (partner: Partner, couponCode: string) =>
      partner.call('applyCoupon', { path: { cartId, couponCode } })
    const guesses = Array.from({ length: 24 }, (_, guess) => apply(partners[guess % count]!, `GUESS${guess}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    expect((await apply(partners[1]!, 'SAVE10')).status).toBe(429)
  })

  it('sell as one behind one address', async () => {
    const ports = instances.map(({ url }) => Number(new URL(url).port))
    const proxy = await startRoundRobin(0, ports)
    onTestFinished(() => void proxy.close())
    const address = proxy.address()
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`
    // Each request uses its own connection, and so reaches another server.
    const headers = { connection: 'close' }
    const partner = await openSession(baseUrl)
    await partner.login(elite)
    const { cartId } = await partner.want('createCart', 201, { headers, body: { action: 'buy' } })
    const cards = [storyCard.harborEcode(2)]
    await partner.want('addCards', 201, { headers, path: { cartId }, body: { cards } })
    const { buyOrder } = await partner.want('checkout', 201, { headers, ...cartCheckoutOf(cartId) })
    const path = { orderId: buyOrder.orderId }
    const found = await partner.want('getOrder', 200, { headers, path })
    expect(found.buyOrder.cards).toHaveLength(2)
    const served = await Promise.all(
      instances.map(
        async (_, instance) => (await want('listRequests', instance)) as { readonly requests: unknown[] },
      ),
    )
    expect(served.filter(({ requests }) => requests.length > 0)).toHaveLength(count)
  })

  it('show one clock', async () => {
    await want('setClock', 0, { body: { frozen: true, now: noon } })
    expect(await want('getClock', 1)).toStrictEqual({ now: noon, frozen: true })
    await want('advanceClock', 1, { body: { seconds: 60 } })
    expect(await want('getClock', 2)).toStrictEqual({ now: '2026-01-15T12:01:00.000Z', frozen: true })
    const [partner] = await openSessions()
    await want('advanceClock', 2, { body: { seconds: 3600 } })
    // The token was valid for one hour of that clock.
    const late = await partner?.call('createCart', { body: { action: 'buy' } })
    expect([late?.status, late?.code]).toStrictEqual([400, 'token_expired'])
  })

  it('do once what falls due', async () => {
    const [partner] = await openSessions(elite)
    const book = () => Promise.all([want('listInventory', 1), want('listCustomers', 2), listTransactions()])
    const before = await book()
    await want('setClock', 0, { body: { frozen: true } })
    for (let order = 1; order <= 3; order += 1) {
      const canceledLater = checkoutOf([storyCard.magic(904)], storyPayments.DRAWDOWN_ACCOUNT)
      await partner?.want('checkout', 201, canceledLater)
    }
    expect(await book()).not.toStrictEqual(before)
    // Every overview runs a sweep first.
    await Promise.all([
      want('advanceClock', 0, { body: { seconds: 24 * 3600 } }),
      ...[0, 1, 2, 0, 1, 2].map((instance) => want('getOverview', instance)),
    ])
    expect(await book()).toStrictEqual(before)
  })
})

describe('a DATABASE_URL of PostgreSQL', { meta: { rules: ['D12-10'] } }, () => {
  afterEach(endProcesses)

  // Every other reason is reported in the same way: see the storage's messages for a database that it cannot
  // open.
  it('that is refused is one line without the password', async () => {
    const DATABASE_URL = Object.assign(new URL(postgres.url('cards')), { password: 'hunter2' }).href
    const { code, stdout, stderr } = await runProcess({ DATABASE_URL })
    expect({ code, stdout, stderr }).toStrictEqual({
      code: 2,
      stdout: '',
      stderr: `DATABASE_URL: postgres://***@127.0.0.1:${postgres.port}/cards cannot be used: the server rejects the user or the password\n`,
    })
  })

  it('is shown without the password', async () => {
    const DATABASE_URL = `${await postgres.createDatabase('shown')}?application_name=hunter2`
    const server = await startProcess({ DATABASE_URL })
    const { code, stdout, stderr } = await server.end()
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`  Database   postgres://***@127.0.0.1:${postgres.port}/shown\n`)
    expect(stdout).not.toContain(new URL(DATABASE_URL).password)
    expect(stdout).not.toContain('hunter2')
  })
})
