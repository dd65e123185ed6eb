import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { withDatabase } from '../database/open-database.ts'
import { openPostgresStore } from '../postgres/open-postgres-store.ts'
import { emptyData, openCoupon, sampleData } from '../suite/sample-data.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { temporaryDatabase } from '../testing/shared-postgres.ts'

// Each statement is a message to another process, and its answer: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const [, [, createPostgresRig]] = databaseRigs

describe.each(databaseRigs)('a limited coupon on %s', (_engine, createRig) => {
  const open = async () => {
    const rig = await createRig()
    const store = await rig.open()
    onTestFinished(() => store.close())
    await store.transaction((tx) =>
      tx.seed({ ...sampleData, coupons: [{ ...openCoupon, id: 1, usesInTotal: 2 }] }),
    )
    const runAsBefore = (statement: string) =>
      withDatabase(rig.url, true, ({ db }) => sql.raw(statement).execute(db))
    return { store, runAsBefore }
  }

  it('counts the uses that a server of the previous version records', async () => {
    const { store, runAsBefore } = await open()
    await runAsBefore('insert into coupon_uses (order_id, coupon_id, customer_id) values (11, 1, 1)')
    const uses = await store.transaction((tx) => tx.insertCouponUse(1, 1, 12))
    const beyond = await store.transaction((tx) => tx.insertCouponUse(1, 1, 13))
    expect([uses, beyond]).toEqual([true, false])
    expect(await store.read((tx) => tx.countCouponUses(1))).toBe(2)
  })

  it('is free again after such a server has canceled an order', async () => {
    const { store, runAsBefore } = await open()
    await store.transaction((tx) => tx.insertCouponUse(1, 1, 11))
    await store.transaction((tx) => tx.insertCouponUse(1, 1, 12))
    await runAsBefore('delete from coupon_uses where order_id = 11')
    expect(await store.transaction((tx) => tx.insertCouponUse(1, 1, 13))).toBe(true)
    await store.transaction((tx) => tx.deleteCouponUse(12))
    expect(await store.read((tx) => tx.countCouponUses(1))).toBe(1)
  })
})

/** Statements of a server of the previous version. */
const order = (id: number, paidBy: string) =>
  `insert into orders values (${id}, 'order-${id}', 1, ${id}, 'Processing', 100, 100, 100, null, '{"paidBy":"${paidBy}"}', '{}', '[]', null, 'none')`
const cancel = (id: number) => `update orders set status = 'Canceled' where id = ${id}`
const setCredit = (cents: number) => `update customers set store_credit_cents = ${cents} where id = 1`

describe.each(databaseRigs)('the ledger of store credit on %s', (_engine, createRig) => {
  const open = async () => {
    const rig = await createRig()
    const store = await rig.open()
    onTestFinished(() => store.close())
    await store.transaction((tx) =>
      tx.seed({
        ...emptyData,
        customers: sampleData.customers.map((each) => ({ ...each, storeCreditCents: 900 })),
      }),
    )
    const runAsBefore = async (...statements: readonly string[]) =>
      withDatabase(rig.url, true, async ({ db }) => {
        for (const statement of statements) await sql.raw(statement).execute(db)
      })
    const ledger = async () =>
      (await store.read((tx) => tx.listStoreCreditTransactions(1, 9)))
        .toReversed()
        .map((row) => [row.type, row.amountCents, row.balanceCents, row.description, row.orderId])
    return { store, runAsBefore, ledger }
  }
  const opening = ['Adjustment', 900, 900, 'Opening balance', null]

  it('has the purchases and refunds of a server of the previous version', async () => {
    const { runAsBefore, ledger } = await open()
    await runAsBefore(setCredit(800), order(11, 'store-credit'), order(12, 'card'))
    await runAsBefore(setCredit(900), cancel(11), cancel(12))
    expect(await ledger()).toEqual([
      opening,
      ['Purchase', -100, 800, 'Order #11', 11],
      ['Refund', 100, 900, 'Refund for order #11', 11],
    ])
  })

  it('explains what such a server changed before', async () => {
    const { runAsBefore, ledger } = await open()
    await runAsBefore(setCredit(300), setCredit(200), order(11, 'store-credit'))
    await runAsBefore('delete from store_credit_transactions', setCredit(300), cancel(11))
    expect(await ledger()).toEqual([
      ['Adjustment', 200, 200, 'Changes of an earlier version', null],
      ['Refund', 100, 300, 'Refund for order #11', 11],
    ])
  })
})

/** As a server of the previous version draws so many numbers. */
const draw = (count: number) =>
  sql<{ readonly last_number: number }>`
    insert into number_series (name, last_number) values ('card', ${sql.lit(count)})
    on conflict (name) do update set last_number = number_series.last_number + ${sql.lit(count)}
    returning last_number`

describe('a series of cards on PostgreSQL', () => {
  it('keeps away from the sequence after a reset by a server of the previous version', async () => {
    const rig = await createPostgresRig()
    const store = await rig.open()
    onTestFinished(() => store.close())
    await store.transaction((tx) => tx.seed({ ...emptyData, numbers: { card: 200_000 } }))
    const drawn = await withDatabase(rig.url, true, async ({ db }) => {
      // The previous version writes the numbers of its seed, and leaves the sequences as they are.
      await sql`delete from number_series`.execute(db)
      await sql`insert into number_series (name, last_number) values ('card', 200000)`.execute(db)
      const first = await draw(3).execute(db)
      const second = await draw(2).execute(db)
      return [first, second].map(({ rows: [row] }) => row?.last_number ?? 0)
    })
    expect(drawn).toEqual([1_200_001, 1_200_003])
    expect(await store.transaction((tx) => tx.nextNumber('card'))).toBe(200_001)
  })
})

describe('a reset on PostgreSQL', () => {
  it('lets a transaction of the previous version draw numbers on a second connection', async () => {
    const url = await temporaryDatabase()
    const [transaction, drawing] = [new Client(url), new Client(url)]
    const store = await openPostgresStore({ url, mode: 'sandbox' })
    await Promise.all([transaction.connect(), drawing.connect()])
    onTestFinished(async () => {
      await Promise.all([transaction.end(), drawing.end()])
      await store.close()
    })
    await store.transaction((tx) => tx.seed(sampleData))
    await transaction.query('begin isolation level serializable')
    await transaction.query('update drawdown_accounts set pending_cents = pending_cents')
    const reset = store.transaction((tx) => tx.seed(sampleData))
    const waiting = async () => (await drawing.query('select 1 from pg_locks where not granted')).rowCount
    await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBe(1)
    await drawing.query(`set lock_timeout = '1s'`)
    await drawing.query(`update number_series set last_number = last_number + 1 where name = 'card'`)
    await transaction.query('commit')
    await expect(reset).resolves.toBeUndefined()
  })
})
