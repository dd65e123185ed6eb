import type { NumberSeries, OrderNumbers, StoreTransaction } from '@giftcards/marketplace'
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

/** Takes the next number of a series, which the same transaction finds there: an answer would cost as much again. */
export const takeNumber = statement((db, { series }: { readonly series: NumberSeries }) =>
  db
    .insertInto('number_series')
    .values({ name: series, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ last_number: eb('number_series.last_number', '+', 1) })),
    ),
)

/** In the order of their names, in which every transaction locks them. */
const orderSeries = ['card', 'internalCard', 'order'] as const satisfies readonly NumberSeries[]

const takeOrderNumbers = statement((db, taken: Readonly<Record<(typeof orderSeries)[number], number>>) =>
  db
    .insertInto('number_series')
    .values(orderSeries.map((name) => ({ name, last_number: taken[name] })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        last_number: eb('number_series.last_number', '+', eb.ref('excluded.last_number')),
      })),
    )
    .returning(['name', 'last_number']),
)

/** Gives out the numbers of the series. */
export function writeNumbers(session: Session): Pick<StoreTransaction, 'nextNumbers' | 'nextOrderNumbers'> {
  return {
    async nextNumbers(series, count) {
      const row = await session.first(takeNumbers, { series, count })
      if (row === undefined) throw new Error(`No number was given: ${series}`)
      return row.last_number - count + 1
    },
    async nextOrderNumbers(cards) {
      const taken = { order: 1, card: cards, internalCard: cards }
      const rows = await session.all(takeOrderNumbers, taken)
      const last = new Map(rows.map((row) => [row.name, row.last_number]))
      const firstOf = (series: keyof OrderNumbers): number => {
        const number = last.get(series)
        if (number === undefined) throw new Error(`No number was given: ${series}`)
        return number - taken[series] + 1
      }
      return { order: firstOf('order'), card: firstOf('card'), internalCard: firstOf('internalCard') }
    },
  }
}
