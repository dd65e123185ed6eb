import { describe, expect, it, vi } from 'vitest'
import {
  checkout,
  createWorker,
  type JobResult,
  type MarketplaceDeps,
  type NewJob,
  planSettlements,
  runJobs,
  setOrderStatus,
  settings,
  type StoreTransaction,
  StoreUnavailableError,
} from '@giftcards/marketplace'
import {
  buy,
  cardsCheckout,
  createMortalProcess,
  letTimePass,
  pauseMs,
  sampleSeed,
  standard,
} from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

/** Leaves a payment whose charge is accepted without a response, and whose cancellation fails. */
async function leavePayment(): Promise<void> {
  market.gateway.faults.charge.push('throws after')
  market.gateway.faults.cancel.push('throws before')
  await checkout(market.deps, standard, cardsCheckout()).catch(() => undefined)
}

const statuses = async () =>
  (await market.store.read((tx) => tx.listOrders(10))).map(({ customerId, status }) => [customerId, status])

describe('runJobs', () => {
  it('settles a payment that was left, and delivers its order', async () => {
    await leavePayment()
    await planSettlements(market.deps)
    expect(await statuses()).toEqual([])
    market.time.advance(3_600_000)
    await planSettlements(market.deps)
    await planSettlements(market.deps)
    const results = await runJobs(market.deps)
    expect(results.map(({ job, error }) => [job.task.kind, error])).toEqual([
      ['settle-payment', undefined],
      ['order-step', undefined],
    ])
    expect(await statuses()).toEqual([[standard.customerId, 'Digitally Delivered']])
  })

  it('delivers an order whose job was due when it was begun, though the clock is set back meanwhile', async () => {
    await buy(market, standard)
    const store: MarketplaceDeps['store'] = {
      ...market.deps.store,
      async transaction(work) {
        const result = await market.deps.store.transaction(work)
        market.clock.set('2020-01-01T00:00:00Z')
        return result
      },
    }
    await runJobs({ ...market.deps, store })
    expect(await statuses()).toEqual([[standard.customerId, 'Digitally Delivered']])
  })

  it('tries to settle a payment again where the gateway is away', async () => {
    await leavePayment()
    market.time.advance(3_600_000)
    await planSettlements(market.deps)
    market.gateway.faults.cancel.push('throws before')
    expect(await runJobs(market.deps)).toMatchObject([{ isParked: false, job: { attempts: 1 } }])
    await planSettlements(market.deps)
    expect(await runJobs(market.deps)).toEqual([])
    market.time.advance(2000)
    expect(await runJobs(market.deps)).toMatchObject([{ job: { attempts: 2 } }, {}])
    expect(await statuses()).toEqual([[standard.customerId, 'Digitally Delivered']])
  })

  it.each([
    ['canceled', (tx: StoreTransaction, id: string) => tx.updateJob(id, { state: 'canceled', endedAt: 1 })],
    ['removed', (tx: StoreTransaction) => tx.seed(sampleSeed)],
    [
      'begun by another process',
      async (tx: StoreTransaction) =>
        void (await tx.claimJobs({ now: 0, realNow: 1e9, heldUntil: 2e9, limit: 1 })),
    ],
  ])('leaves a job that was %s while it failed', async (_end, end) => {
    const id = 'refund/1/0'
    await market.store.transaction((tx) =>
      tx.insertJob({ id, task: { kind: 'refund', orderId: 1, position: 0 }, dueAt: 0 }),
    )
    const store: typeof market.deps.store = {
      ...market.deps.store,
      // The job looks for its payment leg, which does not exist.
      async read(work) {
        await market.store.transaction<unknown>((tx) => end(tx, id))
        return market.deps.store.read(work)
      },
    }
    expect(await runJobs({ ...market.deps, store })).toMatchObject([{ error: expect.any(Error) as unknown }])
    const left = await market.store.read((tx) => tx.findJob(id))
    expect(['canceled', 2e9, undefined]).toContain(left?.state === 'open' ? left.heldUntil : left?.state)
  })

  it('goes on with other jobs while some hang', async () => {
    await market.store.transaction(async (tx) => {
      for (let id = 1; id <= 40; id += 1)
        await tx.insertJob({ id: `void/${id}`, task: { kind: 'void-cards', orderId: id }, dueAt: id })
    })
    const ended: string[] = []
    const { promise: othersEnded, resolve: endOthers } = Promise.withResolvers<void>()
    // Holds the reads of the first nineteen jobs.
    const { deps, end } = withHeldReads(19)
    const running = runJobs(deps, {
      onResult({ job }) {
        ended.push(job.id)
        if (ended.length === 21) endOthers()
      },
    })
    await othersEnded
    expect(ended).toEqual(Array.from({ length: 21 }, (_, index) => `void/${index + 20}`))
    end()
    expect(await running).toHaveLength(40)
  })
})

