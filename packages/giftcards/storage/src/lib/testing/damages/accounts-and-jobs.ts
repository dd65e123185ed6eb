import { type Damage, step, year2100 } from './damage.ts'
import { madeOrders as made } from '../make-books.ts'

export const accounts: readonly Damage[] = [
  [
    'an email in upper case',
    [`update customers set email = 'ELITE@example.com' where id = 1`],
    'customer-email',
  ],
  [
    'a customer of drawdown without a phone',
    ['update customers set phone = null where id = 1'],
    'drawdown-profile',
  ],
  ['a broken password hash', [`update customers set password_hash = 'x' where id = 1`], 'password-hash'],
  [
    'a shortened password hash',
    ['update customers set password_hash = substr(password_hash, 1, 40) where id = 1'],
    'password-hash',
  ],
  ['a customer deleted', ['delete from customers where id = 1'], 'references'],
  [
    'a bank account without numbers',
    ['update payment_methods set account_number = null where id = 7001'],
    'saved-method',
  ],
  [
    'a bank account in clear',
    [`update payment_methods set account_number = '1234567890' where id = 7001`],
    'saved-method',
  ],
  [
    'a card that was a bank account',
    [`update payment_methods set kind = 'card' where id = 7001 and customer_id = 1`],
    'leg-of-saved-method',
  ],
  ['a key with another request', [`update idempotency_records set fingerprint = 'x'`], 'request-fingerprint'],
  [
    'a key of another order of the customer',
    [
      `update idempotency_records set order_id = ${made.limited}, expires_at = expires_at - 1 where order_id is not null`,
    ],
    'idempotency-key',
  ],
  [
    'a key of an order of another customer',
    [`update idempotency_records set order_id = ${made.credit} where order_id is not null`],
    'idempotency-key',
  ],
  [
    'a key of another customer',
    ['update idempotency_records set customer_id = 5 where order_id is not null'],
    'idempotency-key',
  ],
  [
    'a key that replays for ever',
    [`update idempotency_records set expires_at = ${year2100} where order_id is not null`],
    'idempotency-key',
  ],
  [
    'a key with an unknown refusal',
    [`update idempotency_records set order_id = null, refusal = 'foo'`],
    'idempotency-key',
  ],
  [
    'two keys of one order',
    [
      `insert into idempotency_records select customer_id, 'k9', fingerprint, order_id, null, expires_at from idempotency_records where order_id is not null`,
    ],
    'idempotency-key',
  ],
]

export const jobs: readonly Damage[] = [
  ['the job of a refund deleted', [`delete from jobs where id like 'refund/%'`], 'job-of-refund'],
  [
    'the job of a refund canceled',
    [`update jobs set state = 'canceled', ended_at = 1 where id = 'refund/${made.refunding}/0'`],
    'job-of-refund',
  ],
  [
    'the job of a refund done too early',
    [`update jobs set state = 'done', ended_at = 1 where id = 'refund/${made.refunding}/0'`],
    'job-of-refund',
  ],
  [
    'the job of a refund that was made deleted',
    [`delete from jobs where id = 'refund/${made.canceled}/0'`],
    'job-of-refund',
  ],
  [
    'the job that voids cards canceled',
    [`update jobs set state = 'canceled' where id = 'void-cards/${made.deliveredCanceled}'`],
    'job-of-order',
  ],
  ['the job that voids cards deleted', [`delete from jobs where id like 'void-cards/%'`], 'job-of-order'],
  ['the job of a step deleted', [`delete from jobs where ${step}`], 'job-of-order'],
  [
    'the job of a step canceled',
    [`update jobs set state = 'canceled', ended_at = 1 where ${step}`],
    'job-of-order',
  ],
  ['the job of a step due in decades', [`update jobs set due_at = ${year2100} where ${step}`], 'job'],
  ['the job of a step held for decades', [`update jobs set held_until = ${year2100} where ${step}`], 'job'],
  [
    'the job of a refund due in decades',
    [`update jobs set due_at = ${year2100} where id = 'refund/${made.refunding}/0'`],
    'job',
  ],
  [
    'a job with another task',
    [`update jobs set task = '{"kind":"order-step","orderId":${made.ach}}' where ${step}`],
    'job',
  ],
  [
    'a job of an unknown kind',
    [`update jobs set kind = 'foo', task = '{"kind":"foo"}' where id = 'purge/jobs'`],
    'job',
  ],
  ['an open job that has ended', [`update jobs set ended_at = 1 where ${step}`], 'job'],
  ['a parked job without an error', [`update jobs set state = 'parked' where ${step}`], 'job'],
  ['a job with too many attempts', [`update jobs set attempts = 1000 where ${step}`], 'job'],
  ['recurring jobs deleted', [`delete from jobs where kind in ('expire-carts', 'purge')`], 'recurring-jobs'],
  [
    'a recurring job canceled',
    [`update jobs set state = 'canceled', ended_at = 1 where id = 'purge/jobs'`],
    'recurring-jobs',
  ],
]

const event = (kind: string) => `event like '%"kind":"${kind}"%'`

export const history: readonly Damage[] = [
  ['a customer who is suddenly Elite', ['update customers set is_elite = 1 where id = 5'], 'elite-history'],
  ['another clock', ['update clock_setting set frozen_at = 0'], 'clock'],
  [
    'an order erased from the audit log',
    [`delete from audit_log where id = (select max(id) from audit_log where ${event('order.placed')})`],
    'order-history',
  ],
  [
    'a status erased from the audit log',
    [`delete from audit_log where id = (select max(id) from audit_log where ${event('order.status')})`],
    'status-history',
  ],
  [
    'the first status erased from the audit log',
    [
      `delete from audit_log where id = (select min(id) from audit_log where ${event('order.status')} and event like '%"orderId":${made.canceled}%')`,
    ],
    'status-history',
  ],
  [
    'a deposit erased from the audit log',
    [`delete from audit_log where ${event('drawdown.deposited')}`],
    'money-history',
  ],
  [
    'a change of store credit erased',
    [`delete from audit_log where ${event('store-credit.changed')}`],
    'money-history',
  ],
  [
    'new stock erased from the audit log',
    [`delete from audit_log where ${event('stock.put')}`],
    'stock-on-hand',
  ],
  [
    'a customer made Elite again',
    [
      `insert into audit_log (recorded_at, event) values (1, '{"kind":"customer.changed","customerId":1,"isElite":false}')`,
    ],
    'flag-history',
  ],
]
