import { describe, expect, it } from 'vitest'
import { placeOrder, schemaOf, shapeOf, storyCard, storyPayments, storyTime } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const email = 'elite@example.com'
const deposit = (amount: number) =>
  sandbox.wantControl('depositToDrawdown', 201, { path: { email }, body: { amount } })

describe('getDrawdownAccount', () => {
  it(
    'answers the drawdown account object',
    { meta: { rules: ['4.8-02', '2.10-01', '2.10-02', '2.10-04'] } },
    async () => {
      expect(shapeOf('DrawdownAccount')).toStrictEqual({
        balance: 'number',
        availableBalance: 'number',
        pendingBalance: 'number',
        isActive: 'boolean',
      })
      const elite = await sandbox.partner(email)
      expect(await elite.want('getDrawdownAccount', 200)).toStrictEqual({
        balance: 1500,
        availableBalance: 1200,
        pendingBalance: 300,
        isActive: true,
      })
      const inactive = await sandbox.partner('elite-inactive@example.com')
      expect(await inactive.want('getDrawdownAccount', 200)).toStrictEqual({
        balance: 500,
        availableBalance: 500,
        pendingBalance: 0,
        isActive: false,
      })
    },
  )
})

describe('listDrawdownTransactions', () => {
  it(
    'answers transactions in an array',
    { meta: { rules: ['4.8-03', '2.11-02', '2.11-04', '2.11-05'] } },
    async () => {
      const elite = await sandbox.partner(email)
      await placeOrder(elite, [storyCard.northwindEcode()], storyPayments.DRAWDOWN_ACCOUNT)
      const body = await elite.want('listDrawdownTransactions', 200)
      expect(body).toStrictEqual({
        transactions: [
          {
            id: expect.toSatisfy(Number.isInteger),
            date: storyTime,
            type: 'Purchase',
            amount: -44.61,
            balance: 1455.39,
            description: 'Order #100001',
          },
          {
            id: expect.toSatisfy(Number.isInteger),
            date: '2026-01-01T00:00:00.000Z',
            type: 'Deposit',
            amount: 1500,
            balance: 1500,
            description: 'Account funded',
          },
        ],
      })
    },
  )

  it('has rows of six fields and an open type', { meta: { rules: ['2.11-01', '2.11-03'] } }, () => {
    expect(shapeOf('DrawdownTransaction')).toStrictEqual({
      id: 'integer',
      date: 'string',
      type: 'string',
      amount: 'number',
      balance: 'number',
      description: 'string',
    })
    expect(schemaOf('DrawdownTransaction').properties?.['type']).not.toHaveProperty('enum')
  })

  it('lists the newest first', { meta: { rules: ['4.8-04'] } }, async () => {
    await deposit(10)
    await sandbox.advance(60)
    await deposit(20)
    // Both deposits have the same time: the later one still comes first.
    await deposit(30)
    await sandbox.advance(60)
    const elite = await sandbox.partner(email)
    await placeOrder(elite, [storyCard.northwindEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    const { transactions } = await elite.want('listDrawdownTransactions', 200)
    expect(transactions.map(({ amount }) => amount)).toStrictEqual([-44.61, 30, 20, 10, 1500])
    const dates = transactions.map(({ date }) => date)
    expect(dates).toStrictEqual(dates.toSorted().toReversed())
  })
})
