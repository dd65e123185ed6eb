import type { BenchReport } from './bench-report.ts'
import type { Turn } from './cell.ts'
import { sampleTurn } from './sample-turn.fixture.ts'
import { toCells } from './to-cells.ts'

/** A report of some turns, all in one round, and of some parts. */
export function sampleReport(turns: readonly Partial<Turn>[], parts: Partial<BenchReport> = {}): BenchReport {
  return {
    measuredAt: '2026-01-02T03:04:05.000Z',
    quick: false,
    rounds: 1,
    seconds: 2,
    cells: toCells(turns.map(sampleTurn)),
    machine: {
      cpu: 'Sample CPU',
      cores: 2,
      memoryBytes: 8e9,
      system: 'Linux 6',
      node: 'v24.0.0',
      loadAtStart: 0.1,
      loadAtEnd: 1.25,
    },
    ...parts,
  }
}
