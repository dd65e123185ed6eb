import { settings } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { given, type Invariant, oneOf } from './invariant.ts'

/** The longest time that a job may be held: a lease or a pause, and clocks that differ. */
const longestHoldMs = settings.longestJobPauseMs + 86_400_000

const waiting = sql`('open', 'parked')`

/** The jobs that recur, each under the id of its task. */
const recurring = ['expire-carts', 'purge/idempotency-records', 'purge/attempts', 'purge/jobs']

/** Invariants of jobs. */
export const jobInvariants: readonly Invariant[] = [
  {
    name: 'job',
    rule: 'A job has the id of its task. It is not held for more than a day, nor planned for the far future.',
    action: 'Restore the row, or delete it and run `npm run jobs -- retry` with the right id.',
    find({ json, latest, realNow }) {
      const task = (field: string) => json.text(sql.ref('task'), field)
      return sql`
        select id as job_id, kind, state, due_at, held_until, attempts from jobs
        where kind is distinct from ${task('kind')}
          or case kind when 'refund' then id = 'refund/' || ${task('orderId')} || '/' || ${task('position')}
              when 'order-step' then id = 'order-step/' || ${task('orderId')} || '/' || due_at
              when 'void-cards' then id = 'void-cards/' || ${task('orderId')}
              when 'settle-payment' then id = 'settle-payment/' || ${task('reference')}
              when 'purge' then id = 'purge/' || ${task('records')} and id in ${oneOf(recurring)}
              when 'expire-carts' then id = kind end is not true
          or (ended_at is null) <> (state in ${waiting}) or (state = 'parked' and last_error is null)
          or held_until > ${given(realNow + longestHoldMs)} or attempts > ${sql.lit(settings.jobAttempts + 1)}
          or (kind <> 'order-step' and due_at > ${given(latest + longestHoldMs)})`
    },
  },
  {
    name: 'job-of-order',
    rule: 'An order with a next step has a job for it. A canceled order has a job that voids its cards.',
    action: 'Run `npm run jobs -- retry` with the id of the job.',
    // A sandbox whose clock was set ahead deletes jobs earlier.
    find: ({ json, latest, realNow, replacedAt }) => sql`
      with canceled as materialized (
        select ${json.number(sql.ref('event'), 'orderId')} as order_id from audit_log
        where id > ${given(replacedAt)} and event like '%"kind":"order.status"%' and event like '%"to":"Canceled"%'
          and recorded_at > ${given(Math.max(latest, realNow) - settings.jobLifeMs)})
      select orders.id as order_id, 'order-step/' || orders.id || '/' || next_step_at as job_id, jobs.state
      from orders left join jobs on jobs.id = 'order-step/' || orders.id || '/' || next_step_at
      where next_step_at is not null and coalesce(jobs.state, '') not in ${waiting}
      union all
      select orders.id, 'void-cards/' || orders.id, jobs.state
      from orders left join jobs on jobs.id = 'void-cards/' || orders.id
      where status = 'Canceled'
        and (jobs.state = 'canceled' or (jobs.id is null and orders.id in (select order_id from canceled)))`,
  },
  {
    name: 'job-of-refund',
    rule: 'A leg that is being refunded has a job, until the gateway confirms the refund.',
    action: 'Run `npm run jobs -- retry` with the id of the job, or record a refund that was made elsewhere.',
    // A return by the bank is recorded in the transaction that cancels the order, which writes the other job.
    find: ({ latest, replacedAt }) => sql`
      select legs.order_id, legs.position, legs.state, 'refund/' || legs.order_id || '/' || position as job_id, refunds.state as job_state
      from payment_legs as legs
        left join jobs as refunds on refunds.id = 'refund/' || legs.order_id || '/' || position
        left join jobs as voids on voids.id = 'void-cards/' || legs.order_id
      where (legs.state = 'refunding' and coalesce(refunds.state, '') not in ${waiting})
        or (legs.state = 'refunded' and coalesce(refunds.state, 'canceled') = 'canceled'
          and changed_at <> voids.due_at and changed_at > ${given(latest - settings.jobLifeMs)}
          and not exists (select 1 from audit_log
            where id > ${given(replacedAt)} and event like '%"kind":"refund.recorded"%' and event like '%"orderId":' || legs.order_id || ',%'))`,
  },
  {
    name: 'recurring-jobs',
    rule: 'The jobs that release carts and delete old records are planned, once a server has served orders.',
    action: 'Start a server: it plans them within seconds.',
    needsServer: true,
    find: () => sql`
      select wanted.id as job_id, jobs.state
      from (${sql.join(
        recurring.map((id) => sql`select ${sql.lit(id)} as id`),
        sql` union all `,
      )}) as wanted left join jobs on jobs.id = wanted.id
      where coalesce(jobs.state, '') not in ${waiting} and exists (select 1 from orders)`,
  },
]
