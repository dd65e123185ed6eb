import process from 'node:process'
import type { Job, JobState } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { ConfigError, readDatabaseUrl } from '../config.ts'
import { type CommandResult, runCommand } from './run-command.ts'

const help = `npm run jobs -- list [open|parked|done|canceled]   the jobs in a state, parked ones by default
npm run jobs -- retry <id>                         begins a parked job again, with all its attempts
npm run jobs -- cancel <id>                        gives a job up; what it was to do is not done`

const mostListed = 1000

type OpenedStore = Awaited<ReturnType<typeof openStore>>

async function withStore(work: (store: OpenedStore) => Promise<CommandResult>): Promise<CommandResult> {
  const store = await openStore(readDatabaseUrl(process.env), { mode: 'any' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const states: readonly JobState[] = ['open', 'parked', 'done', 'canceled']

async function list(store: OpenedStore, wanted: string): Promise<CommandResult> {
  const state = states.find((known) => known === wanted)
  if (state === undefined) throw new ConfigError(help)
  const jobs = await store.read((tx) => tx.listJobs(state, mostListed))
  const text = jobs.length === 0 ? `No job is ${state}` : jobs.map(describe).join('\n')
  return { text, isGood: true }
}

const describe = ({ id, dueAt, attempts, lastError }: Job): string =>
  `${id}  due ${new Date(dueAt).toISOString()}  ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${lastError === null ? '' : `  ${lastError}`}`

/** Begins a parked job again. */
async function retry(store: OpenedStore, id: string): Promise<CommandResult> {
  return store.transaction(async (tx) => {
    const job = await tx.findJob(id)
    if (job?.state !== 'parked') return { text: notIn(id, job, 'parked'), isGood: false }
    await tx.updateJob(id, { state: 'open', attempts: 0, heldUntil: 0 })
    return { text: `${id} is open again`, isGood: true }
  })
}

/** Gives a job up that nobody is at work on. */
async function cancel(store: OpenedStore, id: string): Promise<CommandResult> {
  return store.transaction(async (tx) => {
    const job = await tx.findJob(id)
    if (job?.state !== 'parked' && job?.state !== 'open')
      return { text: notIn(id, job, 'open or parked'), isGood: false }
    await tx.updateJob(id, { state: 'canceled', endedAt: Date.now() })
    return { text: `${id} is canceled`, isGood: true }
  })
}

const notIn = (id: string, job: Job | undefined, wanted: string): string =>
  job === undefined ? `There is no job ${id}` : `${id} is ${job.state}, not ${wanted}`

await runCommand(async () => {
  const [verb, argument, ...more] = process.argv.slice(2)
  if (verb === '--help' || verb === 'help') return { text: help, isGood: true }
  if (more.length > 0) throw new ConfigError(help)
  if (verb === 'list') return withStore((store) => list(store, argument ?? 'parked'))
  if ((verb === 'retry' || verb === 'cancel') && argument !== undefined)
    return withStore((store) => (verb === 'retry' ? retry(store, argument) : cancel(store, argument)))
  throw new ConfigError(help)
})
