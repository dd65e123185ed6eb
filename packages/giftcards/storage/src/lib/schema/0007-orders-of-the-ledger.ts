import type { Migration } from './migration.ts'

/** Ledger entries name their order. An order has at most one purchase and one refund. */
export const ordersOfTheLedger: Migration = {
  id: '0007-orders-of-the-ledger',
  statements: ({ integer }) => [
    `alter table drawdown_transactions add column order_id ${integer}`,
    // Until now only the description said which order an entry belongs to.
    `update drawdown_transactions set order_id = cast(substr(description, 8) as ${integer})
      where transaction_type = 'Purchase' and description like 'Order #%'`,
    `update drawdown_transactions set order_id = cast(substr(description, 19) as ${integer})
      where transaction_type = 'Refund' and description like 'Refund for order #%'`,
    `create unique index drawdown_transactions_by_order on drawdown_transactions (order_id, transaction_type)
      where order_id is not null`,
  ],
}
