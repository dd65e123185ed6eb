import type { TextSource } from './fresh-names.ts'
import type { Witness } from './plan.ts'

/** What a plan of properties may ask, and how rich it should be. */
export interface PropertiesQuery {
  readonly meets: Witness
  readonly texts: TextSource
  /** Only what every object has, and what fills it up to the least number. */
  readonly isLeast: boolean
  /** Whether properties may be invented that no schema describes. */
  readonly inventsProperties: boolean
}
