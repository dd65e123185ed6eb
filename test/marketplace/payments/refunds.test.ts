import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getOrder,
  type JobResult,
  type OrderView,
  runJobs,
  setOrderStatus,
  settings,
  sweep,
} from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  createMortalProcess,
  type GatewayFault,
  letTimePass,
  magicLine,
  pauseMs,
  physicalLine,
  sampleSeed,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { openMarketplace, useMarketplace } from '../samples/use-marketplace.ts'

const hour = 3_600_000

const market = useMarketplace()
const legsOf = async ({ id }: Pick<OrderView, 'id'>, from = market) =>
  (await from.store.read((tx) => tx.listPaymentLegs(id))).map(({ kind, state }) => `${kind} ${state}`)
const cancel = async ({ orderId }: OrderView) =>
  valueOf(await setOrderStatus(market.deps, orderId, 'Canceled'))
const jobsIn = (state: 'open' | 'parked' | 'done') => market.store.read((tx) => tx.listJobs(state, 10))
/** Runs every due job and returns the results of the refunds. */
async function runRefunds(
  deps = market.deps,
  toText?: (error: unknown) => string,
): Promise<readonly JobResult[]> {
  const results = await runJobs(deps, toText === undefined ? {} : { describe: toText })
  return results.filter(({ job }) => job.task.kind === 'refund')
}
const refundedCents = ({ orderId }: OrderView) => market.gateway.refunded.get(`order:${orderId}`)

describe('a payment', { meta: { rules: ['D14-14'] } }, () => {
  it('is kept with each method that was tried', async () => {
    const order = await buy(market, standard, { method: 'ACH_CREDITCARD', bankId: 7002 })
    expect(await legsOf(order)).toEqual(['bank declined', 'card charged'])
    const [, card] = await market.store.read((tx) => tx.listPaymentLegs(order.id))
    expect(card).toMatchObject({
      orderId: order.id,
      reference: `order:${order.orderId}`,
      methodId: 8001,
      amountCents: order.dueCents,
    })
  })

  it('is kept where nobody needed its second method', async () => {
    const order = await buy(market, standard, { method: 'ACH_CREDITCARD' })
    expect(await legsOf(order)).toEqual(['bank charged', 'card canceled'])
  })

  it('is kept where it was declined', async () => {
    await expect(buy(market, standard, { bankId: 7002 })).rejects.toThrow('payment_declined')
    expect(await legsOf({ id: 100_001 })).toEqual(['bank declined'])
  })
})

describe('an order that is canceled', { meta: { rules: ['D14-15', 'D6-34'] } }, () => {
  it.each([
    ['bank', {}],
    ['card', { method: 'CREDITCARD' }],
  ])('has what a %s paid given back by the gateway', async (kind, change) => {
    const order = await buy(market, standard, change)
    await cancel(order)
    expect([await legsOf(order), refundedCents(order)]).toEqual([[`${kind} refunding`], undefined])
    await runRefunds()
    expect([await legsOf(order), refundedCents(order)]).toEqual([[`${kind} refunded`], order.dueCents])
    expect((await jobsIn('done')).map(({ id }) => id)).toContain(`refund/${order.id}/0`)
    expect(await runRefunds()).toEqual([])
  })

  it('by its merchant as well', async () => {
    const order = await buy(market, standard, { lines: [magicLine(904)] })
    market.clock.advance(60)
    await sweep(market.deps)
    await runRefunds()
    expect(refundedCents(order)).toBe(order.dueCents)
  })

  it('by the bank’s return has nothing given back twice', async () => {
    const order = await buy(market, standard, { bankId: 7003, lines: [physicalLine] })
    market.clock.advance(48 * 3600)
    await runJobs(market.deps)
    expect(valueOf(await getOrder(market.deps, standard, order.orderId)).status).toBe('Canceled')
    expect([await legsOf(order), await runRefunds()]).toEqual([['bank refunded'], []])
  })

  it('is forgotten where the sandbox is reset while the gateway pays back', async () => {
    const order = await buy(market, standard)
    await cancel(order)
    await runRefunds({
      ...market.deps,
      gateway: {
        ...market.deps.gateway,
        async refund(asked) {
          await market.deps.gateway.refund(asked)
          await market.store.transaction((tx) => tx.seed(sampleSeed))
        },
      },
    })
    expect(await legsOf(order)).toEqual([])
  })

  it.each(['STORE_CREDIT'])('and was paid by %s asks no gateway', async (method) => {
    await cancel(await buy(market, standard, { method }))
    expect(await runRefunds()).toEqual([])
  })
})

