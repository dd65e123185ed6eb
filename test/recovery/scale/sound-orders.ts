const earlier = Date.UTC(2026, 0, 1)
const openingCents = 1_000_000_000

/**
 * The amount due and the discounts of an order, by its number modulo 4: paid by bank, store credit, drawdown, or card with a
 * coupon.
 */
const due = 'case n % 4 when 0 then 4483 when 1 then 4575 when 2 then 4461 else 4075 end'
const total = 'case n % 4 when 3 then 4075 else 4575 end'
const paymentShare = 'case n % 4 when 0 then 92 when 2 then 114 else 0 end'
const couponShare = 'case n % 4 when 3 then 500 else 0 end'

const coupon = JSON.stringify({
  coupon: {
    id: 1,
    code: 'FIVEOFF',
    type: 'F',
    amount: 500,
    description: '',
    startsAt: null,
    expires: '12/31/2099',
    merchantIds: null,
    cardTypes: null,
    eliteOnly: false,
    minimumSubtotalCents: 0,
    usesPerAccount: null,
    usesInTotal: null,
  },
  discountCents: 500,
  usage: 1,
  lines: [{ lineId: 'line', perCardDiscountCents: 500, discountCents: 500 }],
})
const payment = (method: string, paidBy: string, number: string | null = null) =>
  `'${JSON.stringify({ method, paidBy, accountNumber: number, routingNumber: number })}'`
const hash = `$argon2id$v=19$m=19456,t=2,p=1$${'s'.repeat(22)}$${'h'.repeat(43)}`
const bucket = { merchantId: 101, type: 'ecode', faceValueCents: 5000, percentOffBps: 850, isLowRisk: false }
const address = JSON.stringify({
  firstname: 'Ada',
  lastname: 'Example',
  street: '1 Sample Street',
  city: 'Springfield',
  state: 'IL',
  postcode: '62701',
})

function fill(table: string, rows: number, values: string, where = 'true'): string {
  return `insert into ${table}
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    select ${values} from numbers where ${where}`
}

/** Fills the audit log. `#1#` is replaced with the first value of each row. */
function record(rows: number, event: string, values: readonly string[] = [], where = 'true'): string {
  const text = values.reduce(
    (made, value, index) => made.replace(`#${index + 1}#`, `' || (${value}) || '`),
    event,
  )
  return fill('audit_log (recorded_at, event)', rows, `${earlier}, '${text}'`, where)
}

type Engine = 'sqlite' | 'postgres'

/**
 * Returns statements that fill an empty store with this many consistent orders of one card each, and their related rows. The
 * number must be a multiple of 40: each customer has ten orders, all paid in the same way.
 */
