import type { LoadFigures } from './measure-load.ts'

/** CPU time of a request, that of the database's own processes included. */
export function allCpu({ cpuUs, databaseCpuUs }: Pick<LoadFigures, 'cpuUs' | 'databaseCpuUs'>): number {
  return cpuUs + databaseCpuUs
}
