import { describe, expect, it } from 'vitest'
import { addCards, createCart, planRecurringJobs, runJobs } from '@giftcards/marketplace'
import { callerOf, checkoutLine } from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const day = 24 * 3600
const ids = ['expire-carts', 'purge/attempts', 'purge/idempotency-records', 'purge/jobs']
const market = useMarketplace()
const plan = () => planRecurringJobs(market.deps)
const run = async () => (await runJobs(market.deps)).map(({ job }) => job.id)
const find = (id: string) => market.store.read((tx) => tx.findJob(id))
const listOpen = () => market.store.read((tx) => tx.listJobs('open', 10))

describe('recurring jobs', () => {
  it('are planned once, and again after each run', { meta: { rules: ['D14-23'] } }, async () => {
    await plan()
    await plan()
    expect((await run()).toSorted()).toEqual(ids)
    expect(await run()).toEqual([])
    expect((await listOpen()).map(({ id, dueAt }) => [id, dueAt - market.clock.now()])).toEqual([
      ['expire-carts', 5000],
      ...ids.slice(1).map((id) => [id, 600_000]),
    ])
    market.clock.advance(5)
    expect(await run()).toEqual(['expire-carts'])
  })

  it('are done by one of several servers', { meta: { rules: ['D14-23'] } }, async () => {
    await Promise.all([plan(), plan(), plan()])
    const runs = await Promise.all([run(), run(), run()])
    expect(runs.flat().toSorted()).toEqual(ids)
  })

  it('are planned again after a server of an earlier version ended them', async () => {
    await plan()
    await run()
    await market.store.transaction((tx) => tx.endJob('purge/jobs', market.clock.now()))
    await plan()
    expect(await run()).toEqual(['purge/jobs'])
  })

  it('are planned again after the clock was set back', async () => {
    market.clock.advance(day)
    await plan()
    await run()
    market.clock.advance(-day)
    await plan()
    expect((await run()).toSorted()).toEqual(ids)
  })

  it('are left to an operator while they are parked', async () => {
    await plan()
    await market.store.transaction((tx) => tx.updateJob('purge/jobs', { state: 'parked' }))
    await plan()
    expect(await run()).not.toContain('purge/jobs')
    expect(await find('purge/jobs')).toMatchObject({ state: 'parked' })
  })

  it('release expired carts', { meta: { rules: ['D14-23'] } }, async () => {
    const { cart } = await createCart(market.deps, callerOf('standard'))
    await addCards(market.deps, callerOf('standard'), cart.id, [checkoutLine({ quantity: 2 })])
    await plan()
    await run()
    expect(await stockOf(market, 101)).toEqual([5, 2])
    market.clock.advance(1800)
    await run()
    expect(await stockOf(market, 101)).toEqual([5, 0])
    expect(await market.store.read((tx) => tx.findCart(cart.id))).toBeUndefined()
  })

  it('purge what is no longer kept, and nothing else', { meta: { rules: ['D14-23'] } }, async () => {
    const now = market.clock.now()
    const record = { customerId: 1, fingerprint: 'f', outcome: { orderId: 1 } }
    const task = { kind: 'refund', orderId: 1, position: 0 } as const
    await market.store.transaction(async (tx) => {
      await tx.putIdempotencyRecord({ ...record, key: 'old', expiresAt: now })
      await tx.putIdempotencyRecord({ ...record, key: 'new', expiresAt: now + 1 })
      await tx.insertAttempt('s', now - day * 1000 - 1)
      await tx.insertAttempt('s', now - day * 1000)
      for (const [id, endedAt] of [
        ['old', now - 7 * day * 1000 - 1],
        ['new', now - 7 * day * 1000],
      ] as const) {
        await tx.insertJob({ id, task, dueAt: 0 })
        await tx.endJob(id, endedAt)
      }
    })
    await plan()
    await run()
    const kept = await market.store.read(async (tx) => [
      await tx.findIdempotencyRecord(1, 'old', 0),
      (await tx.findIdempotencyRecord(1, 'new', 0))?.key,
      await tx.listAttempts('s', 0),
      await tx.findJob('old'),
      (await tx.findJob('new'))?.id,
    ])
    expect(kept).toEqual([undefined, 'new', [now - day * 1000], undefined, 'new'])
  })

  it('go on at once where a run has left some', async () => {
    const now = market.clock.now()
    await market.store.transaction(async (tx) => {
      for (let count = 0; count < 50_001; count += 1) await tx.insertAttempt(`s-${count}`, 0)
    })
    await plan()
    const done = await run()
    expect(done.filter((id) => id === 'purge/attempts')).toHaveLength(2)
    expect(await find('purge/attempts')).toMatchObject({ dueAt: now + 600_000 })
  })
})
