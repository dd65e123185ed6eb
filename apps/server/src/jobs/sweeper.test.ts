import { type MarketplaceDeps, StoreUnavailableError } from '@giftcards/marketplace'
import { createInMemoryStore, createTestClock } from '@giftcards/marketplace/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandboxPaymentGateway } from '../sandbox/sandbox-payment-gateway.ts'
import { startSweeper } from './sweeper.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const intervalMs = 5000

/** What a sweeper works with; the payments of the store, and what is due, are asked for where it counts. */
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
    issuer: { issue: () => ({ number: '', pin: '', serial: '' }) },
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

const failAtOnce = (error: unknown): never => {
  throw error
}

/** Lets everything that waits for nothing but promises go on. */
const settled = () => new Promise(setImmediate)

describe('startSweeper', () => {
  it('settles payments at once, and at every interval', async () => {
    const { deps, calls } = createDeps()
    const sweeper = startSweeper(deps, failAtOnce)
    expect(calls).toStrictEqual({ reads: 1, transactions: 0 })
    await settled()
    vi.advanceTimersByTime(intervalMs)
    await settled()
    expect(calls).toStrictEqual({ reads: 2, transactions: 1 })
    await sweeper.stop()
    vi.advanceTimersByTime(intervalMs)
    expect(calls).toStrictEqual({ reads: 2, transactions: 1 })
  })

  it('sweeps on while payments are slow', async () => {
    const { deps, calls, holdReads } = createDeps()
    const slow = Promise.withResolvers<void>()
    holdReads(slow.promise)
    const sweeper = startSweeper(deps, failAtOnce)
    for (const transactions of [1, 2, 3]) {
      vi.advanceTimersByTime(intervalMs)
      await settled()
      expect(calls).toStrictEqual({ reads: 1, transactions })
    }
    slow.resolve()
    await sweeper.stop()
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

  it('tells of a failure, but not of an absent store, and goes on', async () => {
    const { deps, calls, holdReads } = createDeps()
    const failures: unknown[] = []
    const trouble = new Error('trouble')
    holdReads(Promise.reject(new StoreUnavailableError('away')))
    const sweeper = startSweeper(deps, (error) => failures.push(error))
    await settled()
    expect(failures).toStrictEqual([])
    holdReads(Promise.reject(trouble))
    vi.advanceTimersByTime(intervalMs)
    await settled()
    expect(failures).toStrictEqual([trouble])
    expect(calls.reads).toBe(2)
    await sweeper.stop()
  })
})