export function soundOrders(engine: Engine, orders: number): readonly string[] {
  const customers = orders / 10
  const customer = `1 + (n - 1) % ${customers}`
  const nth = `1 + (n - 1) / ${customers}`
  const key = `101, 'ecode', 5000, 850, 0`
  return [
    fill(
      'customers',
      customers,
      `n, n || '@example.com', 'Ada', 'Example', '${hash}', 0, 0, 0, '+1 555 0100', '${address}',
        case n % 4 when 1 then ${openingCents - 10 * 4575} else 0 end`,
    ),
    fill('merchants', 1, `101, 'Northwind', '', '', '', '', '', 'CODE128', 'NW', 1, 0, 'standard'`),
    fill('stock', 1, `${key}, ${2 * customers}, ${2 * customers}`),
    fill('coupons', 1, `1, 'FIVEOFF', 'F', 500, '', null, '12/31/2099', null, null, 0, 0, null, null, 0`),
    fill('carts', customers, `'cart-' || n, 'customer', '' || n, null, ${earlier} + n`),
    fill('cart_lines', customers, `'cart-' || n, 'line', 1, ${key}, 2`),
    fill(
      'store_credit_transactions',
      customers,
      `n, 1, ${earlier}, 'Adjustment', ${openingCents}, ${openingCents}, 'Opening balance', null`,
      'n % 4 = 1',
    ),
    fill(
      'store_credit_transactions',
      orders,
      `${customer}, 1 + ${nth}, ${earlier} + n, 'Purchase', -4575, ${openingCents} - (${nth}) * 4575, 'Order #' || n, n`,
      'n % 4 = 1',
    ),
    fill(
      'orders',
      orders,
      `n, 'order-' || n, ${customer}, ${earlier} + n, 'Digitally Delivered', ${total}, 5000, ${due},
        case n % 4 when 3 then '${coupon}' end,
        case n % 4 when 0 then ${payment('ACH', 'bank', '****7001')} when 1 then ${payment('STORE_CREDIT', 'store-credit')}
          when 2 then ${payment('DRAWDOWN_ACCOUNT', 'drawdown')} else ${payment('CREDITCARD', 'card')} end,
        '${address}', '[]', null, case n % 4 when 2 then 'captured' else 'none' end`,
    ),
    fill(
      'order_units',
      orders,
      `n, n, 1, n, ${key}, 4575, ${couponShare}, ${paymentShare}, ${earlier} + n, 5000, 'keykeyk1.nnnnnnnnnnnnnnnn.tttttttttttttttttttttt.the-sealed-text-of-' || n`,
    ),
    fill('coupon_uses', orders, `n, 1, ${customer}`, 'n % 4 = 3'),
    fill(
      'payment_legs',
      orders,
      `n, 0, 'order:order-' || n, case n % 4 when 0 then 'bank' else 'card' end, 7001, ${due}, 'charged', null, ${earlier} + n`,
      'n % 4 in (0, 3)',
    ),
    fill('drawdown_accounts', customers, `n, ${openingCents - 10 * 4461}, 0, 1`, 'n % 4 = 2'),
    fill(
      'drawdown_transactions',
      customers,
      `n, n, ${earlier}, 'Deposit', ${openingCents}, ${openingCents}, 'Account funded', null, null`,
      'n % 4 = 2',
    ),
    fill(
      'drawdown_transactions',
      orders,
      `${customers} + n, ${customer}, ${earlier} + n, 'Purchase', -4461, ${openingCents} - (${nth}) * 4461, 'Order #' || n, n, null`,
      'n % 4 = 2',
    ),
    ...['expire-carts', 'purge/idempotency-records', 'purge/attempts', 'purge/jobs'].map((id) => {
      const [kind, records] = id.split('/')
      return fill(
        'jobs',
        1,
        `'${id}', '${kind}', '${JSON.stringify({ kind, records })}', 'open', ${earlier}, 0, 0, null, null`,
      )
    }),
    // The first row records the initial data.
    record(
      1,
      JSON.stringify({
        kind: 'data.replaced',
        stock: [{ ...bucket, onHand: 2 * customers + orders }],
        held: [],
        lastLedgerRow: customers,
      }),
    ),
    record(orders, `{"kind":"order.placed","customerId":#1#,"orderId":#2#,"dueCents":#3#}`, [
      customer,
      'n',
      due,
    ]),
    record(
      orders,
      `{"kind":"order.status","customerId":#1#,"orderId":#2#,"from":"Processing","to":"Digitally Delivered"}`,
      [customer, 'n'],
    ),
    record(
      orders,
      `{"kind":"store-credit.changed","customerId":#1#,"fromCents":#2#,"toCents":#3#}`,
      [customer, `${openingCents} - (${nth} - 1) * 4575`, `${openingCents} - (${nth}) * 4575`],
      'n % 4 = 1',
    ),
    ...setNumbers[engine](orders),
  ]
}

/** Sets the last allocated numbers. PostgreSQL has sequences, SQLite a table. */
const setNumbers: Readonly<Record<Engine, (orders: number) => readonly string[]>> = {
  sqlite: (orders) => [
    fill('number_series', 1, `'order', ${orders}`),
    fill('number_series', 1, `'card', ${orders}`),
    fill('number_series', 1, `'internalCard', ${orders}`),
    fill('number_series', 1, `'drawdownTransaction', ${2 * orders}`),
  ],
  postgres: (orders) => [
    `select setval('order_numbers', ${orders}), setval('card_numbers', ${orders}),
      setval('internal_card_numbers', ${orders}), setval('ledger_numbers', ${2 * orders})`,
  ],
}
