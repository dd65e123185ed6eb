import type { Domain } from './distinct-values.ts'
import type { Goal } from './goal.ts'
import type { Witness } from './plan.ts'

/** What a plan of items may ask. */
export interface ItemsQuery {
  readonly meets: Witness
  /** All values that meet a goal, where they are few. */
  readonly domainOf: Domain
  /** Whether items that must differ are various enough to be drawn. */
  readonly isVarious: (groups: readonly { readonly goal: Goal; readonly times: number }[]) => boolean
}
