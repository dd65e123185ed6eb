import { median } from './median.ts'
import type { LoadFigures } from './measure-load.ts'

/** The median of each figure over some measurements of the same. */
export function medianLoad(measured: readonly LoadFigures[]): LoadFigures {
  const middle = (of: (figures: LoadFigures) => number): number => median(measured.map(of))
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50Us: middle(({ p50Us }) => p50Us),
    p99Us: middle(({ p99Us }) => p99Us),
    cpuUs: middle(({ cpuUs }) => cpuUs),
    databaseCpuUs: middle(({ databaseCpuUs }) => databaseCpuUs),
  }
}
