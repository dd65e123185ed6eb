import { sql } from 'kysely'
import { countRows, type Db, isPostgres } from '../tables/db.ts'
import { accountInvariants } from './accounts.ts'
import { documentsAreReadable, referencesExist } from './documents.ts'
import { historyInvariants } from './history.ts'
import { type Facts, type Invariant, postgresJson, sqliteJson } from './invariant.ts'
import { jobInvariants } from './jobs.ts'
import { ledgerInvariants } from './ledgers.ts'
import { orderInvariants } from './orders.ts'
import { paymentInvariants } from './payments.ts'
import { priceInvariants } from './prices.ts'
import { stockInvariants } from './stock.ts'

/** All invariants of the books. The first ones guarantee that the others can read JSON. */
export const invariants: readonly Invariant[] = [
  documentsAreReadable,
  referencesExist,
  ...accountInvariants,
  ...priceInvariants,
  ...orderInvariants,
  ...paymentInvariants,
  ...ledgerInvariants,
  ...stockInvariants,
  ...jobInvariants,
  ...historyInvariants,
]

/** An invariant that does not hold. */
export interface Violation extends Pick<Invariant, 'name' | 'rule' | 'action'> {
  /** The number of rows that break it. */
  readonly count: number
  /** A few of them: ids and figures, as `name=value`; none holds a secret. */
  readonly examples: readonly string[]
}

/** A violation as text for an operator: its rule, its rows, and the remedy. */
export function describeViolation({ name, rule, action, count, examples }: Violation): string {
  const shown =
    count > examples.length
      ? `${examples.length} of ${count} rows`
      : `${count} ${count === 1 ? 'row' : 'rows'}`
  return [
    `${name}: ${rule}`,
    `  broken by ${shown}:`,
    ...examples.map((row) => `    ${row}`),
    `  Do: ${action}`,
  ].join('\n')
}

/** The findings of an audit of a database. */
export interface BooksReport {
  readonly broken: readonly Violation[]
  /** The number of rows, by table. */
  readonly checked: {
    readonly orders: number
    readonly cards: number
    readonly carts: number
    readonly payments: number
    readonly ledgerRows: number
  }
}

/** The most broken rows shown for each invariant. */
const mostExamples = 5

/**
 * Audits a snapshot. The database does the work, and a few rows of each violation are held in memory. Without `onStep`, skips
 * records that only a server writes. `onStep` gets the name of each invariant, before it is checked.
 */
export async function checkBooks(
  db: Db,
  onStep?: (step: string) => Promise<void> | void,
): Promise<BooksReport> {
  const facts = await findFacts(db)
  const broken: Violation[] = []
  for (const invariant of invariants) {
    if (invariant.needsServer === true && onStep === undefined) continue
    await onStep?.(invariant.name)
    const violation = await findViolation(db, invariant, facts)
    if (violation !== undefined) broken.push(violation)
    if (violation?.name === documentsAreReadable.name) break
  }
  return { broken, checked: await countChecked(db) }
}

/** Returns the violation of one invariant, if any. */
export async function findViolation(
  db: Db,
  { name, rule, action, find }: Invariant,
  facts: Facts,
): Promise<Violation | undefined> {
  const { rows } = await sql<Readonly<Record<string, string | number | null>>>`
    select *, count(*) over () as rows_in_all from (${find(facts)}) as broken order by 1 limit ${sql.lit(mostExamples)}`.execute(
    db,
  )
  if (rows[0] === undefined) return undefined
  const examples = rows.map((row) =>
    Object.entries(row)
      .flatMap(([column, value]) =>
        value === null || column === 'rows_in_all' ? [] : [`${column}=${value}`],
      )
      .join(' '),
  )
  return { name, rule, action, count: Number(rows[0]['rows_in_all']), examples }
}

/** The most that the clocks of servers may be ahead of this process. */
const skewMs = 300_000

/** Reads the context of an audit. */
export async function findFacts(db: Db): Promise<Facts> {
  const realNow = Date.now()
  const mode = await db.selectFrom('database_mode').select('mode').executeTakeFirst()
  const clock = await db.selectFrom('clock_setting').select(['frozen_at', 'offset_ms']).executeTakeFirst()
  const bought = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max('purchased_at').as('at'))
    .executeTakeFirst()
  const isProduction = mode?.mode === 'production'
  const serviceNow = clock?.frozen_at ?? realNow + (clock?.offset_ms ?? 0)
  const lastEvent = async (kind: string, after: number) => {
    const found = await db
      .selectFrom('audit_log')
      .select('id')
      .where('id', '>', after)
      .where(sql<boolean>`event like ${`%"kind":"${kind}"%`}`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return found?.id ?? 0
  }
  const replacedAt = await lastEvent('data.replaced', 0)
  return {
    json: isPostgres(db) ? postgresJson : sqliteJson,
    isPostgres: isPostgres(db),
    isProduction,
    realNow,
    latest: skewMs + (isProduction ? realNow : Math.max(serviceNow, bought?.at ?? 0)),
    replacedAt,
    hasAllEvents: (await lastEvent('records.archived', replacedAt)) === 0,
  }
}

async function countChecked(db: Db): Promise<BooksReport['checked']> {
  return {
    orders: await countRows(db.selectFrom('orders')),
    cards: await countRows(db.selectFrom('order_units')),
    carts: await countRows(db.selectFrom('carts')),
    payments: await countRows(db.selectFrom('payments')),
    ledgerRows:
      (await countRows(db.selectFrom('drawdown_transactions'))) +
      (await countRows(db.selectFrom('store_credit_transactions'))),
  }
}
