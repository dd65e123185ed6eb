import { beforeEach, describe, expect, it } from 'vitest'
import { checkout, planSettlements, runJobs, type StoreTransaction } from '../../index.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { cardsCheckout } from '../samples/sample-checkout.ts'
import { sampleSeed } from '../samples/sample-seed.ts'

const standard = callerOf('standard')
let market: TestMarketplace
beforeEach(async () => {
  market = await createTestMarketplace()
})

/** Leaves a payment whose charge is taken and not answered, and whose cancellation fails. */
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
  ])('leaves a job that was %s while it failed', async (_end, end) => {
    const id = 'refund/1/0'
    await market.store.transaction((tx) =>
      tx.insertJob({ id, task: { kind: 'refund', orderId: 1, position: 0 }, dueAt: 0 }),
    )
    const store: typeof market.deps.store = {
      ...market.deps.store,
      // The job looks for its leg, of which there is none.
      async read(work) {
        await market.store.transaction<unknown>((tx) => end(tx, id))
        return market.deps.store.read(work)
      },
    }
    expect(await runJobs({ ...market.deps, store })).toMatchObject([{ error: expect.any(Error) as unknown }])
    expect(['canceled', undefined]).toContain((await market.store.read((tx) => tx.findJob(id)))?.state)
  })

  it('goes on with other jobs while some hang', async () => {
    await market.store.transaction(async (tx) => {
      for (let id = 1; id <= 40; id += 1)
        await tx.insertJob({ id: `void/${id}`, task: { kind: 'void-cards', orderId: id }, dueAt: id })
    })
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const ended: string[] = []
    const { promise: othersEnded, resolve: endOthers } = Promise.withResolvers<void>()
    let reads = 0
    const store: typeof market.deps.store = {
      ...market.deps.store,
      async read(work) {
        reads += 1
        // The first nineteen jobs.
        if (reads <= 19) await isOver
        return market.deps.store.read(work)
      },
    }
    const running = runJobs(
      { ...market.deps, store },
      {
        onResult({ job }) {
          ended.push(job.id)
          if (ended.length === 21) endOthers()
        },
      },
    )
    await othersEnded
    expect(ended).toEqual(Array.from({ length: 21 }, (_, index) => `void/${index + 20}`))
    end()
    expect(await running).toHaveLength(40)
  })
})
