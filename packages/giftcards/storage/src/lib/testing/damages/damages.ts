import { accounts, history, jobs } from './accounts-and-jobs.ts'
import type { Damage } from './damage.ts'
import { money, stock } from './money-and-stock.ts'
import { cards, coupons, orders, payments } from './sales.ts'

/** Every damage that the audit must report. */
export const damages: readonly Damage[] = [
  ...payments,
  ...orders,
  ...cards,
  ...coupons,
  ...money,
  ...stock,
  ...accounts,
  ...jobs,
  ...history,
]
