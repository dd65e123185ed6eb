import { readFileSync } from 'node:fs'
import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'

/** What `npm run bench -- --json` writes. */
export interface BenchFigures {
  readonly measuredAt: string
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly memoryBytes: number
    readonly system: string
    readonly node: string
    readonly loadAtStart: number
    readonly loadAtEnd: number
  }
  readonly size: { readonly connections: number; readonly requests: number; readonly rounds: number }
  /** The names of the servers. */
  readonly titles: Readonly<Record<string, string>>
  readonly requests: readonly {
    readonly work: string
    readonly side: string
    readonly cpuUs: number
    readonly timesByHand: number
    readonly perSecond: number
    readonly p99Ms: number
  }[]
  readonly start: readonly { readonly side: string; readonly readyMs: number; readonly idleMb: number }[]
  readonly client: readonly {
    readonly clientWallUs: number
    readonly openapiFetchWallUs: number
    readonly addedWallPercent: number
    readonly addedCpuPercent: number
  }[]
}

/** Reads the figures of the last run that was written down. Throws if it left out a part. */
export function readBenchFigures(file: string): BenchFigures {
  const figures = JSON.parse(readFileSync(file, 'utf8')) as BenchFigures
  const missing = (['requests', 'start', 'client'] as const).filter((part) => figures[part] === undefined)
  if (missing.length > 0)
    throw new Error(`${file} has no ${missing.join(', ')}: run the bench without --only`)
  return figures
}

/** The tables and sentences of the guide that shows the figures of the bench. */
export function toBenchInserts(figures: BenchFigures): Readonly<Record<string, () => string>> {
  const { machine, size, titles, requests, start, client } = figures
  const titleOf = (side: string): string => toMarkdownText(titles[side] ?? side)
  return {
    'bench-machine': () =>
      `Measured on ${figures.measuredAt.slice(0, 10)}: ${toMarkdownText(machine.cpu)}, ${machine.cores} cores, ` +
      `${toCount(machine.memoryBytes / 1e9)} GB, ${toMarkdownText(machine.system)}, Node.js ${machine.node}; load average ` +
      `${machine.loadAtStart.toFixed(1)} before and ${machine.loadAtEnd.toFixed(1)} after. Medians of ${size.rounds} rounds; ` +
      `in each, every server gets ${toCount(size.requests)} requests of a kind over ${size.connections} connections.`,
    'bench-requests': () =>
      toMarkdownTable(
        ['Request', 'Server', 'CPU time', 'By hand is 1', 'Requests a second', 'p99'],
        requests.map(({ work, side, cpuUs, timesByHand, perSecond, p99Ms }) => [
          toMarkdownText(work),
          titleOf(side),
          `${toCount(cpuUs)} µs`,
          timesByHand.toFixed(2),
          toCount(perSecond),
          `${toCount(p99Ms)} ms`,
        ]),
      ),
    'bench-start': () =>
      toMarkdownTable(
        ['Server', 'First response after', 'Memory at rest'],
        start.map(({ side, readyMs, idleMb }) => [
          titleOf(side),
          `${toCount(readyMs)} ms`,
          `${toCount(idleMb)} MB`,
        ]),
      ),
    'bench-client': () =>
      client
        .map(
          ({ clientWallUs, openapiFetchWallUs, addedWallPercent, addedCpuPercent }) =>
            `A call by the client takes ${toCount(clientWallUs)} µs, and the same call by bare openapi-fetch ` +
            `${toCount(openapiFetchWallUs)} µs. In the median round it is ${toCount(addedWallPercent)} % more by the clock, and ` +
            `${toCount(addedCpuPercent)} % more CPU time of the caller.`,
        )
        .join('\n'),
  }
}

/** A count without decimals, thousands apart. */
function toCount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
