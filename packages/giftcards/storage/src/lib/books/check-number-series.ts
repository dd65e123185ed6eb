import type { Findings, NumberSeries } from '@giftcards/marketplace'
import { readPages } from '../database/read-pages.ts'
import { fromJson } from '../schema/columns.ts'
import type { Db } from '../tables/db.ts'
import { readLastNumbers } from '../tables/numbers.ts'

/** Series that have yet to give out a number which is taken already: the next one given would be one of those. */
export async function checkNumberSeries(db: Db, report: Findings['add']): Promise<void> {
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
