import type { SideName } from '../sides/sides.ts'
import type { LoadFigures } from './measure-load.ts'

/** One turn of a side at a work. */
export interface Turn extends LoadFigures {
  readonly side: SideName
  readonly work: string
  readonly connections: number
  readonly round: number
}

/** The medians of all turns of a side at a work. */
export interface Cell extends Omit<Turn, 'round'> {
  readonly rounds: number
  /** Requests per second, by those of bare Express in the same round; absent if that was not measured. */
  readonly ratio?: number
  /** Likewise requests per second of CPU time, the database's included. */
  readonly cpuRatio?: number
}
