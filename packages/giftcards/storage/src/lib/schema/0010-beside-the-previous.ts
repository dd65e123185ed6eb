import type { Migration } from './migration.ts'

/**
 * Triggers for the time in which servers of the previous version run beside this one. They do the work that this version does and
 * the previous one does not. They count the uses of limited coupons and write the ledger of store credit. They also keep card
 * numbers of the previous version apart from those of the sequences.
 */
export const besideThePrevious: Migration = {
  id: '0010-beside-the-previous',
  statements: ({ integer, hasSequences }) => [
    // 0 in a row that a server of the previous version inserts, until the trigger has counted it.
    `alter table coupon_uses add column is_counted ${integer} not null default 0`,
    'update coupon_uses set is_counted = 1',
    `update coupons set uses = (select count(*) from coupon_uses where coupon_uses.coupon_id = coupons.id)
      where uses_in_total is not null`,
    ...(hasSequences ? postgresTriggers : sqliteTriggers),
  ],
}

/** Changes the row of the coupon, so that the serializable transaction of an older server meets others that use the coupon. */
const countUse = (row: string, change: string): string =>
  `update coupons set uses = uses ${change} where id = ${row}.coupon_id and uses_in_total is not null and uses ${change} >= 0;`

/**
 * Writes the ledger row of an order by store credit, unless this version has written it. Both versions change the credit first.
 * This version then writes the row before the order. A row before it accounts for other changes by a server of the previous
 * version.
 */
function bookOrder(type: 'Purchase' | 'Refund'): string {
  const [amount, description] =
    type === 'Purchase' ? ['-new.due_cents', 'Order #'] : ['new.due_cents', 'Refund for order #']
  const insert = (values: string, condition: string): string =>
    `insert into store_credit_transactions (customer_id, position, booked_at, transaction_type, amount_cents,
        balance_cents, description, order_id, is_opening)
      select customers.id, coalesce(latest.position, 0) + 1, new.purchased_at, ${values}
      from customers left join store_credit_transactions as latest on latest.customer_id = customers.id
        and latest.position = (select max(position) from store_credit_transactions where customer_id = new.customer_id)
      where customers.id = new.customer_id and ${condition} and not exists (
        select 1 from store_credit_transactions where order_id = new.id and transaction_type = '${type}');`
  const before = `customers.store_credit_cents - (${amount})`
  return [
    insert(
      `'Adjustment', ${before} - coalesce(latest.balance_cents, 0), ${before}, 'Changes of an earlier version', null, 1`,
      `${before} <> coalesce(latest.balance_cents, 0)`,
    ),
    insert(
      `'${type}', ${amount}, customers.store_credit_cents, '${description}' || new.id, new.id, 0`,
      '1 = 1',
    ),
  ].join('\n')
}

const byCredit = `new.payment like '%"paidBy":"store-credit"%'`
const isCanceled = `new.status = 'Canceled' and old.status <> 'Canceled'`

const sqliteTriggers: readonly string[] = [
  `create trigger count_use after insert on coupon_uses when new.is_counted = 0 begin
    ${countUse('new', '+ 1')}
    update coupon_uses set is_counted = 1 where order_id = new.order_id;
  end`,
  `create trigger uncount_use after delete on coupon_uses begin
    ${countUse('old', '- 1')}
  end`,
  `create trigger book_purchase after insert on orders when ${byCredit} begin
    ${bookOrder('Purchase')}
  end`,
  `create trigger book_refund after update of status on orders when ${byCredit} and ${isCanceled} begin
    ${bookOrder('Refund')}
  end`,
]

const postgresTriggers: readonly string[] = [
  `create function count_use() returns trigger language plpgsql as $$
    begin
      ${countUse('new', '+ 1')}
      new.is_counted := 1;
      return new;
    end $$`,
  `create trigger count_use before insert on coupon_uses for each row
    when (new.is_counted = 0) execute function count_use()`,
  `create function uncount_use() returns trigger language plpgsql as $$
    begin
      ${countUse('old', '- 1')}
      return null;
    end $$`,
  'create trigger uncount_use after delete on coupon_uses for each row execute function uncount_use()',
  ...(['Purchase', 'Refund'] as const).map(
    (type) => `create function book_${type.toLowerCase()}() returns trigger language plpgsql as $$
    begin
      ${bookOrder(type)}
      return null;
    end $$`,
  ),
  `create trigger book_purchase after insert on orders for each row
    when (${byCredit}) execute function book_purchase()`,
  `create trigger book_refund after update of status on orders for each row
    when (${byCredit} and ${isCanceled}) execute function book_refund()`,
  // A reset by a server of the previous version puts its series back to where the sequence is: the next update moves it away again.
  `create function leave_sequence() returns trigger language plpgsql as $$
    declare
      drawn bigint := case new.name
        when 'card' then (select last_value from card_numbers) else (select last_value from internal_card_numbers) end;
    begin
      if abs(new.last_number - drawn) < 500000 then
        new.last_number := drawn + 1000000;
      end if;
      return new;
    end $$`,
  `create trigger leave_sequence before update on number_series for each row
    when (new.name in ('card', 'internalCard')) execute function leave_sequence()`,
]
