import { sweep } from '../carts/carts.ts'
import type { Job, JobTask, NewJob, PurgedRecords } from '../model/job.ts'
import type { MarketplaceDeps } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'

type Deps = Pick<MarketplaceDeps, 'store' | 'clock'>

/** Recurring work, run by one server at a time. */
export type RecurringTask = Extract<JobTask, { readonly kind: 'expire-carts' | 'purge' }>

const recurringTasks: readonly RecurringTask[] = [
  { kind: 'expire-carts' },
  { kind: 'purge', records: 'idempotency-records' },
  { kind: 'purge', records: 'attempts' },
  { kind: 'purge', records: 'jobs' },
]

/** How long each kind of record is kept after the moment that its row names. */
const lifeMs: Readonly<Record<PurgedRecords, number>> = {
  // The row names when it expires.
  'idempotency-records': 0,
  attempts: settings.attemptLifeMs,
  jobs: settings.jobLifeMs,
}

/** The most records that one transaction deletes, so that it stays short. */
const batchSize = 1000

/** The most batches of one run. If records are left, the job is due again at once. */
const mostBatches = 50

/** Writes the recurring jobs that are missing: at the first start, after a reset, or after the clock was set back. */
export async function planRecurringJobs({ store, clock }: Deps): Promise<void> {
  const now = clock.now()
  const missing = await store.read(async (tx) => {
    const found = await Promise.all(recurringTasks.map((task) => tx.findJob(idOf(task))))
    return recurringTasks.filter((task, index) => !isPlanned(found[index], now + intervalOf(task)))
  })
  if (missing.length === 0) return
  await store.transaction(async (tx) => {
    for (const task of missing) await plan(tx, task, now, now)
  })
}

/** Runs a recurring job, and schedules the next run. */
export async function doRecurringJob(deps: Deps, task: RecurringTask): Promise<void> {
  const { store, clock } = deps
  let batches = 0
  let isLeft = true
  for (; isLeft && batches < mostBatches; batches += 1)
    isLeft = task.kind === 'expire-carts' ? (await sweep(deps)) > 0 : await purgeBatch(deps, task.records)
  await store.transaction((tx) => {
    const now = clock.now()
    return plan(tx, task, now, isLeft ? now : now + intervalOf(task))
  })
}

/** Deletes one batch of records; returns whether there may be more. */
async function purgeBatch({ store, clock }: Deps, records: PurgedRecords): Promise<boolean> {
  const before = clock.now() - lifeMs[records]
  return (await store.transaction((tx) => tx.purge(records, before, batchSize))) === batchSize
}

async function plan(tx: StoreTransaction, task: RecurringTask, now: number, dueAt: number): Promise<void> {
  const job: NewJob = { id: idOf(task), task, dueAt }
  // An ended job can be reopened.
  await tx.endJob(job.id, now)
  await tx.insertJob(job)
}

/** A parked job waits for an operator. One that is due after `latest` was planned before the clock was set back. */
function isPlanned(job: Job | undefined, latest: number): boolean {
  return job?.state === 'parked' || (job?.state === 'open' && job.dueAt <= latest)
}

const idOf = (task: RecurringTask): string => (task.kind === 'purge' ? `purge/${task.records}` : task.kind)

const intervalOf = ({ kind }: RecurringTask): number =>
  kind === 'purge' ? settings.purgeIntervalMs : settings.cartSweepIntervalMs
