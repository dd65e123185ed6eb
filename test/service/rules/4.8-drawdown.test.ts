import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const email = 'elite@example.com'
const deposit = (amount: number) =>
  sandbox.wantControl('depositToDrawdown', 201, { path: { email }, body: { amount } })

describe('the drawdown reads', () => {
  it.each(['getDrawdownAccount', 'listDrawdownTransactions'] as const)(
    'answer %s to Elite partners only',
    { meta: { rules: ['4.8-01'] } },
    async (operationId) => {
      for (const other of ['standard@example.com', 'empty@example.com']) {
        const refused = await (await sandbox.partner(other)).call(operationId)
        expect([refused.status, refused.body]).toStrictEqual([
          403,
          { message: ['Customer is not authorized to use a drawdown account'] },
        ])
      }
      for (const elite of [email, 'elite-inactive@example.com', 'elite-poor@example.com']) {
        expect((await (await sandbox.partner(elite)).call(operationId)).status).toBe(200)
      }
    },
  )
})

describe('getDrawdownAccount', () => {
  it('answers the drawdown account object', { meta: { rules: ['4.8-02'] } }, async () => {
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
  })
})

describe('listDrawdownTransactions', () => {
  it('answers transactions in an array', { meta: { rules: ['4.8-03'] } }, async () => {
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
  })

  it('lists the newest first', { meta: { rules: ['4.8-04'] } }, async () => {
    await deposit(10)
    await sandbox.advance(60)
    await deposit(20)
    // The same instant: the later one still comes first.
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
