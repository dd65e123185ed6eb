import type { NumberSeries, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { columnsOf, itemsOf, statement, type Statement, statementBy } from '../statements/statement.ts'
import { type Db, isPostgres } from './db.ts'

/** The sequences of PostgreSQL. SQLite, where one transaction writes at a time, has the table `number_series` instead. */
const sequences: Readonly<Record<NumberSeries, string>> = {
  order: 'order_numbers',
  card: 'card_numbers',
  internalCard: 'internal_card_numbers',
  drawdownTransaction: 'ledger_numbers',
}

/** All series. */
export const numberSeries = Object.keys(sequences) as readonly NumberSeries[]

/** The first number of a series in a database into which no number was seeded. */
const firstNumbers: Readonly<Record<NumberSeries, number>> = {
  order: 100_001,
  card: 200_001,
  internalCard: 300_001,
  drawdownTransaction: 1,
}

interface Wanted {
  /** The last numbers of series that have no row yet. */
  readonly rows: readonly Database['number_series'][]
  readonly count: number
}

const takeFromTable = statementBy(2, (db, { rows, count }: Wanted, length: number) =>
  db
    .insertInto('number_series')
    .values(itemsOf(rows, length).map((row) => columnsOf(row, tableColumns.number_series)))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ last_number: eb('number_series.last_number', '+', count) })),
    )
    .returning(tableColumns.number_series),
)

/** Not among `definedStatements`: only PostgreSQL understands it. */
const takeFromSequences: Statement<
  { readonly names: string; readonly count: number },
  { readonly name: string; readonly number: number }
> = {
  build: (db, { names, count }) =>
    db
      .selectFrom([
        sql<{ readonly name: string }>`regexp_split_to_table(cast(${names} as text), ',')`.as('name'),
        sql`generate_series(1, cast(${count} as bigint))`.as('taken'),
      ])
      .select([sql<string>`name`.as('name'), sql<number>`nextval(name)`.as('number')]),
}

/** Gives out numbers. */
export function writeNumbers(session: Session) {
  /** The numbers of each series, in the order of the series. */
  const take = async (series: readonly NumberSeries[], count: number): Promise<readonly number[][]> => {
    if (!session.writesAlone) {
      const names = series.map((one) => sequences[one]).join(',')
      const rows = await session.all(takeFromSequences, { names, count })
      return series.map((one) => rows.flatMap((row) => (row.name === sequences[one] ? [row.number] : [])))
    }
    const rows = series.map((name) => ({ name, last_number: firstNumbers[name] - 1 + count }))
    const taken = await session.all(takeFromTable(rows.length), { rows, count })
    const lastOf = new Map(taken.map((row) => [row.name, row.last_number]))
    return series.map((one) => {
      const last = lastOf.get(one) ?? Number.NaN
      return Array.from({ length: count }, (_, index) => last - count + 1 + index)
    })
  }
  return {
    async nextNumbers<Series extends NumberSeries>(series: readonly Series[], count: number) {
      const numbers = await take(series, count)
      const entries = series.map((one, index) => [one, numbers[index] ?? []])
      return Object.fromEntries(entries) as Record<Series, readonly number[]>
    },
    async nextNumber(series) {
      const [[number] = []] = await take([series], 1)
      if (number === undefined) throw new Error(`No number was given: ${series}`)
      return number
    },
  } satisfies Partial<StoreTransaction>
}

/** Not among `definedStatements`: only PostgreSQL understands it. */
const setSequence: Statement<{ readonly sequence: string; readonly next: number }, unknown> = {
  build: (db, { sequence, next }) =>
    db.selectNoFrom(sql`setval(cast(${sequence} as text), cast(${next} as bigint), false)`.as('next')),
}

const insertSeries = statement((db, row: Database['number_series']) =>
  db.insertInto('number_series').values({ name: row.name, last_number: row.last_number }),
)

/** Makes a series continue after a number. A seed does this last. */
export async function setLastNumber(session: Session, series: NumberSeries, last: number): Promise<void> {
  if (session.writesAlone) {
    await session.run(insertSeries, { name: series, last_number: last })
    return
  }
  // Not rolled back with the transaction. `alter sequence` would be, but needs the rights of the owner.
  await session.first(setSequence, { sequence: sequences[series], next: last + 1 })
}

/** The last number given out, by series, as rows of `number_series`: for backups and checks. */
export async function readLastNumbers(db: Db): Promise<readonly Database['number_series'][]> {
  if (!isPostgres(db)) return db.selectFrom('number_series').select(['name', 'last_number']).execute()
  const rows: Database['number_series'][] = []
  for (const name of numberSeries) {
    const found = await sql<{ last_number: number }>`
      select case when is_called then last_value else last_value - 1 end as last_number
      from ${sql.table(sequences[name])}`.execute(db)
    rows.push(...found.rows.map((row) => ({ name, last_number: row.last_number })))
  }
  return rows
}

/** Makes the sequences of a database without other users continue after its rows. */
export async function restoreSequences(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  for (const [series, sequence] of Object.entries(sequences)) {
    await sql`
      select setval(cast(${sequence} as text), last_number) from number_series
      where name = ${series} and last_number > 0`.execute(db)
  }
  await sql`
    select setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) from audit_log having max(id) > 0`.execute(
    db,
  )
}
