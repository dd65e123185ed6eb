/** A time long before those of the rows. */
export const earlier = Date.UTC(2026, 0, 1)

function fill(table: string, rows: number, values: string): string {
  return `
    insert into ${table}
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    select ${values} from numbers`
}

/** Returns statements, for either engine, that fill the tables of an empty store with this many orders and their related rows. */
export function fillStatements(orders: number): readonly string[] {
  const some = (part: number) => Math.max(1, Math.floor(orders / part))
  const customers = some(10)
  const key = `1 + n % 100, 'ecode', 5000, 850, 0`
  return [
    fill('apps', 3, `'app-' || n, 1`),
    fill(
      'customers',
      customers,
      `n, n || '@example.com', 'Ada', 'Example', 'hash', 0, 0, 0, null, null, 5000`,
    ),
    fill('payment_methods', customers, `n, 7001, 'bank', '****6789', '****4321'`),
    fill('merchants', 100, `n, 'Northwind', '', '', '', '', '', 'CODE128', 'NW', 1, 0, 'standard'`),
    fill('stock', 100, `${key}, 1000, 10`),
    fill('coupons', 10, `n, 'CODE' || n, 'F', 500, '', null, '12/31/2030', null, null, 0, 0, null, null, 0`),
    fill('carts', customers, `'cart-' || n, 'customer', '' || n, null, ${earlier} + n * 1000`),
    fill('cart_lines', customers, `'cart-' || n, 'line-1', 1, ${key}, 2`),
    fill('coupon_uses', some(10), `n, 1 + n % 10, 1 + n % ${customers}`),
    // One order in a hundred has a pending step, as if most had been delivered.
    fill(
      'orders',
      orders,
      `n, 'order-' || n, 1 + n % ${customers}, ${earlier} + n, 'Digitally Delivered', 4575, 5000, 4484, null, '{}', '{}',
        '[]', case when n % 100 = 0 then ${earlier} + n * 1000 end, 'none'`,
    ),
    fill('order_units', orders, `n, n, 1, n, ${key}, 4575, 0, 91, ${earlier} + n, 5000, 'sealed-' || n`),
    fill('payments', some(1000), `'order:' || n, n, '{}', '[]', null, null, 0, ${earlier} + n * 1000`),
    fill('payment_legs', orders, `n, 0, 'order:' || n, 'bank', 7001, 4484, 'charged', null, ${earlier} + n`),
    // One job in a hundred is still open, as if most orders had been delivered.
    fill(
      'jobs',
      orders,
      `'order-step/' || n || '/0', 'order-step', '{}', case when n % 100 = 0 then 'open' else 'done' end,
        ${earlier} + n * 1000, 1, 0, null, case when n % 100 = 0 then null else ${earlier} + n * 1000 end`,
    ),
    fill('drawdown_accounts', customers, `n, 100000, 0, 1`),
    fill(
      'drawdown_transactions',
      some(2),
      `n, 1 + n % ${customers}, ${earlier} + n, 'Deposit', 100, 1000, 'Account funded', null, null`,
    ),
    fill(
      'store_credit_transactions',
      customers,
      `n, 1, ${earlier}, 'Adjustment', 5000, 5000, 'Opening balance', null`,
    ),
    fill('idempotency_records', customers, `n, 'key-' || n, 'print', n, null, ${earlier} + n * 1000`),
    fill('attempts', some(5), `'attempt-' || n, 'subject-' || (n % ${customers}), ${earlier} + n * 1000`),
    fill('named_locks', some(5), `'login-failure:' || n, ${earlier} + n * 1000`),
    fill('secure_reads', some(5), `'read-' || n, n, 1 + n % ${customers}, ${earlier} + n`),
    fill('audit_log', some(2), `n, ${earlier} + n, '{}'`),
  ]
}
