import type { StoreTransaction } from '@giftcards/marketplace'
import type { Db } from './db.ts'

/** Gives out the numbers of the series. */
export function writeNumbers(db: Db): Pick<StoreTransaction, 'nextNumbers'> {
  return {
    async nextNumbers(series, count) {
      const { last_number: last } = await db
        .insertInto('number_series')
        .values({ name: series, last_number: count })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet((eb) => ({ last_number: eb('number_series.last_number', '+', count) })),
        )
        .returning('last_number')
        .executeTakeFirstOrThrow()
      return last - count + 1
    },
  }
}
