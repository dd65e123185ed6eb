import { cancelJob, type Job, type JobState, type OperatorOutcome, retryJob } from '@giftcards/marketplace'
import { runVerbs } from './admin/run-verbs.ts'
import { argumentAt, readChoice, readForm } from './admin/values.ts'
import { type Given, listResult, refusal, type Verb, type VerbResult } from './admin/verb.ts'

const mostListed = 1000

const states: readonly JobState[] = ['open', 'parked', 'done', 'canceled']

const readId = (given: Given) =>
  readForm('The id', argumentAt(given, 0), /^[\x21-\x7E]{1,300}$/, 'that of a job, such as refund/100001/0')

const describe = ({ id, dueAt, attempts, lastError }: Job): string =>
  `${id}  due ${new Date(dueAt).toISOString()}  ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${lastError === null ? '' : `  ${lastError}`}`

const toResult = (outcome: OperatorOutcome<Job>, describeDone: (job: Job) => string): VerbResult =>
  outcome.kind === 'refused'
    ? refusal(outcome.reason)
    : { isDone: true, text: describeDone(outcome.value), data: outcome.value }

/** The work that an operator has to do after canceling a job. */
function describeCanceled({ id, task }: Job): string {
  switch (task.kind) {
    case 'refund':
      return `${id} is canceled. The money is still owed, and check-books says so. Where it goes back another way, record that: npm run admin -- order refunded ${task.orderId} --leg ${task.position} --note <text>`
    case 'order-step':
      return `${id} is canceled. Order ${task.orderId} goes no further, and check-books says so, until the job is retried or the order held or canceled`
    case 'void-cards':
      return `${id} is canceled. Cards of order ${task.orderId} may still be worth something at their issuer`
    default:
      return `${id} is canceled`
  }
}

const verbs: readonly Verb[] = [
  {
    name: 'list',
    arguments: ['[state]'],
    options: {},
    about: `lists the jobs that are ${states.join(', ')}: parked ones unless another state is given`,
    example: 'list open',
    isRead: true,
    prepare(given) {
      const state = readChoice('The state', given.arguments[0] ?? 'parked', states)
      return async ({ store }) =>
        listResult(await store.read((tx) => tx.listJobs(state, mostListed)), describe, `No job is ${state}`)
    },
  },
  {
    name: 'retry',
    arguments: ['<id>'],
    options: {},
    about:
      'opens a parked or canceled job again, with all its attempts, or one that is gone while its work is owed',
    example: 'retry refund/100001/0',
    prepare(given) {
      const id = readId(given)
      return async (context) => toResult(await retryJob(context, id), () => `${id} is open again`)
    },
  },
  {
    name: 'cancel',
    arguments: ['<id>'],
    options: {},
    about: 'cancels a job, so its work is not done',
    example: 'cancel refund/100001/0',
    prepare(given) {
      const id = readId(given)
      return async (context) => toResult(await cancelJob(context, id), describeCanceled)
    },
  },
]

await runVerbs({ name: 'jobs', verbs })
