import type { BenchCell, BenchFigures } from './bench-figures.ts'

/** A cell with figures of no meaning, but those given. */
export function sampleCell(changes: Partial<BenchCell>): BenchCell {
  return {
    side: 'sqlite',
    work: 'wallet',
    connections: 16,
    perSecond: 1000,
    p50Us: 10,
    p99Us: 20,
    cpuUs: 100,
    databaseCpuUs: 0,
    ...changes,
  }
}

const cost = { wallUs: 100, cpuUs: 200 }
const clientCosts = { client: cost, openapiFetch: cost }
const rate = { checkedPerSecond: 2000, barePerSecond: 9000 }

/** Figures of two works and three sides. */
export const sampleFigures: BenchFigures = {
  measuredAt: '2026-01-02T03:04:05.000Z',
  quick: false,
  rounds: 3,
  seconds: 2,
  machine: {
    cpu: 'Sample CPU',
    cores: 2,
    memoryBytes: 8e9,
    system: 'Linux 6',
    node: 'v24.0.0',
    loadAtStart: 0.1,
    loadAtEnd: 1.25,
  },
  titles: {
    sides: {
      'bare-express': 'Express, bare',
      sqlite: 'This server, SQLite',
      postgres: 'This server, PostgreSQL',
    },
    works: { wallet: 'Read a wallet card', checkout: 'Check out' },
  },
  targets: [
    { title: 'Start until ready', wanted: '≤ 1,000 ms', seen: '900 ms', isReached: true },
    { title: 'Memory when idle', wanted: '≤ 150 MB', seen: '151 MB', isReached: false },
  ],
  cells: [
    sampleCell({ connections: 1, perSecond: 700 }),
    sampleCell({ side: 'bare-express', ratio: 1, cpuRatio: 1, perSecond: 4000 }),
    sampleCell({ ratio: 0.5, cpuRatio: 0.4, perSecond: 2000, p50Us: 1234, p99Us: 5678 }),
    sampleCell({ side: 'postgres', ratio: 0.25, cpuUs: 60, databaseCpuUs: 40 }),
    sampleCell({ side: 'bare-express', work: 'checkout', ratio: 1 }),
    sampleCell({ work: 'checkout', ratio: 0.125 }),
  ],
  start: [{ side: 'sqlite', readyMs: 912, idleRssBytes: 150e6 }],
  memory: {
    idleRssBytes: 140e6,
    usedRssBytes: 145e6,
    quarterRssBytes: [160e6, 170e6, 175e6, 177e6],
    requests: 36_000,
    perSecond: 10,
  },
  operations: [
    { side: 'own', operations: 15, perSecond: 5000, cpuUs: 200, startMs: 300 },
    { side: 'own', operations: 500, perSecond: 4000, cpuUs: 250, startMs: 900 },
    { side: 'express-validator', operations: 15, perSecond: 2000, cpuUs: 400, startMs: 300 },
    { side: 'express-validator', operations: 500, perSecond: 500, cpuUs: 1600, startMs: 900 },
  ],
  orders: [
    { ...sampleCell({}), orders: 1000 },
    { ...sampleCell({ cpuUs: 110 }), orders: 1_000_000 },
  ],
  client: {
    own: { ...clientCosts, rounds: 15, addedWallPercent: 4, addedCpuPercent: 6, overTimedPercent: 2 },
    bareHttp: { ...clientCosts, rounds: 15, addedWallPercent: 9, addedCpuPercent: 12, overTimedPercent: 5 },
    heap: [
      { calls: 4000, heapBytes: 12_340_000 },
      { calls: 24_000, heapBytes: 12_300_000 },
    ],
  },
  checker: { inProcess: rate, overPort: rate },
  types: { emptyMs: 300, consumerMs: 450 },
  instances: [
    { servers: 1, atWork: 1, perSecond: 300, p99Us: 90_000, cpuUs: 2000, databaseCpuUs: 1000, busyCores: 0.9 },
    { servers: 2, atWork: 1, perSecond: 500, p99Us: 80_000, cpuUs: 2100, databaseCpuUs: 1100, busyCores: 1.6 },
  ],
}
