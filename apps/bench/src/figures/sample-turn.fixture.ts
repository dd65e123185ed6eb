import type { Turn } from './cell.ts'

/** A turn with figures of no meaning, but those given. */
export function sampleTurn(changes: Partial<Turn>): Turn {
  return {
    side: 'sqlite',
    work: 'wallet',
    connections: 16,
    round: 1,
    perSecond: 1000,
    p50Us: 10,
    p99Us: 20,
    cpuUs: 100,
    databaseCpuUs: 0,
    ...changes,
  }
}
