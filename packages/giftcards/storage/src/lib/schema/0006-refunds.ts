import type { Migration } from './migration.ts'

/** The legs of payments, which are kept for good; and jobs, which are work for later. */
export const refunds: Migration = {
  id: '0006-refunds',
  statements: ({ integer, text, tableOptions }) => [
    `create table payment_legs (
      order_id ${integer} not null, position ${integer} not null check (position >= 0), reference ${text} not null,
      kind ${text} not null check (kind in ('bank', 'card')), method_id ${integer},
      amount_cents ${integer} not null check (amount_cents > 0),
      state ${text} not null
        check (state in ('pending', 'charged', 'declined', 'canceled', 'refunding', 'refunded')),
      gateway_reference ${text}, changed_at ${integer} not null, primary key (order_id, position)) ${tableOptions}`,
    `create table jobs (
      id ${text} not null primary key, kind ${text} not null, task ${text} not null,
      state ${text} not null check (state in ('open', 'parked', 'done', 'canceled')),
      due_at ${integer} not null, attempts ${integer} not null check (attempts >= 0),
      held_until ${integer} not null, last_error ${text}, ended_at ${integer}) ${tableOptions}`,
    'create index jobs_by_state on jobs (state, due_at, id)',
    `create index jobs_waiting on jobs (kind, state, due_at) where state in ('open', 'parked')`,
    'create index jobs_by_end on jobs (ended_at) where ended_at is not null',
    // Orders placed by an older version get a job for their next step.
    `insert into jobs select 'order-step/' || id || '/' || next_step_at, 'order-step',
      '{"kind":"order-step","orderId":' || id || '}', 'open', next_step_at, 0, 0, null, null
      from orders where next_step_at is not null`,
  ],
}
