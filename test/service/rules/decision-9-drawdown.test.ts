import { describe, expect, it } from 'vitest'
import {
  checkoutOf,
  type Partner,
  placeOrder,
  schemaOf,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

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
  it('moves the due from available to pending', { meta: { rules: ['D9-01', '2.10-03'] } }, async () => {
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
})

describe('concurrent checkouts', () => {
  it('never overdraw beside cancellations', { meta: { rules: ['D9-01'] } }, async () => {
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
  it('has an open vocabulary of four types', { meta: { rules: ['D9-07'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.harborEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    await cancel((await partner.want('getOrder', 200, { path: { orderId: order.orderId } })).buyOrder.orderId)
    // No sandbox operation adjusts an account, so the booking of an operator is inserted into the store.
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
})
