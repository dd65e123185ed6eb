import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import process from 'node:process'
import type { Machine } from './bench-report.ts'

/** Describes the machine of the bench in its current state. */
export function describeMachine(loadAtStart: number): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
    loadAtStart,
    loadAtEnd: readLoad(),
  }
}

/** The load average of the last minute. */
export function readLoad(): number {
  return loadavg()[0] ?? 0
}
