import { Argument } from '@commander-js/extra-typings'
import { cancelJob, type Job, retryJob } from '@giftcards/marketplace'
import { runProgram } from './program.ts'
import { matching } from './values.ts'
import { createVerbProgram, listResult, report } from './verbs.ts'

const mostListed = 1000

const toId = matching(/^[\x21-\x7E]{1,300}$/, 'the id of a job, such as refund/100001/0')

const describe = ({ id, dueAt, attempts, lastError }: Job): string =>
  `${id}  due ${new Date(dueAt).toISOString()}  ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${lastError === null ? '' : `  ${lastError}`}`

/** The manual work that remains after canceling a job. */
function describeCanceled({ id, task }: Job): string {
  switch (task.kind) {
    case 'refund':
      return `${id} is canceled. The refund is still due, and check-books reports it. If you refund it elsewhere, record that: npm run admin -- order refunded ${task.orderId} --leg ${task.position} --note <text>`
    case 'order-step':
      return `${id} is canceled. Order ${task.orderId} does not proceed, and check-books reports it, until you retry the job, or hold or cancel the order`
    case 'void-cards':
      return `${id} is canceled. Cards of order ${task.orderId} may still be valid at their issuer`
    default:
      return `${id} is canceled`
  }
}

const { program, change, read, example } = createVerbProgram(
  'jobs',
  'Lists, retries and cancels background jobs.',
  'list',
)

program
  .command('list')
  .description('list jobs by state; default: parked')
  .addArgument(
    new Argument('[state]', 'the state of the jobs')
      .choices(['open', 'parked', 'done', 'canceled'] as const)
      .default('parked' as const),
  )
  .addHelpText('after', example('list open'))
  .action((state) =>
    read(async ({ store }) =>
      listResult(await store.read((tx) => tx.listJobs(state, mostListed)), describe, `No job is ${state}`),
    ),
  )

program
  .command('retry')
  .description(
    'reopen a parked or canceled job with all its attempts, or recreate a missing job whose work is still due',
  )
  .argument('<id>', 'id of the job', toId)
  .addHelpText('after', example('retry refund/100001/0'))
  .action((id) => change(async (context) => report(await retryJob(context, id), () => `${id} is open again`)))

program
  .command('cancel')
  .description('cancel a job: its work is not done')
  .argument('<id>', 'id of the job', toId)
  .addHelpText('after', example('cancel refund/100001/0'))
  .action((id) => change(async (context) => report(await cancelJob(context, id), describeCanceled)))

await runProgram(program)
