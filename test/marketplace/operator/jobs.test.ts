import { beforeEach, describe, expect, it } from 'vitest'
import {
  cancelJob,
  type Order,
  recordOutsideRefund,
  retryJob,
  runJobs,
  setOrderStatus,
} from '@giftcards/marketplace'
import { buy, callerOf, physicalLine, reasonOf, valueOf } from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
let order: Order
let refund = ''
beforeEach(async () => {
  order = await buy(market, callerOf('standard'), { method: 'ACH', lines: [physicalLine] })
  refund = `refund/${order.id}/0`
})
/** Cancels the order, which leaves its refund to a job. */
const cancelOrder = () => setOrderStatus(market.deps, order.orderId, 'Canceled')
const findJob = (id: string) => market.store.read((tx) => tx.findJob(id))
const purgeJobs = () => market.store.transaction((tx) => tx.purge('jobs', Number.MAX_SAFE_INTEGER, 100))
const legState = async () =>
  (await market.store.read((tx) => tx.listPaymentLegs(order.id))).map(({ state }) => state)
/** Records that the money was refunded outside the gateway. */
const record = (position = 0) => recordOutsideRefund(market.deps, order, position, 'paid by check 17')

describe('cancelJob', () => {
  it('gives a job up that has not ended', async () => {
    await cancelOrder()
    expect(valueOf(await cancelJob(market.deps, refund))).toMatchObject({ state: 'canceled' })
    expect(await findJob(refund)).toMatchObject({ state: 'canceled', endedAt: market.clock.now() })
    expect(reasonOf(await cancelJob(market.deps, refund))).toBe(`${refund} is canceled, not open or parked`)
    expect(reasonOf(await cancelJob(market.deps, 'nowhere'))).toBe('There is no job nowhere')
  })

  it.each([
    ['settle-payment/order:1', { kind: 'settle-payment', reference: 'order:1' }],
    ['expire-carts', { kind: 'expire-carts' }],
    ['purge/jobs', { kind: 'purge', records: 'jobs' }],
  ] as const)('refuses %s, which servers would write again', async (id, task) => {
    await market.store.transaction((tx) => tx.insertJob({ id, task, dueAt: 0 }))
    expect(reasonOf(await cancelJob(market.deps, id))).toMatch(
      /^\S+ cannot be canceled: .*servers write it again within seconds.*; .* then retry it$/,
    )
    expect(await findJob(id)).toMatchObject({ state: 'open' })
  })

  it('changes nothing where a server has ended the job meanwhile', async () => {
    await cancelOrder()
    const store: typeof market.store = {
      ...market.store,
      transaction: (work) =>
        market.store.transaction((tx) =>
          work({
            ...tx,
            async findJob(id) {
              const seen = await tx.findJob(id)
              await tx.endJob(id, 7)
              return seen
            },
          }),
        ),
    }
    expect(reasonOf(await cancelJob({ ...market.deps, store }, refund))).toMatch(/changed in the meantime/)
  })
})

describe('retryJob', () => {
  it.each(['parked', 'canceled'] as const)('opens a job again that is %s', async (state) => {
    await cancelOrder()
    await market.store.transaction((tx) =>
      tx.updateJob(refund, { state, attempts: 48, heldUntil: 9, endedAt: 1 }),
    )
    await retryJob(market.deps, refund)
    expect(await findJob(refund)).toMatchObject({ state: 'open', attempts: 0, heldUntil: 0, endedAt: null })
    await runJobs(market.deps)
    expect(await legState()).toEqual(['refunded'])
  })

  it('leaves a job that is open or done', async () => {
    await cancelOrder()
    expect(reasonOf(await retryJob(market.deps, refund))).toBe(`${refund} is open, not parked or canceled`)
    await runJobs(market.deps)
    expect(reasonOf(await retryJob(market.deps, refund))).toBe(`${refund} is done, not parked or canceled`)
  })

  it('opens a job that is done while its work is still owed', async () => {
    await cancelOrder()
    await market.store.transaction((tx) => tx.endJob(refund, 1))
    expect(valueOf(await retryJob(market.deps, refund))).toMatchObject({ state: 'open', endedAt: null })
    await runJobs(market.deps)
    expect(await legState()).toEqual(['refunded'])
  })

  it('writes the job of a refund again whose row was purged', async () => {
    await cancelOrder()
    await cancelJob(market.deps, refund)
    await purgeJobs()
    expect(valueOf(await retryJob(market.deps, refund))).toMatchObject({ state: 'open' })
    await runJobs(market.deps)
    expect(await legState()).toEqual(['refunded'])
    await purgeJobs()
    expect(reasonOf(await retryJob(market.deps, refund))).toBe(`There is no job ${refund}`)
  })

  it('writes the job of a step again whose row was purged', async () => {
    const placed = await market.store.read((tx) => tx.findOrder(order.id))
    const at = placed?.plan[0]?.at ?? 0
    const step = `order-step/${order.id}/${at}`
    await cancelJob(market.deps, step)
    await purgeJobs()
    expect(reasonOf(await retryJob(market.deps, `order-step/${order.id}/${at + 1}`))).toMatch(
      /^There is no job/,
    )
    expect(valueOf(await retryJob(market.deps, step))).toMatchObject({ state: 'open', dueAt: at })
  })
})

describe('recordOutsideRefund', () => {
  it.each(['open', 'parked', 'canceled'] as const)('ends a refund whose job is %s', async (state) => {
    await cancelOrder()
    await market.store.transaction((tx) => tx.updateJob(refund, { state }))
    expect(valueOf(await record())).toMatchObject({ state: 'refunded', changedAt: market.clock.now() })
    expect(await legState()).toEqual(['refunded'])
    expect(await findJob(refund)).toMatchObject({ state: 'done' })
    await runJobs(market.deps)
    expect(await market.gateway.find(`order:${order.orderId}`)).toMatchObject([{ refundedCents: 0 }])
  })

  it('ends a refund whose job was purged', async () => {
    await cancelOrder()
    await cancelJob(market.deps, refund)
    await purgeJobs()
    expect(reasonOf(await record())).toBe('done')
  })

  it('refuses a leg in any other state', async () => {
    expect(reasonOf(await record())).toBe(`Leg 0 of order ${order.id} is charged, not refunding`)
    await cancelOrder()
    expect(reasonOf(await record(1))).toBe(`Order ${order.id} has no leg 1`)
    await record()
    expect(reasonOf(await record())).toBe(`Leg 0 of order ${order.id} is refunded, not refunding`)
  })
})
