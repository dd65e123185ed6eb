import type { NumberSeries, StoreTransaction } from '@giftcards/marketplace'
import type { NumberUse, Session } from '../statements/session.ts'
import type { Database } from '../schema/database.ts'
import { type Statement, statement, statementBy } from '../statements/statement.ts'

type LastNumber = Database['number_series']

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
      .returning(['name', 'last_number']),
)

/** In the order of their names, in which they are locked by all. */
const orderSeries = {
  placed: ['card', 'internalCard', 'order'],
  captured: ['card', 'drawdownTransaction', 'internalCard', 'order'],
} as const satisfies Readonly<Record<string, readonly NumberSeries[]>>

type TakenNumbers = Readonly<Record<(typeof orderSeries.captured)[number], number>>

const takeOrderNumbers = statementBy(
  'captured',
  (db, taken: TakenNumbers, course: keyof typeof orderSeries) =>
    db
      .insertInto('number_series')
      .values(orderSeries[course].map((name) => ({ name, last_number: taken[name] })))
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({
          last_number: eb('number_series.last_number', '+', eb.ref('excluded.last_number')),
        })),
      )
      .returning(['name', 'last_number']),
)

/** A session is a token, not a row: nothing but its series knows that its number is taken. */
const useOf = (series: NumberSeries): NumberUse => (series === 'session' ? 'answered' : 'stored')

/** Numbers of which a transaction knows whether it has replaced their series. */
export interface Numbers extends Pick<StoreTransaction, 'nextNumbers' | 'nextOrderNumbers'> {
  /** For when the series are replaced: nobody else sees what is in their place, or can change it. */
  readonly replace: () => void
}

/** Gives out the numbers of the series. */
export function writeNumbers(session: Session): Numbers {
  let areReplaced = false
  /** Taken with those of the order that it captures. */
  let ledgerEntry: number | undefined

  async function take<Values extends object>(
    from: Statement<Values, LastNumber>,
    values: NoInfer<Values>,
    use: NumberUse,
  ): Promise<(series: NumberSeries) => number> {
    const rows = await (areReplaced ? session.all(from, values) : session.draw(from, values, use))
    return (series) => {
      const row = rows.find(({ name }) => name === series)
      if (row === undefined) throw new Error(`No number was given: ${series}`)
      return row.last_number
    }
  }

  return {
    async nextNumbers(series, count) {
      const known = series === 'drawdownTransaction' && count === 1 ? ledgerEntry : undefined
      if (known !== undefined) {
        ledgerEntry = undefined
        return known
      }
      const lastOf = await take(takeNumbers, { series, count }, useOf(series))
      return lastOf(series) - count + 1
    },
    async nextOrderNumbers(cards, isCaptured = false) {
      const taken = { order: 1, card: cards, internalCard: cards, drawdownTransaction: 1 }
      const lastOf = await take(takeOrderNumbers(isCaptured ? 'captured' : 'placed'), taken, 'stored')
      if (isCaptured) ledgerEntry = lastOf('drawdownTransaction')
      return {
        order: lastOf('order'),
        card: lastOf('card') - cards + 1,
        internalCard: lastOf('internalCard') - cards + 1,
      }
    },
    replace() {
      areReplaced = true
      ledgerEntry = undefined
    },
  }
}
