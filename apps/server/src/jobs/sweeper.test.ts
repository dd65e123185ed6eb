import { type MarketplaceDeps, type NewJob, StoreUnavailableError } from '@giftcards/marketplace'
import { createTestClock } from '@giftcards/marketplace/testing'
import { openSqliteStore } from '@giftcards/storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandboxPaymentGateway } from '../sandbox/sandbox-payment-gateway.ts'
import { startSweeper, type SweeperEvents } from './sweeper.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const intervalMs = 5000

/** The dependencies of a sweeper, and a count of its uses of the store. */
async function createDeps() {
  const inner = await openSqliteStore({ location: ':memory:', mode: 'sandbox' })
  const calls = { reads: 0, transactions: 0 }
  let wait = Promise.resolve()
  let free = 0
  const store: MarketplaceDeps['store'] = {
    ...inner,
    async read(work) {
      calls.reads += 1
      if (calls.reads > free) await wait
      return inner.read(work)
    },
    transaction(...args) {
      calls.transactions += 1
      return inner.transaction(...args)
    },
  }
  const deps: Parameters<typeof startSweeper>[0] = {
    store,
    clock: createTestClock('2026-01-15T12:00:00Z'),
    realTime: { now: () => 0, startTimer: () => () => undefined },
    gateway: createSandboxPaymentGateway(),
    issuer: {
      issue: async () => ({ number: '', pin: '', serial: '' }),
      void: async () => undefined,
    },
    vault: {
      seal: () => '',
      open: () => ({ number: '', pin: '', serial: '' }),
      openMasked: () => ({ maskedNumber: '', maskedPin: '', serial: '' }),
    },
  }
  return {
    deps,
    calls,
    /** Holds every read but the first ones, which a sweep makes itself. */
    holdReads: (until: Promise<void>, allBut = 0) => {
      wait = until
      free = allBut
    },
  }
}

const failAtOnce: SweeperEvents = {
  onError(error) {
    throw error
  },
  onFirstFailure: ({ error }) => {
    throw error
  },
  describe: String,
  onJobs: () => undefined,
}

const refund = (position: number): NewJob => ({
  id: `refund/1/${position}`,
  task: { kind: 'refund', orderId: 1, position },
  dueAt: 0,
})

/** Flushes all pending promises. */
const settled = () => new Promise(setImmediate)

