import { readFileSync } from 'node:fs'

/** A side at a work; ratios are to bare Express. */
export interface BenchCell {
  readonly side: string
  readonly work: string
  readonly connections: number
  readonly ratio?: number
  readonly cpuRatio?: number
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
  readonly cpuUs: number
  readonly databaseCpuUs: number
}

/** What the client adds to bare openapi-fetch. */
export interface BenchClient {
  readonly client: { readonly wallUs: number; readonly cpuUs: number }
  readonly openapiFetch: { readonly wallUs: number; readonly cpuUs: number }
  readonly rounds: number
  readonly addedWallPercent: number
  readonly overTimedPercent: number
  readonly addedCpuPercent: number
}

/** What `npm run bench` has written down, all parts measured. */
export interface BenchFigures {
  readonly measuredAt: string
  readonly quick: boolean
  readonly rounds: number
  readonly seconds: number
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly memoryBytes: number
    readonly system: string
    readonly node: string
    readonly loadAtStart: number
    readonly loadAtEnd: number
  }
  readonly titles: {
    readonly sides: Readonly<Record<string, string>>
    readonly works: Readonly<Record<string, string>>
  }
  readonly targets: readonly {
    readonly title: string
    readonly wanted: string
    readonly seen?: string
    readonly isReached?: boolean
  }[]
  readonly cells: readonly BenchCell[]
  readonly start: readonly {
    readonly side: string
    readonly readyMs: number
    readonly idleRssBytes: number
  }[]
  readonly memory: {
    readonly idleRssBytes: number
    readonly usedRssBytes: number
    readonly quarterRssBytes: readonly number[]
    readonly requests: number
    readonly perSecond: number
  }
  readonly operations: readonly {
    readonly side: string
    readonly operations: number
    readonly perSecond: number
    readonly cpuUs: number
    readonly startMs: number
  }[]
  readonly orders: readonly (Omit<BenchCell, 'connections'> & { readonly orders: number })[]
  readonly client: {
    readonly own: BenchClient
    readonly bareHttp: BenchClient
    readonly heap: readonly { readonly calls: number; readonly heapBytes: number }[]
  }
  readonly checker: {
    readonly inProcess: { readonly checkedPerSecond: number; readonly barePerSecond: number }
    readonly overPort: { readonly checkedPerSecond: number; readonly barePerSecond: number }
  }
  readonly types: { readonly emptyMs: number; readonly consumerMs: number }
  readonly instances: readonly {
    readonly servers: number
    readonly atWork: number
    readonly perSecond: number
    readonly p99Us: number
    readonly cpuUs: number
    readonly databaseCpuUs: number
    readonly busyCores: number
  }[]
}

const parts = ['start', 'memory', 'operations', 'orders', 'client', 'checker', 'types', 'instances'] as const

/** The figures of a run. Throws one clear sentence where it did not measure all that the guide shows. */
export function parseBenchFigures(text: string): BenchFigures {
  const figures = JSON.parse(text) as Partial<BenchFigures>
  const missing = parts.filter((part) => figures[part] === undefined)
  if (missing.length > 0 || figures.cells?.length === 0) {
    const what = [...(figures.cells?.length === 0 ? ['works'] : []), ...missing].join(', ')
    throw new Error(`The bench has not measured ${what}: run it without --only`)
  }
  return figures as BenchFigures
}

/** Reads the figures of the last run that was written down. */
export function readBenchFigures(file: string): BenchFigures {
  return parseBenchFigures(readFileSync(file, 'utf8'))
}
