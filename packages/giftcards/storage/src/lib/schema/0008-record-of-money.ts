import type { Migration } from './migration.ts'

/** A deposit has a key, under which it is made once. */
export const recordOfMoney: Migration = {
  id: '0008-record-of-money',
  statements: ({ text }) => [
    `alter table drawdown_transactions add column deposit_key ${text}`,
    `create unique index drawdown_transactions_by_key on drawdown_transactions (customer_id, deposit_key)
      where deposit_key is not null`,
  ],
}
