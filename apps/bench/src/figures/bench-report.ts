import type { CheckFigures } from '../parts/measure-check.ts'
import type { CheckerFigures } from '../parts/measure-checker.ts'
import type { ClientComparison } from '../parts/measure-client.ts'
import type { InstancesFigures } from '../parts/measure-instances.ts'
import type { MemoryFigures } from '../parts/measure-memory.ts'
import type { OperationsFigures } from '../parts/measure-operations.ts'
import type { OrdersFigures } from '../parts/measure-orders.ts'
import type { StartFigures } from '../parts/measure-start.ts'
import type { TypesFigures } from '../parts/measure-types.ts'
import type { Cell } from './cell.ts'

/** The machine of the bench. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryBytes: number
  readonly system: string
  readonly node: string
  /** The load average of the last minute, if the system reports one. */
  readonly loadAtStart: number
  readonly loadAtEnd: number
}

/** All results of one run. Measurements that were not requested are absent. */
export interface BenchReport {
  readonly machine: Machine
  /** When it ended, ISO 8601. */
  readonly measuredAt: string
  /** Whether the figures are only for trying. */
  readonly quick: boolean
  readonly rounds: number
  readonly seconds: number
  readonly cells: readonly Cell[]
  readonly start?: readonly StartFigures[]
  readonly memory?: MemoryFigures
  readonly operations?: readonly OperationsFigures[]
  readonly orders?: readonly OrdersFigures[]
  readonly client?: ClientComparison
  readonly checker?: CheckerFigures
  readonly types?: TypesFigures
  readonly instances?: readonly InstancesFigures[]
  readonly check?: CheckFigures
}
