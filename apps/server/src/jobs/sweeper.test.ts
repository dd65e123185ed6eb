import { type MarketplaceDeps, StoreUnavailableError } from '@giftcards/marketplace'
import { createInMemoryStore, createTestClock } from '@giftcards/marketplace/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandboxPaymentGateway } from '../sandbox/sandbox-payment-gateway.ts'
import { startSweeper, type SweeperEvents } from './sweeper.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const intervalMs = 5000

/** What a sweeper works with, and how often it uses the store. */
function createDeps() {
  const inner = createInMemoryStore()
  const calls = { reads: 0, transactions: 0 }
  let wait = Promise.resolve()
  const store: MarketplaceDeps['store'] = {
    ...inner,
    async read(work) {
      calls.reads += 1
      await wait
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
    holdReads: (until: Promise<void>) => {
      wait = until
    },
  }
}

const failAtOnce: SweeperEvents = {
  onError(error) {
    throw error
  },
  describe: String,
  onJobs: () => undefined,
}

/** Lets everything that waits for nothing but promises go on. */
const settled = () => new Promise(setImmediate)

describe('startSweeper', () => {
  it('does jobs at once, and at every interval', async () => {
    const { deps, calls } = createDeps()
    const sweeper = startSweeper(deps, failAtOnce)
    await settled()
    // What is planned, and the counts; jobs are claimed, and the recurring ones written.
    expect(calls).toStrictEqual({ reads: 2, transactions: 2 })
    vi.advanceTimersByTime(intervalMs)
    await settled()
    const before = { ...calls }
    expect(before.transactions).toBeGreaterThan(2)
    await sweeper.stop()
    vi.advanceTimersByTime(intervalMs)
    expect(calls).toStrictEqual(before)
  })

  it('waits for what is running when it stops', async () => {
    const { deps, holdReads } = createDeps()
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
    const { deps, holdReads } = createDeps()
    const ids = Array.from({ length: 21 }, (_, position) => `refund/1/${position}`)
    await deps.store.transaction(async (tx) => {
      for (const [position, id] of ids.entries()) {
        await tx.insertJob({ id, task: { kind: 'refund', orderId: 1, position }, dueAt: 0 })
      }
    })
    const slow = Promise.withResolvers<void>()
    holdReads(slow.promise)
    const sweeper = startSweeper(deps, failAtOnce)
    await settled()
    const stopped = sweeper.stop()
    slow.resolve()
    await stopped
    const jobs = await deps.store.read((tx) => Promise.all(ids.map((id) => tx.findJob(id))))
    expect(jobs.filter((job) => job?.attempts === 0)).toHaveLength(1)
  })

  it('tells of a failure, but not of an absent store, and goes on', async () => {
    const { deps, calls, holdReads } = createDeps()
    const failures: unknown[] = []
    const trouble = new Error('trouble')
    holdReads(Promise.reject(new StoreUnavailableError('away')))
    const sweeper = startSweeper(deps, { ...failAtOnce, onError: (error) => failures.push(error) })
    await settled()
    expect(failures).toStrictEqual([])
    holdReads(Promise.reject(trouble))
    vi.advanceTimersByTime(intervalMs)
    await settled()
    expect(failures).toStrictEqual([trouble])
    expect(calls.reads).toBe(2)
    await sweeper.stop()
  })

  it('tells which jobs there are, and of those that are parked', async () => {
    const { deps } = createDeps()
    await deps.store.transaction(async (tx) => {
      const task = { kind: 'refund', orderId: 1, position: 0 } as const
      await tx.insertJob({ id: 'refund/1/0', task, dueAt: 0 })
      await tx.updateJob('refund/1/0', { attempts: 47 })
    })
    const told: unknown[] = []
    const sweeper = startSweeper(deps, {
      onError: (error) => told.push(error),
      describe: () => 'described',
      onJobs: (counts) => told.push(...counts),
    })
    await settled()
    await sweeper.stop()
    expect(told).toStrictEqual([
      new Error('Order 1 has no leg 0'),
      { kind: 'refund', state: 'parked', count: 1, oldestDueAt: 0 },
      expect.objectContaining({ kind: 'expire-carts', count: 1 }),
      expect.objectContaining({ kind: 'purge', count: 3 }),
    ])
    expect(await deps.store.read((tx) => tx.findJob('refund/1/0'))).toMatchObject({ lastError: 'described' })
  })
})
