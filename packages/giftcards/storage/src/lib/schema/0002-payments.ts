import type { Migration } from './migration.ts'

/** Checkouts whose money is being taken, one for each customer at most. */
export const payments: Migration = {
  id: '0002-payments',
  statements: ({ integer, text, tableOptions }) => [
    `create table payments (
      reference ${text} not null primary key,
      customer_id ${integer} not null unique references customers (id),
      prepared_order ${text} not null, legs ${text} not null,
      idempotency_key ${text}, fingerprint ${text},
      started_at ${integer} not null, lease_until ${integer} not null,
      check ((idempotency_key is null) = (fingerprint is null))
    ) ${tableOptions}`,
    'create index payments_by_lease on payments (lease_until, reference)',
  ],
}
