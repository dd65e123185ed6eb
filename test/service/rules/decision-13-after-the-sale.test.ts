import { describe, expect, it } from 'vitest'
import { placeOrder, storyCard, storyPayments } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const hour = 3600

describe('the published pending 300.00', () => {
  it('is captured by no order', { meta: { rules: ['D13-27'] } }, async () => {
    const published = { balance: 1500, availableBalance: 1200, pendingBalance: 300, isActive: true }
    const elite = await sandbox.partner('elite@example.com')
    expect(await elite.want('getDrawdownAccount', 200)).toStrictEqual(published)
    const bought = await placeOrder(elite, [storyCard.harborB2B()], storyPayments.DRAWDOWN_ACCOUNT)
    await placeOrder(elite, [storyCard.magic(904)], storyPayments.DRAWDOWN_ACCOUNT)
    await sandbox.advance(400 * 24 * hour)
    const later = await sandbox.partner('elite@example.com')
    const due = Number(bought.total.due)
    expect(await later.want('getDrawdownAccount', 200)).toStrictEqual({
      ...published,
      balance: 1500 - due,
      availableBalance: Math.round(120_000 - due * 100) / 100,
    })
    const { transactions } = await later.want('listDrawdownTransactions', 200)
    expect(transactions.map(({ type, amount }) => [type, amount])).toStrictEqual([
      ['Purchase', -due],
      ['Deposit', 1500],
    ])
  })
})
