import type { NumberSeries, StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'

const takeNumbers = statement(
  (db, { series, count }: { readonly series: NumberSeries; readonly count: number }) =>
    db
      .insertInto('number_series')
      .values({ name: series, last_number: count })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((eb) => ({ last_number: eb('number_series.last_number', '+', count) })),
      )
      .returning('last_number'),
)

/** Gives out the numbers of the series. */
export function writeNumbers(session: Session): Pick<StoreTransaction, 'nextNumbers'> {
  return {
    async nextNumbers(series, count) {
      const row = await session.first(takeNumbers, { series, count })
      if (row === undefined) throw new Error(`No number was given: ${series}`)
      return row.last_number - count + 1
    },
  }
}
