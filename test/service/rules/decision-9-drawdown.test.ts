import { publishedData } from '@giftcards/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  checkoutOf,
  type Partner,
  placeOrder,
  type Sandbox,
  schemaOf,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const elite = 'elite@example.com'

const account = (partner: Partner) => partner.want('getDrawdownAccount', 200)

async function ledger(partner: Partner) {
  const { transactions } = await partner.want('listDrawdownTransactions', 200)
  return transactions
}

const buyStoryCards = (partner: Partner) => placeOrder(partner, storyCards, storyPayments.DRAWDOWN_ACCOUNT)

const cancel = (orderId: string) =>
  sandbox.wantControl('setOrderStatus', 200, { path: { orderId }, body: { status: 'Canceled' } })

const deposit = (email: string, amount: number) =>
  sandbox.wantControl('depositToDrawdown', 201, { path: { email }, body: { amount } })

const asPublished = { balance: 1500, availableBalance: 1200, pendingBalance: 300, isActive: true }

describe('the drawdown account', () => {
  it('moves the due from available to pending', { meta: { rules: ['D9-01', 'D9-02'] } }, async () => {
    const partner = await sandbox.partner(elite)
    expect(await account(partner)).toStrictEqual(asPublished)
    const { total } = await buyStoryCards(partner)
    expect(total.due).toBe('179.89')
    expect(await account(partner)).toStrictEqual({
      ...asPublished,
      availableBalance: 1020.11,
      pendingBalance: 479.89,
    })
    expect(await ledger(partner)).toHaveLength(1)
  })

  it('is debited when the order is fulfilled', { meta: { rules: ['D9-03', 'D9-08'] } }, async () => {
    const before = await sandbox.partner(elite)
    const order = await buyStoryCards(before)
    // The e-codes are there at once, the physical card is not: nothing is captured yet.
    expect((await account(before)).pendingBalance).toBe(479.89)
    await sandbox.advance(24 * 3600)
    const partner = await sandbox.partner(elite)
    expect(await account(partner)).toStrictEqual({
      ...asPublished,
      balance: 1320.11,
      availableBalance: 1020.11,
    })
    const [row] = await ledger(partner)
    expect(row).toStrictEqual({
      id: 5,
      date: '2026-01-16T15:04:05.000Z',
      type: 'Purchase',
      amount: -179.89,
      balance: 1320.11,
      description: `Order #${order.id}`,
    })
  })

  it('gets the hold back on a cancellation', { meta: { rules: ['D9-04'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const { orderId } = await buyStoryCards(partner)
    await cancel(orderId)
    expect(await account(partner)).toStrictEqual(asPublished)
    expect(await ledger(partner)).toHaveLength(1)
  })

  it('is refunded on a later cancellation', { meta: { rules: ['D9-05', 'D9-08'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    expect((await account(partner)).balance).toBe(1455.39)
    await cancel(order.orderId)
    expect(await account(partner)).toStrictEqual(asPublished)
    const [refund, purchase] = await ledger(partner)
    expect(refund).toMatchObject({
      type: 'Refund',
      amount: 44.61,
      balance: 1500,
      description: `Refund for order #${order.id}`,
    })
    expect(purchase).toMatchObject({ type: 'Purchase', amount: -44.61, balance: 1455.39 })
  })

  it('is zero for Elite customers without one', { meta: { rules: ['D9-11'] } }, async () => {
    const without = publishedData.customers.find(({ email }) => email === 'elite-poor@example.com')
    const others = ({ customerId }: { readonly customerId: number }) => customerId !== without?.id
    const data = {
      ...publishedData,
      drawdownAccounts: publishedData.drawdownAccounts.filter(others),
      drawdownTransactions: publishedData.drawdownTransactions.filter(others),
    }
    await sandbox.store.transaction((tx) => tx.seed(data))
    const partner = await sandbox.partner('elite-poor@example.com')
    const none = { balance: 0, availableBalance: 0, pendingBalance: 0, isActive: false }
    expect(await account(partner)).toStrictEqual(none)
    expect(await ledger(partner)).toStrictEqual([])
  })
})

describe('concurrent checkouts', () => {
  it('never overdraw an account', { meta: { rules: ['D9-06'] } }, async () => {
    const poor = 'elite-poor@example.com'
    const partners = await Promise.all(Array.from({ length: 6 }, () => sandbox.partner(poor)))
    // 10.00 are available; each order is due 4.86 after the discount.
    const answers = await Promise.all(
      partners.map((partner) =>
        partner.call('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)),
      ),
    )
    expect(answers.map(({ status, code }) => code ?? String(status)).toSorted()).toStrictEqual([
      '201',
      '201',
      ...Array<string>(4).fill('drawdown_insufficient'),
    ])
    const [partner] = partners
    expect(await account(partner!)).toMatchObject({ balance: 0.28, availableBalance: 0.28 })
  })

  it('never overdraw beside cancellations', { meta: { rules: ['D9-01', 'D9-06'] } }, async () => {
    const poor = 'elite-poor@example.com'
    const partners = await Promise.all(Array.from({ length: 4 }, () => sandbox.partner(poor)))
    const [reader] = partners
    for (let round = 0; round < 5; round += 1) {
      const [, ...answers] = await Promise.all([
        deposit(poor, 1),
        ...partners.map((partner) =>
          partner.call('checkout', checkoutOf([storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)),
        ),
      ])
      const orders = answers.flatMap(({ status, body }) =>
        status === 201 ? [(body as { buyOrder: { orderId: string } }).buyOrder.orderId] : [],
      )
      await Promise.all([...orders.slice(1).map(cancel), account(reader!), ledger(reader!)])
      const { balance, availableBalance, pendingBalance } = await account(reader!)
      expect(Math.min(balance, availableBalance, pendingBalance)).toBeGreaterThanOrEqual(0)
      expect(Math.round(balance * 100)).toBe(Math.round((availableBalance + pendingBalance) * 100))
      for (const row of await ledger(reader!)) expect(row.balance).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('the drawdown ledger', () => {
  it('has an open vocabulary of four types', { meta: { rules: ['D9-07', 'D9-08'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    await cancel((await partner.want('getOrder', 200, { path: { orderId: order.orderId } })).buyOrder.orderId)
    // Nothing in the sandbox adjusts an account: an operator's booking is put into the store.
    await sandbox.store.transaction(async (tx) =>
      tx.insertDrawdownTransaction({
        id: await tx.nextNumber('drawdownTransaction'),
        customerId: 1,
        at: 0,
        type: 'Adjustment',
        amountCents: 0,
        balanceCents: 150_000,
        description: 'Correction',
        orderId: null,
      }),
    )
    const rows = (await ledger(partner)).map(({ type, description }) => [type, description])
    expect(rows).toStrictEqual([
      ['Adjustment', 'Correction'],
      ['Refund', `Refund for order #${order.id}`],
      ['Purchase', `Order #${order.id}`],
      ['Deposit', 'Account funded'],
    ])
    const type = schemaOf('DrawdownTransaction').properties?.['type']
    expect(type).toMatchObject({
      type: 'string',
      'x-extensible-enum': ['Purchase', 'Deposit', 'Refund', 'Adjustment'],
    })
    expect(type).not.toHaveProperty('enum')
    expect((type as { description: string }).description).toMatch(/Purchase.*Deposit.*Refund.*Adjustment/)
  })

  it('adds up to the balance', { meta: { rules: ['D9-09'] } }, async () => {
    const partner = await sandbox.partner(elite)
    await placeOrder(partner, [storyCard.northwindEcode(2)], storyPayments.DRAWDOWN_ACCOUNT)
    await deposit(elite, 12.34)
    const second = await placeOrder(partner, [storyCard.pixelEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    await account(partner)
    await cancel(second.orderId)
    const rows = await ledger(partner)
    expect(rows.map(({ type }) => type)).toStrictEqual([
      'Refund',
      'Purchase',
      'Deposit',
      'Purchase',
      'Deposit',
    ])
    const cents = rows.toReversed().map(({ amount }) => Math.round(amount * 100))
    const running = cents.map((_amount, index) =>
      cents.slice(0, index + 1).reduce((sum, part) => sum + part, 0),
    )
    expect(rows.toReversed().map(({ balance }) => Math.round(balance * 100))).toStrictEqual(running)
    expect(Math.round((await account(partner)).balance * 100)).toBe(running.at(-1))
  })

  it('shows the newest 1,000 rows', { meta: { rules: ['D9-10'] } }, async () => {
    const partner = await sandbox.partner(elite)
    await sandbox.store.transaction(async (tx) => {
      for (let count = 1; count <= 1000; count += 1) {
        await tx.insertDrawdownTransaction({
          id: await tx.nextNumber('drawdownTransaction'),
          customerId: 1,
          at: count,
          type: 'Adjustment',
          amountCents: 0,
          balanceCents: 150_000,
          description: `Correction ${count}`,
          orderId: null,
        })
      }
    })
    const rows = await ledger(partner)
    expect(rows).toHaveLength(1000)
    expect([rows.at(0)?.description, rows.at(-1)?.description]).toStrictEqual([
      'Correction 1000',
      'Correction 1',
    ])
  })
})
