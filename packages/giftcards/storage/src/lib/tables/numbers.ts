import type { NumberSeries, StoreTransaction } from '@giftcards/marketplace'
import { sql } from 'kysely'
import type { Database } from '../schema/database.ts'
import { compiled, compiledForEach, type Param, paramsOf } from './compiled.ts'
import { type Db, isPostgres } from './db.ts'

/** The sequences of PostgreSQL. SQLite, where one transaction writes at a time, has the table `number_series` instead. */
export const sequences: Readonly<Record<NumberSeries, string>> = {
  order: 'order_numbers',
  card: 'card_numbers',
  internalCard: 'internal_card_numbers',
  drawdownTransaction: 'ledger_numbers',
}

/** All series. */
export const numberSeries = Object.keys(sequences) as readonly NumberSeries[]

/** The first number of a series that was not seeded. */
const firstNumbers: Readonly<Record<NumberSeries, number>> = {
  order: 100_001,
  card: 200_001,
  internalCard: 300_001,
  drawdownTransaction: 1,
}

const takeFromSequences = compiled((db, param: Param<{ readonly names: string; readonly count: number }>) =>
  db
    .selectFrom([
      sql<{ readonly name: string }>`regexp_split_to_table(cast(${param('names')} as text), ',')`.as('name'),
      sql`generate_series(1, cast(${param('count')} as bigint))`.as('taken'),
    ])
    .select([sql<string>`name`.as('name'), sql<number>`nextval(name)`.as('number')]),
)

type Wanted = Database['number_series'] & { readonly count: number }

/** `last_number` is for series that have no row yet; the count is the same for all. */
const takeFromTable = compiledForEach((db, params: readonly Param<Wanted>[]) =>
  db
    .insertInto('number_series')
    .values(params.map((param) => paramsOf(param, ['name', 'last_number'])))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        last_number: eb('number_series.last_number', '+', params[0]!('count')),
      })),
    )
    .returning(['name', 'last_number']),
)

/** Draws numbers. */
export function writeNumbers(db: Db) {
  /** Returns the numbers of each series, in the order of the series. */
  const take = async (series: readonly NumberSeries[], count: number): Promise<readonly number[][]> => {
    if (isPostgres(db)) {
      const { rows } = await takeFromSequences(db, {
        names: series.map((one) => sequences[one]).join(','),
        count,
      })
      return series.map((one) => rows.flatMap((row) => (row.name === sequences[one] ? [row.number] : [])))
    }
    const wanted = series.map((name) => ({ name, last_number: firstNumbers[name] - 1 + count, count }))
    const { rows } = await takeFromTable(db, wanted)
    const lastOf = new Map(rows.map((row) => [row.name, row.last_number]))
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
      if (number === undefined) throw new Error(`No number was drawn: ${series}`)
      return number
    },
  } satisfies Partial<StoreTransaction>
}

/** Makes a series continue after a number. A seed does this last. */
export async function setLastNumber(db: Db, series: NumberSeries, last: number): Promise<void> {
  if (!isPostgres(db)) {
    await db.insertInto('number_series').values({ name: series, last_number: last }).execute()
    return
  }
  // Not rolled back with the transaction. `alter sequence` would be, but needs the rights of the owner.
  await sql`select setval(cast(${sequences[series]} as text), cast(${last + 1} as bigint), false)`.execute(db)
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

/** Makes the sequences continue after the existing rows. The database must have no other users. */
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
