import type { Migration } from './migration.ts'

/**
 * A deposit has a key, under which it is made once. Store credit has a ledger, which begins with the credit of each customer. At
 * most one leg of an order is charged.
 */
export const recordOfMoney: Migration = {
  id: '0008-record-of-money',
  statements: ({ integer, text, tableOptions }) => [
    `alter table drawdown_transactions add column deposit_key ${text}`,
    `create unique index drawdown_transactions_by_key on drawdown_transactions (customer_id, deposit_key)
      where deposit_key is not null`,
    // `on delete cascade`: a server of an earlier version deletes customers when it resets a sandbox.
    `create table store_credit_transactions (
      customer_id ${integer} not null references customers (id) on delete cascade,
      position ${integer} not null check (position > 0), booked_at ${integer} not null,
      transaction_type ${text} not null, amount_cents ${integer} not null,
      balance_cents ${integer} not null check (balance_cents >= 0), description ${text} not null,
      order_id ${integer}, is_opening ${integer} not null check (is_opening in (0, 1)),
      primary key (customer_id, position)) ${tableOptions}`,
    `create unique index store_credit_transactions_by_order on store_credit_transactions (order_id, transaction_type)
      where order_id is not null`,
    // For customers who have or had credit: the row stands for all changes until now.
    `insert into store_credit_transactions
      select id, 1, coalesce(last_at, 0), 'Adjustment', store_credit_cents, store_credit_cents, 'Opening balance', null, 1
      from customers left join (
        select customer_id, max(purchased_at) as last_at from orders
        where payment like '%"paidBy":"store-credit"%' group by customer_id
      ) as bought on bought.customer_id = customers.id
      where store_credit_cents > 0 or last_at is not null`,
    `create unique index payment_legs_paid on payment_legs (order_id)
      where state in ('charged', 'refunding', 'refunded')`,
    // For the audit of the books: the amounts that orders hold of each account.
    `create index orders_holding on orders (customer_id, due_cents) where hold = 'pending'`,
    // The place up to which a chain of the audit log was moved to a file, and the hash of the row there.
    `create table audit_archives (
      chain ${text} not null primary key, position ${integer} not null check (position > 0),
      hash ${text} not null) ${tableOptions}`,
    'create index secure_reads_by_age on secure_reads (read_at, id)',
  ],
}
