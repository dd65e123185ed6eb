import type { Work } from '../works/works.ts'
import type { RunningSide } from './side.ts'
import type { SideName } from './sides.ts'

/** A running side with what the load generator has to know of it. */
export interface MeasuredSide extends RunningSide {
  readonly name: SideName
  readonly title: string
  /** The name under which the load generator keeps what this side is sent. */
  planOf(work: Work): string
}
