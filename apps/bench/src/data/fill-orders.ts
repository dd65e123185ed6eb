import type { SqlDatabase } from './sql-database.ts'

/** Ids of what is filled in begin here, far above those that the service gives out in a run. */
const firstId = 10_000_000

/** The orders belong to so many customers, none of whom takes part in the load. */
const customers = 1000

/**
 * Adds orders as if they had been placed and delivered, from the `from`-th to the `to`-th. Each is a copy of the
 * newest real order, with its card and its ledger row. The database does the copying itself, in a few statements.
 */
export async function fillOrders(
  database: SqlDatabase,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const copy = (table: string, range: readonly [number, number], changes: Readonly<Record<string, string>>) =>
    copyRow(database, table, database.series(...range), changes)
  const customer = `${firstId} + n % ${customers}`
  if (from === 1) {
    const everyone = [0, customers - 1] as const
    const email = `'filler-' || n || '@example.com'`
    await copy('customers', everyone, { id: `${firstId} + n`, email })
    await copy('drawdown_accounts', everyone, { customer_id: `${firstId} + n` })
  }
  const range = [from, to] as const
  const order = { id: `${firstId} + n`, customer_id: customer }
  await copy('orders', range, { ...order, order_id: database.uuid('n') })
  await copy('order_units', range, {
    id: `${firstId} + n`,
    order_id: `${firstId} + n`,
    internal_card_id: `${firstId} + n`,
  })
  await copy('drawdown_transactions', range, { ...order, order_id: `${firstId} + n` })
}

/** Copies the newest row of a table once for each `n`, with some columns changed. It works for any columns. */
async function copyRow(
  database: SqlDatabase,
  table: string,
  series: string,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const [key = ''] = Object.keys(changes)
  const newest = `select * from ${table} where ${key} < ${firstId} order by ${key} desc limit 1`
  const [row] = await database.query(newest)
  if (row === undefined) throw new Error(`There is no row of ${table} to copy`)
  const columns = Object.keys(row)
  const values = columns.map((column) => changes[column] ?? `template.${column}`)
  await database.query(
    `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from ${series} series cross join (${newest}) template`,
  )
}
