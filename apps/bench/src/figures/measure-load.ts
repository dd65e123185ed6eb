import type { LoadJob } from '../load/load-plan.ts'
import type { LoadGenerator } from '../load/start-load-generator.ts'
import type { RunningSide } from '../sides/side.ts'

/** The figures of one side under one load. */
export interface LoadFigures {
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
  /** CPU time of the side's process for one request. */
  readonly cpuUs: number
  /** CPU time of the database's own processes for one request; 0 where it has none, or where it cannot be known. */
  readonly databaseCpuUs: number
}

/** Drives a plan against a side, and asks it before and after what it has used. */
export async function measureLoad(
  load: LoadGenerator,
  side: RunningSide,
  job: Omit<LoadJob, 'ports'>,
): Promise<LoadFigures> {
  const before = await side.usage()
  const { requests, perSecond, p50Us, p99Us } = await load.run({ ...job, ports: [side.port] })
  const after = await side.usage()
  return {
    perSecond,
    p50Us,
    p99Us,
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
    databaseCpuUs: (after.databaseCpuUs - before.databaseCpuUs) / requests,
  }
}
