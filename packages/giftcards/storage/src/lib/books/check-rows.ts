import type { Findings, NumberSeries } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type DataTable, dataTables } from '../schema/database.ts'
import { readPages } from '../database/open-database.ts'
import { fromJson } from '../schema/columns.ts'
import { type Db, mostRows } from '../tables/db.ts'
import { readLastNumbers } from '../tables/numbers.ts'

/** Reports a sentence for each thing that is broken. */
type Check = (db: Db, report: Findings['add']) => Promise<void>

/** Checks that need no document, by what they check. */
export const columnChecks: readonly (readonly [step: string, check: Check])[] = [
  ['references', checkReferences],
  ['owners of carts', checkCarts],
  ['secrets of cards', checkCards],
  ['idempotency keys', checkIdempotency],
  ['legs of payments', checkPaymentLegs],
  ['jobs of orders', checkJobs],
]

/** Checks that read documents, which must be readable. */
export const documentChecks: readonly (readonly [step: string, check: Check])[] = [
  ['number series', checkNumberSeries],
  ['plans of orders', checkNextSteps],
]

type Reference = readonly [table: DataTable, column: string, to: DataTable, key: string]

/** Every reference between tables. The last five are no foreign keys of the schema. */
const references: readonly Reference[] = [
  ['payment_methods', 'customer_id', 'customers', 'id'],
  ['cart_lines', 'cart_id', 'carts', 'id'],
  ['coupon_uses', 'coupon_id', 'coupons', 'id'],
  ['coupon_uses', 'customer_id', 'customers', 'id'],
  ['orders', 'customer_id', 'customers', 'id'],
  ['order_units', 'order_id', 'orders', 'id'],
  ['payments', 'customer_id', 'customers', 'id'],
  ['drawdown_accounts', 'customer_id', 'customers', 'id'],
  ['drawdown_transactions', 'customer_id', 'drawdown_accounts', 'customer_id'],
  ['store_credit_transactions', 'customer_id', 'customers', 'id'],
  ['idempotency_records', 'customer_id', 'customers', 'id'],
  ['drawdown_transactions', 'order_id', 'orders', 'id'],
  ['store_credit_transactions', 'order_id', 'orders', 'id'],
  ['idempotency_records', 'order_id', 'orders', 'id'],
  ['secure_reads', 'card_id', 'order_units', 'id'],
  ['secure_reads', 'customer_id', 'customers', 'id'],
]

/** Reports rows that refer to a row that does not exist: cards without their order, lines without their cart, and so on. */
async function checkReferences(db: Db, report: Findings['add']): Promise<void> {
  for (const [table, column, to, key] of references) {
    const keys: readonly string[] = dataTables[table]
    const { rows } = await sql<Readonly<Record<string, string | number>>>`
      select ${sql.join(keys.map((each) => sql.ref(each)))}, ${sql.ref(column)} as missing
      from ${sql.table(table)} as child
      where ${sql.ref(`child.${column}`)} is not null and not exists (
        select 1 from ${sql.table(to)} as parent where ${sql.ref(`parent.${key}`)} = ${sql.ref(`child.${column}`)})
      order by ${sql.join(keys.map((each) => sql.ref(each)))} limit ${mostRows}`.execute(db)
    for (const row of rows) {
      const id = keys.map((each) => row[each]).join('/')
      report(`Row ${id} of ${table} has ${column} ${row['missing']}, which is not in ${to}`)
    }
  }
}