/** A job of an order that does not exist. It reads the store, and then fails or completes. */
const voidJob = (orderId: number): NewJob => ({
  id: `void-cards/${orderId}`,
  task: { kind: 'void-cards', orderId },
  dueAt: 0,
})
const insert = (...jobs: readonly NewJob[]) =>
  market.store.transaction(async (tx) => {
    for (const job of jobs) await tx.insertJob(job)
  })
const find = (id: string) => market.store.read((tx) => tx.findJob(id))

/** Creates a canceled order whose cards are voided only after `finish` is called. */
async function cancelWithSlowIssuer() {
  const order = await buy(market, standard)
  await runJobs(market.deps)
  await setOrderStatus(market.deps, order.orderId, 'Canceled')
  const { promise: answer, resolve: finish, reject: fail } = Promise.withResolvers<void>()
  const voids: string[] = []
  const issuer: MarketplaceDeps['issuer'] = {
    ...market.deps.issuer,
    async void(reference) {
      voids.push(reference)
      await answer
    },
  }
  // Disables the time limit of issuer calls, so that it does not end the attempt.
  const startTimer: MarketplaceDeps['realTime']['startTimer'] = (ms, onTime) =>
    ms === settings.issuerLimitMs ? () => {} : market.time.startTimer(ms, onTime)
  const realTime = { now: () => market.time.now(), startTimer }
  return { id: `void-cards/${order.id}`, deps: { ...market.deps, issuer, realTime }, finish, fail, voids }
}

/** Advances real time in steps, so that the resulting work can run in between. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5000) {
    market.time.advance(Math.min(left, 5000))
    await new Promise(setImmediate)
  }
}

function createTestWorker(deps: MarketplaceDeps = market.deps) {
  const results: JobResult[] = []
  const errors: unknown[] = []
  const worker = createWorker(deps, {
    describe: String,
    onResult: (result) => results.push(result),
    onError: (error) => errors.push(error),
  })
  const idsDone = () => results.map(({ job }) => job.id)
  return { ...worker, results, errors, idsDone }
}

/** Returns the test marketplace. Its first `held` reads wait until `end` is called. */
function withHeldReads(held: number) {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  let reads = 0
  const store: MarketplaceDeps['store'] = {
    ...market.deps.store,
    async read(work) {
      reads += 1
      if (reads <= held) await isOver
      return market.deps.store.read(work)
    },
  }
  return { deps: { ...market.deps, store }, end }
}

describe('createWorker', () => {
  it('begins what becomes due while other jobs run', async () => {
    const { deps, end } = withHeldReads(1)
    await insert(voidJob(1))
    const worker = createTestWorker(deps)
    await worker.claim()
    await insert(voidJob(2))
    await worker.claim()
    await new Promise(setImmediate)
    expect(worker.idsDone()).toEqual(['void-cards/2'])
    end()
    await worker.idle()
    expect(worker.idsDone()).toEqual(['void-cards/2', 'void-cards/1'])
  })

  it('runs twenty jobs at most, however often it claims', async () => {
    const { deps, end } = withHeldReads(Number.POSITIVE_INFINITY)
    const jobs = Array.from({ length: 25 }, (_, index) => voidJob(index))
    const worker = createTestWorker(deps)
    await insert(...jobs.slice(0, 15))
    await Promise.all([worker.claim(), worker.claim(), worker.claim()])
    await insert(...jobs.slice(15))
    await Promise.all([worker.claim(), worker.claim()])
    const open = await market.store.read((tx) => tx.listJobs('open', 30))
    expect(open.filter(({ attempts }) => attempts === 0)).toHaveLength(5)
    end()
    await worker.idle()
    expect(worker.results).toHaveLength(25)
  })

  it('claims no more once it stops, and ends what it has claimed', async () => {
    const { deps, end } = withHeldReads(1)
    await insert(voidJob(1))
    const worker = createTestWorker(deps)
    await worker.claim()
    const onStop = vi.fn<() => void>()
    const stopped = worker.stop().then(onStop)
    await insert(voidJob(2))
    await worker.claim()
    await new Promise(setImmediate)
    expect(onStop).not.toHaveBeenCalled()
    end()
    await stopped
    expect(worker.idsDone()).toEqual(['void-cards/1'])
    expect(await find('void-cards/2')).toMatchObject({ attempts: 0 })
  })

  it('goes on after a claim that failed', async () => {
    await insert(voidJob(1))
    const away = new StoreUnavailableError('away')
    let isAway = true
    const store: MarketplaceDeps['store'] = {
      ...market.deps.store,
      transaction: (work) => (isAway ? Promise.reject(away) : market.deps.store.transaction(work)),
    }
    const worker = createTestWorker({ ...market.deps, store })
    await worker.claim()
    expect(worker.errors).toEqual([away])
    isAway = false
    await worker.claim()
    await worker.idle()
    expect(worker.idsDone()).toEqual(['void-cards/1'])
  })
})

