import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkout, type JobResult, runJobs, setOrderStatus, type Store } from '@giftcards/marketplace'
import {
  callerOf,
  cardsCheckout,
  checkoutLine,
  createTestMarketplace,
  type TestMarketplace,
} from '@giftcards/marketplace/testing'
import { openStore } from '@giftcards/storage'
import { startPostgres } from '@giftcards/storage/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEveryJob } from './drain.ts'
import { findLosses } from './find-losses.ts'

const buyers = (['elite', 'poor', 'standard', 'noProfile'] as const).map(callerOf)
/** The stock has a thousand of these cards. */
const line = checkoutLine({
  merchantId: 102,
  type: 'newEcodeB2B',
  faceValueCents: 2500,
  percentOffBps: 330,
  quantity: 2,
})

/** Buys this many orders and returns their ids. */
async function buy({ deps }: TestMarketplace, orders: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let order = 0; order < orders; order += 1) {
    const outcome = await checkout(deps, buyers[order % buyers.length]!, cardsCheckout({ lines: [line] }))
    if (outcome.kind === 'refused') throw new Error(outcome.refusal.kind)
    ids.push(outcome.value.order.orderId)
  }
  return ids
}

const engines = [
  [
    'sixteen servers on one PostgreSQL',
    async () => {
      const postgres = await startPostgres()
      const url = await postgres.createDatabase('cards')
      const open = () => openStore(url, { mode: 'sandbox', maxConnections: 3 })
      return { servers: 16, open, remove: () => postgres.remove() }
    },
  ],
  [
    'four servers on one SQLite file',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'giftcards-workers-'))
      const open = () => openStore(`sqlite:${join(folder, 'cards.db')}`, { mode: 'sandbox' })
      return { servers: 4, open, remove: async () => rmSync(folder, { recursive: true }) }
    },
  ],
] as const

describe.each(engines)('the workers of %s', (_name, start) => {
  const stores: Awaited<ReturnType<typeof openStore>>[] = []
  let remove: () => Promise<void>
  beforeAll(async () => {
    const { servers, open, remove: removeAll } = await start()
    remove = removeAll
    for (let server = 0; server < servers; server += 1) stores.push(await open())
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await remove()
  })

  it('do each job once', async () => {
    const market = await createTestMarketplace(stores[0]!)
    const delivered = await buy(market, 60)
    await runEveryJob(market.deps)
    for (const orderId of delivered) await setOrderStatus(market.deps, orderId, 'Canceled')
    await buy(market, 60)
    const { issuer, gateway } = market
    expect([issuer.issues.length, issuer.voids.length, gateway.refunds.length]).toStrictEqual([120, 0, 0])

    const workAt = (store: Store) => runEveryJob({ ...market.deps, store })
    const results: JobResult[] = (await Promise.all(stores.map(workAt))).flat()

    // A refund and a void for each canceled order, and a delivery for each other order.
    expect(results).toHaveLength(180)
    expect(new Set(results.map(({ job }) => job.id)).size).toBe(180)
    expect(results.filter(({ error, job }) => error !== undefined || job.attempts !== 1)).toStrictEqual([])
    for (const [calls, count] of [
      [issuer.issues, 240],
      [issuer.voids, 120],
      [gateway.refunds, 60],
    ] as const)
      expect([calls.length, new Set(calls).size]).toStrictEqual([count, count])
    expect(await findLosses(market)).toStrictEqual([])
  })

  it('begin no job that another has begun', async () => {
    const market = await createTestMarketplace(stores[0]!)
    await buy(market, stores.length)
    // Each store runs its jobs once, all at the same time.
    const turns = await Promise.all(stores.map((store) => runJobs({ ...market.deps, store })))
    expect(turns.flat()).toHaveLength(stores.length)
  })
})