/** Reports owners with more than one cart (decision: carts). */
async function checkCarts(db: Db, report: Findings['add']): Promise<void> {
  const rows = await db
    .selectFrom('carts')
    .select(({ fn }) => ['owner_kind', 'owner_id', fn.countAll<number>().as('carts')])
    .groupBy(['owner_kind', 'owner_id'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('owner_kind')
    .orderBy('owner_id')
    .limit(mostRows)
    .execute()
  for (const { owner_kind, owner_id, carts } of rows)
    report(`The ${owner_kind} ${owner_id} has ${carts} carts, not one`)
}

/** Reports cards with secrets before they are fulfilled, or without afterwards, and orders whose cards share a position. */
async function checkCards(db: Db, report: Findings['add']): Promise<void> {
  const sealed = await sql<{ id: number; fulfilled_at: number | null }>`
    select id, fulfilled_at from order_units
    where (fulfilled_at is null) <> (sealed_secrets is null) order by id limit ${mostRows}`.execute(db)
  const placed = await sql<{ order_id: number; position: number }>`
    select order_id, position from order_units
    group by order_id, position having count(*) > 1 order by order_id, position limit ${mostRows}`.execute(db)
  for (const { id, fulfilled_at } of sealed.rows)
    report(
      fulfilled_at === null
        ? `Card ${id} has sealed secrets, but is not fulfilled`
        : `Card ${id} is fulfilled, but has no sealed secrets`,
    )
  for (const { order_id, position } of placed.rows)
    report(`Order ${order_id} has several cards at position ${position}`)
}

interface AnsweredKey {
  readonly customer_id: number
  readonly order_id: number
}

/** Reports keys that belong to another customer's order, and orders that belong to several keys (decision: checkout). */
async function checkIdempotency(db: Db, report: Findings['add']): Promise<void> {
  const foreign = await sql<AnsweredKey>`
    select records.customer_id, records.order_id
    from idempotency_records as records join orders on orders.id = records.order_id
    where orders.customer_id <> records.customer_id order by records.order_id, records.customer_id limit ${mostRows}`.execute(
    db,
  )
  const shared = await sql<AnsweredKey>`
    select min(customer_id) as customer_id, order_id from idempotency_records
    where order_id is not null group by order_id having count(*) > 1 order by order_id limit ${mostRows}`.execute(
    db,
  )
  // The keys are the callers' own, so no sentence holds one.
  for (const { customer_id, order_id } of foreign.rows)
    report(`A key of customer ${customer_id} belongs to order ${order_id} of another customer`)
  for (const { order_id } of shared.rows) report(`Order ${order_id} belongs to several keys`)
}

/** Reports payments that disagree with their order: money kept for a canceled one, or given back for an active one. */
async function checkPaymentLegs(db: Db, report: Findings['add']): Promise<void> {
  const { rows } = await sql<{ order_id: number; position: number; state: string; status: string | null }>`
    select legs.order_id, legs.position, legs.state, orders.status
    from payment_legs as legs
      left join orders on orders.id = legs.order_id
      left join payments on payments.reference = legs.reference
    where (legs.state = 'pending' and payments.reference is null)
      or (legs.state in ('charged', 'refunding', 'refunded') and orders.id is null)
      or (legs.state = 'charged' and orders.status = 'Canceled')
      or (legs.state in ('refunding', 'refunded') and orders.status <> 'Canceled')
    order by legs.order_id, legs.position limit ${mostRows}`.execute(db)
  for (const { order_id, position, state, status } of rows)
    report(
      `Leg ${position} of the payment for order ${order_id} is ${state}, but the order is ${status ?? 'not there'} or no work on it is in progress`,
    )
}

/** Reports due refunds and planned steps that no server will take, because their job was canceled or is missing. */
async function checkJobs(db: Db, report: Findings['add']): Promise<void> {
  const isWaiting = sql`jobs.state in ('open', 'parked')`
  const refunds = await sql<{ order_id: number; position: number }>`
    select order_id, position from payment_legs where state = 'refunding' and not exists (
      select 1 from jobs where jobs.id = 'refund/' || order_id || '/' || position and ${isWaiting})
    order by order_id, position limit ${mostRows}`.execute(db)
  const steps = await sql<{ id: number; next_step_at: number }>`
    select id, next_step_at from orders where next_step_at is not null and not exists (
      select 1 from jobs where jobs.id = 'order-step/' || orders.id || '/' || next_step_at and ${isWaiting})
    order by id limit ${mostRows}`.execute(db)
  for (const { order_id, position } of refunds.rows)
    report(
      `Leg ${position} of the payment for order ${order_id} is refunding, but no job refund/${order_id}/${position} is open or parked`,
    )
  for (const { id, next_step_at } of steps.rows)
    report(`Order ${id} has a step planned, but no job order-step/${id}/${next_step_at} is open or parked`)
}

/** Reports series that are behind a number in use, and so would give it out again. */
async function checkNumberSeries(db: Db, report: Findings['add']): Promise<void> {
  const rows = await readLastNumbers(db)
  const last = new Map(rows.map((row) => [row.name, row.last_number]))
  const highest = new Map<NumberSeries, number>()
  const take = (series: NumberSeries, number: number): void =>
    void highest.set(series, Math.max(number, highest.get(series) ?? 0))
  for (const [series, number] of await highestOfTables(db)) take(series, number)
  await takeNumbersOfPayments(db, take)
  for (const [series, number] of highest)
    if (number > (last.get(series) ?? 0))
      report(`Series ${series} is at ${last.get(series) ?? 0}, but number ${number} is taken`)
}

async function highestOfTables(db: Db): Promise<readonly (readonly [NumberSeries, number])[]> {
  const order = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max('id').as('highest'))
    .executeTakeFirst()
  const unit = await db
    .selectFrom('order_units')
    .select(({ fn }) => [fn.max('id').as('card'), fn.max('internal_card_id').as('internalCard')])
    .executeTakeFirst()
  const row = await db
    .selectFrom('drawdown_transactions')
    .select(({ fn }) => fn.max('id').as('highest'))
    .executeTakeFirst()
  return [
    ['order', order?.highest ?? 0],
    ['card', unit?.card ?? 0],
    ['internalCard', unit?.internalCard ?? 0],
    ['drawdownTransaction', row?.highest ?? 0],
  ]
}

/** The numbers of an order are drawn before it is paid (decision 0016). */
async function takeNumbersOfPayments(
  db: Db,
  take: (series: NumberSeries, number: number) => void,
): Promise<void> {
  for await (const page of readPages(db, 'payments')) {
    for (const row of page) {
      const { id, units } = fromJson(row.prepared_order)
      take('order', id)
      for (const unit of units) {
        take('card', unit.id)
        take('internalCard', unit.internalCardId)
      }
    }
  }
}

/** Reports orders whose next step is due at another time than in their plan, or never (decision: orders). */
async function checkNextSteps(db: Db, report: Findings['add']): Promise<void> {
  for await (const page of readPages(db, 'orders')) {
    for (const { id, plan, next_step_at } of page) {
      const planned = fromJson(plan)[0]?.at ?? null
      if (next_step_at !== planned)
        report(
          `Order ${id} continues at ${next_step_at ?? 'no time'}, but its plan says ${planned ?? 'no time'}`,
        )
    }
  }
}

type Kind = 'list' | 'record'

/** The columns that hold JSON, which no engine looks into. */
const documents: readonly (readonly [table: DataTable, columns: Readonly<Record<string, Kind>>])[] = [
  ['customers', { address: 'record' }],
  ['coupons', { merchant_ids: 'list', card_types: 'list' }],
  ['orders', { coupon: 'record', payment: 'record', shipping: 'record', plan: 'list' }],
  ['payments', { prepared_order: 'record', legs: 'list' }],
  ['jobs', { task: 'record' }],
]

/** Reports rows whose JSON cannot be read, and returns the number of such columns. */
export async function findUnreadable(db: Db, report: Findings['add']): Promise<number> {
  let unreadable = 0
  for (const [table, columns] of documents) {
    for await (const page of readPages(db, table)) {
      for (const row of page) {
        const cells = new Map(Object.entries<unknown>(row))
        const id = dataTables[table].map((key) => cells.get(key)).join('/')
        for (const [column, kind] of Object.entries(columns))
          if (!isReadable(cells.get(column), kind)) {
            unreadable += 1
            report(`Row ${id} of ${table} has no readable ${column}`)
          }
      }
    }
  }
  return unreadable
}

function isReadable(text: unknown, kind: Kind): boolean {
  if (typeof text !== 'string') return text === null
  try {
    const value: unknown = JSON.parse(text)
    return kind === 'list' ? Array.isArray(value) : typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