describe('the job of a refund', () => {
  it.each([
    ['charged', 0],
    ['refunded', 0],
    // The store accepts no other state for a leg that has paid, so these use a second leg.
    ['declined', 1],
    ['canceled', 1],
  ] as const)('asks for nothing where the leg is %s', async (state, position) => {
    const order = await buy(market, standard, { lines: [physicalLine] })
    const [paid] = await market.store.read((tx) => tx.listPaymentLegs(order.id))
    if (paid === undefined) throw new Error('The order has no leg')
    await market.store.transaction(async (tx) => {
      await tx.putPaymentLeg({ ...paid, state, position })
      const task = { kind: 'refund', orderId: order.id, position } as const
      await tx.insertJob({ id: `refund/${order.id}/${position}`, task, dueAt: 0 })
    })
    expect((await runRefunds()).map(({ error }) => error)).toEqual([undefined])
    expect(market.gateway.refunds).toEqual([])
    expect((await legsOf(order))[position]).toBe(`bank ${state}`)
  })
})

describe('a refund that fails', { meta: { rules: ['D14-15'] } }, () => {
  it('is tried again after a pause that grows', async () => {
    const order = await buy(market, standard)
    await cancel(order)
    market.gateway.faults.refund.push('throws before', 'throws after')
    const [first] = await runRefunds()
    expect(first).toMatchObject({ isParked: false, error: new Error('The gateway is away') })
    expect(await runRefunds()).toEqual([])
    market.time.advance(2000)
    expect(await runRefunds()).toHaveLength(1)
    market.time.advance(4000)
    expect(await runRefunds()).toMatchObject([{ isParked: false }])
    expect([await legsOf(order), refundedCents(order)]).toEqual([['bank refunded'], order.dueCents])
    expect(await jobsIn('done')).toContainEqual(
      expect.objectContaining({ id: `refund/${order.id}/0`, attempts: 3, lastError: 'Error' }),
    )
  })

  it('holds up no other', async () => {
    const [one, other] = [await buy(market, standard), await buy(market, callerOf('elite'))]
    await cancel(one)
    await cancel(other)
    market.gateway.faults.refund.push('throws before')
    await runRefunds()
    expect([await legsOf(one), await legsOf(other)].flat().toSorted()).toEqual([
      'bank refunded',
      'bank refunding',
    ])
  })

  it('is parked after its last attempt, with what it failed by', async () => {
    await cancel(await buy(market, standard))
    let parked = 0
    for (let attempt = 0; attempt < settings.jobAttempts; attempt += 1) {
      market.gateway.faults.refund.push('throws before')
      const [result] = await runRefunds(market.deps, () => 'the reason')
      parked += Number(result?.isParked)
      market.time.advance(settings.longestJobPauseMs)
    }
    expect(parked).toBe(1)
    expect(await jobsIn('parked')).toMatchObject([
      { attempts: settings.jobAttempts, lastError: 'the reason' },
    ])
    expect(await runRefunds()).toEqual([])
  })

  it('outlasts a gateway that is away for a day', () => {
    const pauses = Array.from({ length: settings.jobAttempts - 1 }, (_, index) =>
      pauseMs({ id: 'refund/100001/0', attempts: index + 1 }),
    )
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(24 * hour)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(settings.longestJobPauseMs)
  })
})

const anyFault = fc.constantFrom<GatewayFault | undefined>(
  undefined,
  'throws before',
  'throws after',
  'silent before',
  'silent after',
)

describe('refunds', { meta: { rules: ['D14-15'] } }, () => {
  it('for any faults and deaths, give back what canceled orders have paid, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
        fc.array(fc.record({ faults: fc.array(anyFault, { maxLength: 3 }), moments: fc.nat(9) }), {
          maxLength: 4,
        }),
        async (isCanceled, runs) => {
          const story = await openMarketplace()
          const orders: OrderView[] = []
          for (const _ of isCanceled) orders.push(await buy(story, standard))
          for (const [index, order] of orders.entries())
            if (isCanceled[index] === true)
              valueOf(await setOrderStatus(story.deps, order.orderId, 'Canceled'))
          for (const { faults, moments } of runs) {
            const gateway = story.gateway.connect({ charge: [], cancel: [], refund: [...faults] })
            const { deps, died } = createMortalProcess({ ...story.deps, gateway }, moments)
            await letTimePass(story.time, Promise.race([runJobs(deps).catch(() => undefined), died]))
            story.time.advance(settings.jobLeaseMs)
          }
          story.time.advance(settings.longestJobPauseMs)
          await runJobs(story.deps)
          const canceled = orders.filter((_, index) => isCanceled[index])
          expect(new Map(canceled.map((order) => [`order:${order.orderId}`, order.dueCents]))).toEqual(
            story.gateway.refunded,
          )
          for (const order of canceled) expect(await legsOf(order, story)).toEqual(['bank refunded'])
        },
      ),
      { numRuns: 200 },
    )
  })
})