describe('a job that runs longer than its lease', () => {
  it('is begun by no other server', async () => {
    const { id, deps, finish, voids } = await cancelWithSlowIssuer()
    const worker = createTestWorker(deps)
    await worker.claim()
    await pass(5 * settings.jobLeaseMs)
    expect((await runJobs(deps)).map(({ job }) => job.id)).not.toContain(id)
    finish()
    await worker.idle()
    expect(voids).toHaveLength(1)
    expect(await find(id)).toMatchObject({ state: 'done', attempts: 1 })
    expect(market.time.due).toEqual([])
  })

  it('is held on after a renewal that failed', async () => {
    const { id, deps, finish, voids } = await cancelWithSlowIssuer()
    let failures = 0
    const store: MarketplaceDeps['store'] = {
      ...deps.store,
      transaction(work) {
        const isFirst = market.time.now() >= settings.jobLeaseMs / 4 && failures === 0
        failures += Number(isFirst)
        return isFirst ? Promise.reject(new StoreUnavailableError('away')) : deps.store.transaction(work)
      },
    }
    const worker = createTestWorker({ ...deps, store })
    await worker.claim()
    await pass(2 * settings.jobLeaseMs)
    expect(failures).toBe(1)
    expect((await runJobs(deps)).map(({ job }) => job.id)).not.toContain(id)
    finish()
    await worker.idle()
    expect([worker.errors, voids.length]).toEqual([[], 1])
  })

  it('pauses after a failure no longer than any other', async () => {
    const { id, deps, fail } = await cancelWithSlowIssuer()
    const { promise: isRenewed, resolve: renew } = Promise.withResolvers<void>()
    let isOnItsWay = false
    const store: MarketplaceDeps['store'] = {
      ...deps.store,
      async transaction(work) {
        // The renewal is still in progress when the job fails.
        const isRenewal = market.time.now() === settings.jobLeaseMs / 4 && !isOnItsWay
        isOnItsWay ||= isRenewal
        if (isRenewal) await isRenewed
        return deps.store.transaction(work)
      },
    }
    const worker = createTestWorker({ ...deps, store })
    await worker.claim()
    await pass(settings.jobLeaseMs / 4)
    fail(new Error('refused'))
    await new Promise(setImmediate)
    renew()
    await worker.idle()
    await new Promise(setImmediate)
    expect((await find(id))?.heldUntil).toBeLessThanOrEqual(market.time.now() + 2000)
  })
})

describe('a job whose process dies in every attempt', () => {
  it('is parked when it is claimed once more', async () => {
    await insert(voidJob(1))
    for (let attempt = 0; attempt < settings.jobAttempts; attempt += 1) {
      // The process dies after it has claimed the job.
      const { deps, died } = createMortalProcess(market.deps, 2)
      await letTimePass(market.time, Promise.race([runJobs(deps), died]))
      market.time.advance(settings.jobLeaseMs)
    }
    expect(await find('void-cards/1')).toMatchObject({ state: 'open', attempts: settings.jobAttempts })
    const { deps, end } = withHeldReads(1)
    const results = await runJobs(deps, { describe: String })
    end()
    expect(results).toMatchObject([{ isParked: true, error: { name: 'LastAttemptLostError' } }])
    expect(await find('void-cards/1')).toMatchObject({
      state: 'parked',
      lastError: 'LastAttemptLostError: The process of the last attempt ended before the job did',
    })
    expect(await runJobs(market.deps)).toEqual([])
  })
})

describe('pauseMs', () => {
  it('keeps jobs apart that failed together', () => {
    const pauses = Array.from({ length: 100 }, (_, orderId) =>
      pauseMs({ id: `void-cards/${orderId}`, attempts: 20 }),
    )
    const { longestJobPauseMs } = settings
    expect(new Set(pauses).size).toBeGreaterThan(90)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(longestJobPauseMs / 2)
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(longestJobPauseMs / 20)
  })
})