describe('startSweeper', () => {
  it('does jobs at once, and at every interval', async () => {
    const { deps, calls } = await createDeps()
    const counted: number[] = []
    const events = { ...failAtOnce, onJobs: (_counts: unknown, now: number) => void counted.push(now) }
    const sweeper = startSweeper(deps, events)
    await settled()
    expect(counted).toHaveLength(1)
    expect(await deps.store.transaction((tx) => tx.findJob('expire-carts'))).toMatchObject({
      attempts: 0,
      dueAt: deps.clock.now() + intervalMs,
    })
    vi.advanceTimersByTime(intervalMs)
    await settled()
    expect(counted).toHaveLength(2)
    await sweeper.stop()
    const before = { ...calls }
    vi.advanceTimersByTime(intervalMs)
    expect(calls).toStrictEqual(before)
  })

  it('begins, plans and counts jobs while others run', async () => {
    const { deps, holdReads } = await createDeps()
    await deps.store.transaction((tx) => tx.insertJob(refund(0)))
    const slow = Promise.withResolvers<void>()
    // The reads of the planning and of the counts, and then that of the job.
    holdReads(slow.promise, 2)
    const failed: string[] = []
    let counts = 0
    const sweeper = startSweeper(deps, {
      ...failAtOnce,
      onFirstFailure: ({ job }) => failed.push(job.id),
      onJobs: () => (counts += 1),
    })
    await settled()
    holdReads(Promise.resolve())
    await deps.store.transaction(async (tx) => {
      await tx.insertJob(refund(1))
      // Ended as by an older version.
      await tx.endJob('purge/jobs', 0)
    })
    vi.advanceTimersByTime(intervalMs)
    await settled()
    expect([failed, counts]).toStrictEqual([['refund/1/1'], 2])
    expect(await deps.store.read((tx) => tx.findJob('purge/jobs'))).toMatchObject({ state: 'open' })
    slow.resolve()
    await sweeper.stop()
    expect(failed).toStrictEqual(['refund/1/1', 'refund/1/0'])
  })

  it('waits for running jobs when it stops', async () => {
    const { deps, holdReads } = await createDeps()
    const slow = Promise.withResolvers<void>()
    holdReads(slow.promise)
    const events: string[] = []
    const stop = async () => {
      await startSweeper(deps, failAtOnce).stop()
      events.push('stopped')
    }
    const stopped = stop()
    await settled()
    events.push('read')
    slow.resolve()
    await stopped
    expect(events).toStrictEqual(['read', 'stopped'])
  })

  it('leaves jobs that were not begun when it stops', async () => {
    const { deps, holdReads } = await createDeps()
    const ids = Array.from({ length: 21 }, (_, position) => refund(position).id)
    await deps.store.transaction(async (tx) => {
      for (const position of ids.keys()) await tx.insertJob(refund(position))
    })
    const slow = Promise.withResolvers<void>()
    holdReads(slow.promise, 2)
    const sweeper = startSweeper(deps, { ...failAtOnce, onFirstFailure: () => undefined })
    await settled()
    const stopped = sweeper.stop()
    slow.resolve()
    await stopped
    const jobs = await deps.store.read((tx) => Promise.all(ids.map((id) => tx.findJob(id))))
    expect(jobs.filter((job) => job?.attempts === 0)).toHaveLength(1)
  })

  it('reports a failure, not an unavailable store, and continues', async () => {
    const { deps, holdReads } = await createDeps()
    const failures: unknown[] = []
    const trouble = new Error('trouble')
    holdReads(Promise.reject(new StoreUnavailableError('away')))
    const sweeper = startSweeper(deps, { ...failAtOnce, onError: (error) => failures.push(error) })
    await settled()
    expect(failures).toStrictEqual([])
    holdReads(Promise.reject(trouble))
    vi.advanceTimersByTime(intervalMs)
    await settled()
    // Neither jobs can be planned nor counted.
    expect(failures).toStrictEqual([trouble, trouble])
    holdReads(Promise.resolve())
    await deps.store.transaction((tx) => tx.insertJob(refund(0)))
    vi.advanceTimersByTime(intervalMs)
    await settled()
    expect(await deps.store.read((tx) => tx.findJob('refund/1/0'))).toMatchObject({ attempts: 1 })
    await sweeper.stop()
  })

  it('reports the jobs, and the parked ones', async () => {
    const { deps } = await createDeps()
    await deps.store.transaction(async (tx) => {
      await tx.insertJob(refund(0))
      await tx.updateJob('refund/1/0', { attempts: 47, lastError: 'earlier' })
    })
    const errors: unknown[] = []
    const counts: unknown[] = []
    const sweeper = startSweeper(deps, {
      ...failAtOnce,
      onError: (error) => errors.push(error),
      describe: () => 'described',
      onJobs: (reported) => counts.push(reported),
    })
    await settled()
    vi.advanceTimersByTime(intervalMs)
    await settled()
    await sweeper.stop()
    expect(errors).toStrictEqual([new Error('Order 1 has no leg 0')])
    expect(counts.at(-1)).toStrictEqual([
      expect.objectContaining({ kind: 'expire-carts', count: 1 }),
      expect.objectContaining({ kind: 'purge', count: 3 }),
      { kind: 'refund', state: 'parked', count: 1, oldestDueAt: 0 },
    ])
    expect(await deps.store.read((tx) => tx.findJob('refund/1/0'))).toMatchObject({ lastError: 'described' })
  })

  it('reports only the first failure of a job', async () => {
    const { deps } = await createDeps()
    let now = 0
    const realTime = { ...deps.realTime, now: () => now }
    await deps.store.transaction(async (tx) => {
      await tx.insertJob(refund(0))
      await tx.insertJob(refund(1))
      // The process of its first attempt has died.
      await tx.updateJob('refund/1/1', { attempts: 1 })
    })
    const reported: unknown[] = []
    const onFirstFailure: SweeperEvents['onFirstFailure'] = ({ job: { id, attempts }, error }) =>
      reported.push([id, attempts, (error as Error).message])
    const sweeper = startSweeper({ ...deps, realTime }, { ...failAtOnce, onFirstFailure })
    await settled()
    now = 3_600_000
    vi.advanceTimersByTime(intervalMs)
    await settled()
    await sweeper.stop()
    expect(reported).toStrictEqual([
      ['refund/1/0', 1, 'Order 1 has no leg 0'],
      ['refund/1/1', 2, 'Order 1 has no leg 1'],
    ])
    expect(await deps.store.read((tx) => tx.findJob('refund/1/0'))).toMatchObject({ attempts: 2 })
  })
})
