import type { Migration } from './migration.ts'

/**
 * Drops the triggers of migration 0010 for servers that do not know it. A ledger row accounts for the last changes of store
 * credit by such a server. `uncount_use` stays, because it subtracts deleted uses from the count of a coupon.
 */
export const dropTriggers: Migration = {
  id: '0011-needs-0010-drop-triggers',
  statements: ({ hasSequences }) => [
    ...(hasSequences
      ? ['drop function count_use, book_purchase, book_refund, draw_from_sequence, leave_sequence cascade']
      : ['count_use', 'book_purchase', 'book_refund'].map((trigger) => `drop trigger ${trigger}`)),
    `insert into store_credit_transactions (customer_id, position, booked_at, transaction_type, amount_cents,
        balance_cents, description, order_id, is_opening)
      select customers.id, latest.position + 1, latest.booked_at, 'Adjustment',
        customers.store_credit_cents - latest.balance_cents, customers.store_credit_cents,
        'Changes of an earlier version', null, 1
      from customers inner join store_credit_transactions as latest on latest.customer_id = customers.id
        and latest.position = (select max(position) from store_credit_transactions where customer_id = customers.id)
      where customers.store_credit_cents <> latest.balance_cents`,
    `insert into store_credit_transactions (customer_id, position, booked_at, transaction_type, amount_cents,
        balance_cents, description, order_id, is_opening)
      select id, 1, 0, 'Adjustment', store_credit_cents, store_credit_cents, 'Opening balance', null, 1
      from customers where store_credit_cents > 0
        and not exists (select 1 from store_credit_transactions where customer_id = customers.id)`,
  ],
}
