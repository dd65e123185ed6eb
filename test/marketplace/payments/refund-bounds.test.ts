import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { RefundMismatchError, retryJob, runJobs, setOrderStatus } from '@giftcards/marketplace'
import {
  buy,
  createTestMarketplace,
  elite,
  magicLine,
  standard,
  type TestMarketplace,
  valueOf,
} from '@giftcards/marketplace/testing'
import { type OpenedStore, openSqliteStore } from '@giftcards/storage'
import { beforeEach, describe, expect, it } from 'vitest'

let market: TestMarketplace<OpenedStore>
let execute: (statement: string) => void
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-refunds-'))
  const location = join(folder, 'cards.db')
  const store = await openSqliteStore({ location, mode: 'sandbox' })
  market = await createTestMarketplace(store)
  execute = (statement) => {
    const database = new DatabaseSync(location)
    database.exec(statement)
    database.close()
  }
  return async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  }
})
const errorsOfJobs = async () => (await runJobs(market.deps)).flatMap(({ error }) => error ?? [])
const parkedJobs = async () =>
  (await market.store.read((tx) => tx.listJobs('parked', 10))).map(({ id }) => id)
const brokenNames = async () => (await market.store.checkBooks()).broken.map(({ name }) => name)

const hundredfold = 'update payment_legs set amount_cents = amount_cents * 100'
const orderHundredfold =
  'update orders set due_cents = due_cents * 100, order_total_cents = order_total_cents * 100'

describe('a refund through the gateway', () => {
  it.each([
    ['a leg that says a hundredfold', [hundredfold], 'order-is-paid'],
    ['a leg and an order that say a hundredfold', [hundredfold, orderHundredfold], 'order-history'],
    [
      'a leg that names another payment',
      [`update payment_legs set reference = 'order:other'`],
      'leg-of-order',
    ],
  ])('is parked at once for %s, and found by the audit', async (_what, statements, invariant) => {
    const order = await buy(market, standard)
    await runJobs(market.deps)
    statements.forEach(execute)
    valueOf(await setOrderStatus(market.deps, order.orderId, 'Canceled'))
    expect(await errorsOfJobs()).toEqual([expect.any(RefundMismatchError)])
    expect(await parkedJobs()).toEqual([`refund/${order.id}/0`])
    expect(market.gateway.refunds).toEqual([])
    expect(await market.store.read((tx) => tx.listPaymentLegs(order.id))).toMatchObject([
      { state: 'refunding' },
    ])
    expect(await brokenNames()).toContain(invariant)
  })

  it('is made once an operator has put the amount right', async () => {
    const order = await buy(market, standard)
    execute(hundredfold)
    valueOf(await setOrderStatus(market.deps, order.orderId, 'Canceled'))
    await runJobs(market.deps)
    execute('update payment_legs set amount_cents = amount_cents / 100')
    await retryJob(market.deps, `refund/${order.id}/0`)
    expect(await errorsOfJobs()).toEqual([])
    expect(market.gateway.refunded.get(`order:${order.orderId}`)).toBe(order.dueCents)
    expect(await brokenNames()).toEqual([])
  })
})

describe('money that goes back to an account', () => {
  it.each(['STORE_CREDIT', 'DRAWDOWN_ACCOUNT'] as const)(
    'is never more than its ledger took: %s',
    async (method) => {
      const order = await buy(market, elite, { method })
      await runJobs(market.deps)
      execute(orderHundredfold)
      const before = await balances()
      await expect(setOrderStatus(market.deps, order.orderId, 'Canceled')).rejects.toThrow(
        RefundMismatchError,
      )
      expect(await balances()).toEqual(before)
      expect(await brokenNames()).toContain('ledger-of-order')
    },
  )

  it('parks the job of a cancellation at once', async () => {
    const order = await buy(market, elite, { method: 'STORE_CREDIT', lines: [magicLine(904)] })
    execute(orderHundredfold)
    market.clock.advance(60)
    expect(await errorsOfJobs()).toEqual([expect.any(RefundMismatchError)])
    expect(await parkedJobs()).toEqual([expect.stringContaining(`order-step/${order.id}/`)])
  })
})

async function balances() {
  return market.store.read(async (tx) => [
    (await tx.findCustomer(elite.customerId))?.storeCreditCents,
    await tx.findDrawdownAccount(elite.customerId),
  ])
}
