import type { JobState, NewJob, PaymentLeg } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { noon } from './sample-data.ts'
import { type CreateStore, useStore } from './suite-store.ts'

/** A job that is due at noon. */
function sampleJob(orderId: number, change: Partial<NewJob> = {}): NewJob {
  return { id: `refund/${orderId}/0`, task: { kind: 'refund', orderId, position: 0 }, dueAt: noon, ...change }
}

const leg: PaymentLeg = {
  orderId: 1,
  position: 0,
  reference: 'order:1',
  kind: 'bank',
  methodId: 7001,
  amountCents: 500,
  state: 'pending',
  gatewayReference: null,
  changedAt: noon,
}

/** The contract of payment legs and of their jobs. */
export function describeJobs(createStore: CreateStore): void {
  const getStore = useStore(createStore)
  const insert = (...jobs: readonly NewJob[]) =>
    getStore().transaction(async (tx) => {
      for (const job of jobs) await tx.insertJob(job)
    })
  const claim = (change: { now?: number; realNow?: number; limit?: number } = {}) =>
    getStore().transaction((tx) =>
      tx.claimJobs({ now: noon, realNow: 1000, heldUntil: 5000, limit: 10, ...change }),
    )
  const renew = (attempts: number) =>
    getStore().transaction((tx) => tx.renewJob({ id: 'refund/1/0', attempts }, 9000))
  const idsIn = async (state: JobState) =>
    (await getStore().read((tx) => tx.listJobs(state, 10))).map(({ id }) => id)

  describe('payment legs', () => {
    it('are kept in their order', async () => {
      const other: PaymentLeg = { ...leg, position: 1, kind: 'card', methodId: null }
      await getStore().transaction(async (tx) => {
        await tx.putPaymentLeg(other)
        await tx.putPaymentLeg(leg)
        await tx.putPaymentLeg({ ...leg, orderId: 2 })
      })
      expect(await getStore().read((tx) => tx.listPaymentLegs(1))).toEqual([leg, other])
      expect(await getStore().read((tx) => tx.listPaymentLegs(Number.NaN))).toEqual([])
    })

    it('are listed behind a key, by order and position', async () => {
      const [first, second] = [leg, { ...leg, position: 1, kind: 'card' } as const]
      const [third, fourth] = [
        { ...leg, orderId: 2 },
        { ...leg, orderId: 2, position: 1 },
      ]
      await getStore().transaction(async (tx) => {
        for (const one of [fourth, second, third, first]) await tx.putPaymentLeg(one)
      })
      const listAfter = (orderId: number, position: number, limit = 10) =>
        getStore().read((tx) => tx.listPaymentLegsAfter({ orderId, position }, limit))
      expect(await listAfter(0, 0)).toEqual([first, second, third, fourth])
      expect(await listAfter(1, 0, 2)).toEqual([second, third])
      expect(await listAfter(1, 1)).toEqual([third, fourth])
      expect(await listAfter(2, 1)).toEqual([])
    })
  })

  describe('insertJob', () => {
    it('writes a job that is open', async () => {
      await insert(sampleJob(1))
      expect(await getStore().read((tx) => tx.findJob('refund/1/0'))).toEqual({
        ...sampleJob(1),
        state: 'open',
        attempts: 0,
        heldUntil: 0,
        lastError: null,
        endedAt: null,
      })
      expect(await getStore().read((tx) => tx.findJob('refund/2/0'))).toBeUndefined()
    })

    it.each(['open', 'parked'] as const)('leaves one of the same id that is %s', async (state) => {
      await insert(sampleJob(1))
      await getStore().transaction((tx) => tx.updateJob('refund/1/0', { state, attempts: 3 }))
      await insert(sampleJob(1, { dueAt: noon + 1 }))
      const job = await getStore().read((tx) => tx.findJob('refund/1/0'))
      expect(job).toMatchObject({ state, dueAt: noon, attempts: 3 })
    })

    it.each(['done', 'canceled'] as const)('opens one of the same id again that is %s', async (state) => {
      await insert(sampleJob(1))
      await getStore().transaction((tx) =>
        tx.updateJob('refund/1/0', { state, attempts: 3, heldUntil: 9, endedAt: noon }),
      )
      await insert(sampleJob(1, { dueAt: noon + 1 }))
      const job = await getStore().read((tx) => tx.findJob('refund/1/0'))
      expect(job).toMatchObject({ state: 'open', dueAt: noon + 1, attempts: 0, heldUntil: 0, endedAt: null })
    })
  })

  describe('claimJobs', () => {
    it('claims due jobs in order, and counts the attempt', async () => {
      await insert(sampleJob(1), sampleJob(2, { dueAt: noon - 1 }), sampleJob(3, { dueAt: noon + 1 }))
      expect(await claim()).toMatchObject([
        { id: 'refund/2/0', attempts: 1, heldUntil: 5000, task: { orderId: 2 } },
        { id: 'refund/1/0', attempts: 1, heldUntil: 5000 },
      ])
    })

    it('takes nothing that is held, until it is no more', async () => {
      await insert(sampleJob(1))
      await claim()
      expect(await claim({ realNow: 4999 })).toEqual([])
      expect(await claim({ realNow: 5000 })).toMatchObject([{ attempts: 2 }])
    })

    it('takes so many at most', async () => {
      await insert(sampleJob(1), sampleJob(2), sampleJob(3))
      expect(await claim({ limit: 2 })).toHaveLength(2)
      expect(await claim({ limit: 2 })).toHaveLength(1)
    })

    it('takes nothing that is not open', async () => {
      await insert(sampleJob(1), sampleJob(2), sampleJob(3))
      await getStore().transaction(async (tx) => {
        await tx.updateJob('refund/1/0', { state: 'parked', lastError: 'Error' })
        await tx.updateJob('refund/2/0', { state: 'canceled', endedAt: noon })
        await tx.updateJob('refund/3/0', { state: 'done', endedAt: noon })
      })
      expect(await claim()).toEqual([])
      expect([
        await idsIn('parked'),
        await idsIn('canceled'),
        await idsIn('done'),
        await idsIn('open'),
      ]).toEqual([['refund/1/0'], ['refund/2/0'], ['refund/3/0'], []])
    })

    it('gives each job to one of many who ask at a time', async () => {
      const orders = Array.from({ length: 40 }, (_, index) => index + 1)
      await insert(...orders.map((orderId) => sampleJob(orderId)))
      const taken: number[] = []
      const work = async (): Promise<void> => {
        const jobs = await claim({ limit: 3 })
        taken.push(...jobs.flatMap(({ task }) => (task.kind === 'refund' ? [task.orderId] : [])))
        if (jobs.length > 0) await work()
      }
      await Promise.all(Array.from({ length: 8 }, work))
      // A worker that finds all jobs claimed may stop before one is released. The next worker gets any remaining job.
      await work()
      expect(taken.toSorted((a, b) => a - b)).toEqual(orders)
    })
  })

  describe('renewJob', () => {
    it('holds a job longer', async () => {
      await insert(sampleJob(1), sampleJob(2))
      await claim()
      await renew(1)
      expect(await claim({ realNow: 8999 })).toMatchObject([{ id: 'refund/2/0' }])
      expect(await claim({ realNow: 9000 })).toMatchObject([{ id: 'refund/1/0', attempts: 2 }, {}])
    })

    it('leaves a job at which another attempt has begun', async () => {
      await insert(sampleJob(1))
      await claim()
      await claim({ realNow: 5000 })
      await renew(1)
      expect(await getStore().read((tx) => tx.findJob('refund/1/0'))).toMatchObject({ heldUntil: 5000 })
    })

    it.each(['parked', 'canceled', 'done'] as const)('leaves a job that is %s', async (state) => {
      await insert(sampleJob(1))
      await claim()
      await getStore().transaction((tx) => tx.updateJob('refund/1/0', { state }))
      await renew(1)
      expect(await getStore().read((tx) => tx.findJob('refund/1/0'))).toMatchObject({
        state,
        heldUntil: 5000,
      })
    })

    it('does nothing where there is no job', async () => {
      await renew(1)
      expect(await idsIn('open')).toEqual([])
    })
  })

  it.each(['open', 'parked', 'canceled'] as const)(
    'ends a job that is %s, unless it has ended',
    async (state) => {
      await insert(sampleJob(1))
      await getStore().transaction(async (tx) => {
        await tx.updateJob('refund/1/0', { state })
        await tx.endJob('refund/1/0', noon)
        await tx.endJob('nowhere', noon)
      })
      const job = await getStore().read((tx) => tx.findJob('refund/1/0'))
      expect([job?.state, job?.endedAt]).toEqual(state === 'canceled' ? [state, null] : ['done', noon])
    },
  )

  it('counts jobs that wait, by kind and state', async () => {
    await insert(sampleJob(1), sampleJob(2, { dueAt: noon - 5 }), sampleJob(3), sampleJob(4))
    await getStore().transaction(async (tx) => {
      await tx.updateJob('refund/3/0', { state: 'parked' })
      await tx.updateJob('refund/4/0', { state: 'done', endedAt: noon })
    })
    const counts = await getStore().read((tx) => tx.countJobs())
    expect(counts.toSorted((a, b) => (a.state < b.state ? -1 : 1))).toEqual([
      { kind: 'refund', state: 'open', count: 2, oldestDueAt: noon - 5 },
      { kind: 'refund', state: 'parked', count: 1, oldestDueAt: noon },
    ])
  })

  it('purges jobs that have ended, and no others', async () => {
    await insert(sampleJob(1), sampleJob(2), sampleJob(3))
    await getStore().transaction(async (tx) => {
      await tx.updateJob('refund/1/0', { state: 'done', endedAt: noon })
      await tx.updateJob('refund/2/0', { state: 'parked' })
    })
    expect(await getStore().transaction((tx) => tx.purge('jobs', noon, 10))).toBe(0)
    expect(await getStore().transaction((tx) => tx.purge('jobs', noon + 1, 10))).toBe(1)
    expect([await idsIn('done'), await idsIn('parked'), await idsIn('open')]).toEqual([
      [],
      ['refund/2/0'],
      ['refund/3/0'],
    ])
  })

  it('changes a job only in the expected state', async () => {
    await insert(sampleJob(1))
    const cancel = (ifState: JobState) =>
      getStore().transaction((tx) =>
        tx.updateJob('refund/1/0', { state: 'canceled', endedAt: noon }, ifState),
      )
    expect(await cancel('parked')).toBe(false)
    expect(await idsIn('open')).toEqual(['refund/1/0'])
    expect(await Promise.all([1, 2, 3].map(() => cancel('open')))).toEqual(
      expect.arrayContaining([true, false, false]),
    )
    expect(await idsIn('canceled')).toEqual(['refund/1/0'])
    expect(await getStore().transaction((tx) => tx.updateJob('nowhere', { state: 'done' }, 'open'))).toBe(
      false,
    )
  })

  it('refuses to change a job that is not there', async () => {
    await expect(getStore().transaction((tx) => tx.updateJob('nowhere', { state: 'done' }))).rejects.toThrow(
      'No such job: nowhere',
    )
  })
}
