/** Tables that keep the same few rows, however much is sold. */
export const smallTables: readonly string[] = [
  // One row for each application, merchant, coupon, kind of card and series, which the operator defines.
  'apps',
  'merchants',
  'coupons',
  'stock',
  'number_series',
  // One row each, and one for each migration.
  'clock_setting',
  'database_mode',
  'schema_migrations',
]

/** A statement that reads a whole table on purpose. */
export interface WholeTableRead {
  /** A part of its text. No statement that should use an index contains it. */
  readonly part: string
  /** The call to the store on which the response depends, if there is one. */
  readonly lookup?: string
  readonly reason: string
}

/** All statements that read a whole table on purpose. */
export const wholeTableReads: readonly WholeTableRead[] = [
  {
    part: 'select count(*) as "orders" from "orders"',
    lookup: 'countOrders',
    reason: 'The operator of a sandbox asks how many there are.',
  },
  {
    part: 'select count(*) as "carts" from "carts"',
    lookup: 'countLiveCarts',
    reason: 'The operator of a sandbox asks how many there are.',
  },
  {
    part: 'from "customers" order by "id"',
    lookup: 'listCustomers',
    reason: 'The operator of a sandbox, or an audit of the books, lists them all.',
  },
  {
    part: 'insert into "customers"',
    reason:
      'A sandbox begins anew: SQLite looks whether orders waited for them, of which there are none then.',
  },
]
