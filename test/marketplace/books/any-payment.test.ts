import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkout, type CheckoutOutcome, sweep } from '@giftcards/marketplace'
import {
  callerOf,
  cardsCheckout,
  checkoutLine,
  createMortalProcess,
  type GatewayFault,
  letTimePass,
  magicLine,
  physicalLine,
  type TestMarketplace,
} from '@giftcards/marketplace/testing'
import { settlePayments } from '../samples/settle-payments.ts'
import { openMarketplace } from '../samples/use-marketplace.ts'

const anyFault = fc.constantFrom<GatewayFault>(
  'throws before',
  'throws after',
  'silent before',
  'silent after',
)
const anyFaults = fc.array(fc.option(anyFault, { nil: undefined, freq: 1 }), { maxLength: 2 })

/** One attempt at a purchase: the faults of the gateway, when its process dies, and what happens before the next attempt. */
const anyTry = fc.record({
  charge: anyFaults,
  cancel: anyFaults,
  moments: fc.oneof(fc.constant(1000), fc.nat(11)),
  pauseMs: fc.constantFrom(0, 100, 5000, 60_000),
  sweeps: fc.boolean(),
})

/** A purchase that is attempted repeatedly under one key. */
const anyPurchase = fc.record({
  caller: fc.constantFrom(callerOf('standard'), callerOf('elite')),
  change: fc.record({
    lines: fc.array(fc.constantFrom(checkoutLine({ quantity: 2 }), physicalLine, magicLine(904)), {
      minLength: 1,
      maxLength: 2,
    }),
    method: fc.constantFrom('ACH', 'CREDITCARD', 'ACH_CREDITCARD', 'ACH_CREDITCARD', 'STORE_CREDIT'),
    bankId: fc.constantFrom(7001, 7002, 7003),
    cardId: fc.constantFrom(8001, 8002),
    couponCode: fc.constantFrom(undefined, 'SAVE10', 'ONCE', 'TWICE'),
  }),
  tries: fc.array(anyTry, { minLength: 1, maxLength: 3 }),
})

type Purchase = typeof anyPurchase extends fc.Arbitrary<infer Value> ? Value : never
type Try = Purchase['tries'][number]
/**
 * The outcome of an attempt. `unknown`: its process died or the gateway failed, so the caller got no
 * response.
 */
type Told = CheckoutOutcome | 'unknown'

/** Groups of concurrent purchases, each in its own process. Some share an account. */
const anyStory = fc.array(fc.array(anyPurchase, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
})

/** One purchase as it was requested, and all its outcomes. */
interface History {
  readonly purchase: Purchase
  readonly key: string
  readonly told: readonly Told[]
}

async function tryOnce(market: TestMarketplace, purchase: Purchase, key: string, one: Try): Promise<Told> {
  const gateway = market.gateway.connect({ charge: [...one.charge], cancel: [...one.cancel], refund: [] })
  const { deps, died } = createMortalProcess({ ...market.deps, gateway }, one.moments)
  const idempotency = { key, fingerprint: key }
  const asked = checkout(deps, purchase.caller, cardsCheckout(purchase.change), idempotency)
  const told = await Promise.race([asked.catch(() => 'unknown' as const), died])
  return told === 'died' ? 'unknown' : told
}

async function buyStubbornly(market: TestMarketplace, purchase: Purchase, key: string): Promise<History> {
  const told: Told[] = []
  for (const one of purchase.tries) {
    told.push(await tryOnce(market, purchase, key, one))
    await new Promise<void>((resolve) => void market.time.startTimer(one.pauseMs, resolve))
    if (one.sweeps) await Promise.allSettled([settlePayments(market.deps), sweep(market.deps)])
  }
  return { purchase, key, told }
}

/** Runs a story until every lease has expired, the gateway works again, and two processes have swept. */
async function tellStory(story: readonly (readonly Purchase[])[]) {
  const market = await openMarketplace()
  const results: History[] = []
  for (const [step, purchases] of story.entries()) {
    const all = purchases.map((purchase, index) => buyStubbornly(market, purchase, `key-${step}-${index}`))
    results.push(...(await letTimePass(market.time, Promise.all(all))))
  }
  market.time.advance(600_000)
  await Promise.all([settlePayments(market.deps), settlePayments(market.deps)])
  const orders = await market.store.read((tx) => tx.listOrders(1000))
  return { market, results, orders }
}

const runs = { numRuns: 200 }

describe('payments', { meta: { rules: ['D6-09', 'D6-13'] } }, () => {
  it('for any faults and deaths, money moved is orders placed, and nothing stays reserved', async () => {
    await fc.assert(
      fc.asyncProperty(anyStory, async (story) => {
        const { market, orders } = await tellStory(story)
        const charged = orders
          .filter((order) => order.payment.method !== 'STORE_CREDIT' && order.dueCents > 0)
          .map((order) => [`order:${order.orderId}`, order.customerId, order.dueCents, order.payment.paidBy])
        const kinds = new Map(market.charges.map(({ reference, leg, kind }) => [`${reference}/${leg}`, kind]))
        const taken = [...market.gateway.taken].map(([reference, { customerId, amountCents, leg }]) => [
          reference,
          customerId,
          amountCents,
          kinds.get(`${reference}/${leg}`),
        ])
        expect(new Set(taken.map(String))).toEqual(new Set(charged.map(String)))
        expect(taken).toHaveLength(charged.length)
        const left = await market.store.read(async (tx) => ({
          payments: await tx.listPaymentsToSettle(Number.MAX_SAFE_INTEGER, 10),
          reserved: (await tx.listStock()).filter((bucket) => bucket.reserved !== 0),
        }))
        expect(left).toEqual({ payments: [], reserved: [] })
        expect((await market.store.checkBooks()).broken).toEqual([])
      }),
      runs,
    )
  })

  it('for any faults and deaths, a key has one answer', async () => {
    await fc.assert(
      fc.asyncProperty(anyStory, async (story) => {
        const { market, results, orders } = await tellStory(story)
        const seen = new Set<number>()
        for (const { purchase, key, told } of results) {
          const again = await tryOnce(market, purchase, key, wellTry)
          for (const answer of told) {
            if (answer === 'unknown' || isPassing(answer)) continue
            expect(again).toMatchObject({ ...asTold(answer), isReplay: true })
          }
          if (again === 'unknown' || again.kind === 'refused' || !again.isReplay) continue
          seen.add(again.value.order.id)
        }
        // Each order of the story is returned for its own key.
        expect(seen).toEqual(new Set(orders.map((order) => order.id)))
      }),
      runs,
    )
  })
})

const wellTry: Try = { charge: [], cancel: [], moments: 1000, pauseMs: 0, sweeps: false }

/** The part of an outcome that never changes. For an order, this excludes its future steps. */
function asTold(outcome: CheckoutOutcome): object {
  if (outcome.kind === 'refused') return outcome
  const { plan: _plan, ...order } = outcome.value.order
  return { ...outcome, value: { order } }
}

/** Whether a response asks the caller to retry. */
function isPassing(outcome: CheckoutOutcome): boolean {
  return outcome.kind === 'refused' && outcome.refusal.kind === 'checkout_in_progress'
}
