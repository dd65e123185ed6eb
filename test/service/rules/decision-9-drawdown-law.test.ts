import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutOf, type Sandbox, startSandbox, storyCard, storyPayments } from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const elite = 'elite@example.com'

const cards = { digital: storyCard.northwindEcode(3), physical: storyCard.northwindPhysical(2) }

const anyAct = fc.oneof(
  fc.record({ do: fc.constant('buy' as const), type: fc.constantFrom('digital', 'physical') }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat({ max: 5 }) }),
  fc.record({ do: fc.constant('deposit' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
)

const toCents = (dollars: number) => Math.round(dollars * 100)

describe('the drawdown account', () => {
  const law = { meta: { rules: ['D9-01', 'D9-06', 'D9-09'] }, timeout: 60_000 }
  it('for any course of events, adds up', law, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: 8 }), async (acts) => {
        await sandbox.reset()
        const partner = await sandbox.partner(elite)
        const orders: string[] = []
        for (const act of acts) {
          if (act.do === 'buy') {
            const buy = checkoutOf([cards[act.type]], storyPayments.DRAWDOWN_ACCOUNT)
            const { status, body } = await partner.call('checkout', buy)
            if (status === 201) orders.push((body as { buyOrder: { orderId: string } }).buyOrder.orderId)
          } else if (act.do === 'cancel') {
            const orderId = orders[act.which]
            const body = { status: 'Canceled' }
            // The second cancellation of one order is refused.
            if (orderId !== undefined) await sandbox.control('setOrderStatus', { path: { orderId }, body })
          } else {
            const options = { path: { email: elite }, body: { amount: act.cents / 100 } }
            await sandbox.wantControl('depositToDrawdown', 201, options)
          }
          const account = await partner.want('getDrawdownAccount', 200)
          const { transactions } = await partner.want('listDrawdownTransactions', 200)
          const sum = transactions.reduce((cents, { amount }) => cents + toCents(amount), 0)
          const [balance, available, pending] = [
            account.balance,
            account.availableBalance,
            account.pendingBalance,
          ].map(toCents)
          expect(balance).toBe((available ?? 0) + (pending ?? 0))
          expect(sum).toBe(balance)
          expect(transactions.at(0)?.balance).toBe(account.balance)
          for (const part of [balance, available, pending]) expect(part).toBeGreaterThanOrEqual(0)
        }
      }),
      { seed: 20_260_115, numRuns: 25 },
    )
  })
})
