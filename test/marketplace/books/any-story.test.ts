import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCart, type Order, runJobs, stockKeyText, sweep } from '@giftcards/marketplace'
import { anonymous, callerOf, sampleSeed } from '@giftcards/marketplace/testing'
import { anyStep, type Step, type Story } from '../samples/arbitrary-step.ts'
import { bookEntries } from '../samples/book-entries.ts'
import { openMarketplace } from '../samples/use-marketplace.ts'

/** The number of steps between two audits of a story. A story is also audited at its end. */
const stepsBetweenAudits = 10

/** Runs a story and checks it after each step, at intervals including its books. A failure includes the story. */
async function tell(
  steps: readonly Step[],
  judge: (story: Story, withBooks: boolean) => Promise<void>,
): Promise<void> {
  const story: Story = { market: await openMarketplace(), orders: [] }
  for (const [index, step] of steps.entries()) {
    await step.run(story)
    await judge(story, index % stepsBetweenAudits === 0 || index === steps.length - 1)
  }
}

/** Reads the current state of the orders. */
async function currentOrders({ market, orders }: Story): Promise<readonly Order[]> {
  const found = await market.store.read((tx) => Promise.all(orders.map(({ id }) => tx.findOrder(id))))
  return found.filter((order) => order !== undefined)
}

/** Returns the books after all due work is done and every customer has a cart. A refused step then has nothing left to change. */
async function settledEntries({ market }: Story) {
  await sweep(market.deps)
  await runJobs(market.deps)
  for (const name of ['elite', 'poor', 'standard'] as const) await createCart(market.deps, callerOf(name))
  await createCart(market.deps, anonymous)
  return bookEntries(market)
}

const anyStory = fc.array(anyStep, { minLength: 5, maxLength: 40, size: 'max' })

const cardsAtFirst = new Map(sampleSeed.stock.map((bucket) => [stockKeyText(bucket), bucket.onHand]))
const creditAtFirst = sampleSeed.customers.reduce((sum, customer) => sum + customer.storeCreditCents, 0)

/** Checks that no card was created or lost. A delivered card stays sold, regardless of the state of its order. */
async function judgeCards(story: Story): Promise<void> {
  const stock = await story.market.store.read((tx) => tx.listStock())
  const counts = new Map(stock.map((bucket) => [stockKeyText(bucket), bucket.onHand]))
  const sold = (await currentOrders(story)).flatMap(({ status, units }) =>
    units.filter((unit) => status !== 'Canceled' || unit.fulfilledAt !== null),
  )
  for (const name of sold.map(stockKeyText)) counts.set(name, (counts.get(name) ?? 0) + 1)
  expect(counts).toEqual(cardsAtFirst)
}

/** Checks that all live orders, and no others, use their coupons and store credit. */
async function judgeCouponsAndCredit(story: Story): Promise<void> {
  const { couponUses, customers } = await bookEntries(story.market)
  const live = (await currentOrders(story)).filter((order) => order.status !== 'Canceled')
  const used = couponUses.reduce((sum, uses) => sum + uses, 0)
  expect(used).toBe(live.filter((order) => order.coupon !== null).length)
  const byCredit = live.filter((order) => order.payment.method === 'STORE_CREDIT')
  const left = customers.reduce((sum, customer) => sum + customer.storeCreditCents, 0)
  expect(byCredit.reduce((sum, order) => sum + order.dueCents, left)).toBe(creditAtFirst)
}

describe('the books', () => {
  it(
    'for any story, are sound as it goes on',
    { meta: { rules: ['D4-04', 'D4-05', 'D5-17', 'D9-09', 'D13-26'] } },
    async () => {
      await fc.assert(
        fc.asyncProperty(anyStory, (steps) =>
          tell(steps, async (story, withBooks) => {
            const broken = withBooks ? (await story.market.store.checkBooks()).broken : []
            expect(broken).toEqual([])
            await judgeCards(story)
            await judgeCouponsAndCredit(story)
          }),
        ),
        { numRuns: 150 },
      )
    },
  )

  it(
    'for any story, a refusal changes nothing',
    { meta: { rules: ['D4-13', 'D4-17', 'D6-09'] } },
    async () => {
      await fc.assert(
        fc.asyncProperty(anyStory, anyStep, async (steps, last) => {
          const story: Story = { market: await openMarketplace(), orders: [] }
          for (const step of steps) await step.run(story)
          const before = await settledEntries(story)
          const outcome = await last.run(story)
          const after = outcome?.kind === 'refused' ? await bookEntries(story.market) : before
          expect(after).toEqual(before)
        }),
        { numRuns: 200 },
      )
    },
  )
})
