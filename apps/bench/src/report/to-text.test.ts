import { describe, expect, it } from 'vitest'
import { sampleReport } from '../figures/sample-report.fixture.ts'
import { toText } from './to-text.ts'

/** Each table row as its cells. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) => line.split(/ {2,}/))

const clientFigures = {
  client: { wallUs: 110, cpuUs: 220 },
  openapiFetch: { wallUs: 100, cpuUs: 200 },
  rounds: 5,
  timed: { wallUs: 1, cpuUs: 2 },
  overTimedPercent: 3,
  addedWallPercent: 10,
  addedCpuPercent: 11,
}

describe('toText', () => {
  it('has the ratio to bare Express before everything else', () => {
    const text = toText(
      sampleReport([
        { side: 'bare-express', perSecond: 2000, cpuUs: 50 },
        { side: 'postgres', perSecond: 1000, p50Us: 1234.5, p99Us: 9000, cpuUs: 60, databaseCpuUs: 40 },
      ]),
    )
    expect(rowsOf(text)).toContainEqual([
      'This server, PostgreSQL',
      '0.50',
      '0.50',
      '1,000',
      '1,235',
      '9,000',
      '60',
      '40',
    ])
  })

  it('says of each measured target whether it was reached', () => {
    const text = toText(sampleReport([{ cpuUs: 60 }, { side: 'express-validator', cpuUs: 100 }]))
    expect(rowsOf(text)).toContainEqual([
      'CPU: Read a wallet card, by Express and its validator',
      '≤ × 0.9',
      '× 0.60 (60 by 100 µs)',
      'reached',
    ])
    expect(text).not.toContain('Start until ready')
  })

  it('names the machine, and a run that was only for trying', () => {
    const text = toText({ ...sampleReport([]), quick: true })
    expect(text).toContain(
      'Sample CPU, 2 cores, 8 GB, Linux 6, Node v24.0.0, load average 0.1 before and 1.3 after',
    )
    expect(text).toContain('2026-01-02T03:04:05.000Z, 1 round of 2 s; --quick: for trying, not for quoting')
  })

  it('has a table for each part', () => {
    const load = { perSecond: 100, p50Us: 1, p99Us: 2, cpuUs: 3, databaseCpuUs: 0 }
    const text = toText(
      sampleReport([], {
        start: [{ side: 'sqlite', readyMs: 1234, idleRssBytes: 150e6 }],
        memory: {
          idleRssBytes: 1e6,
          usedRssBytes: 2e6,
          quarterRssBytes: [10e6, 20e6, 30e6, 35e6],
          requests: 36_000,
          perSecond: 10,
        },
        operations: [{ side: 'own', operations: 500, perSecond: 900, cpuUs: 1100, startMs: 2000 }],
        orders: [{ ...load, side: 'sqlite', orders: 1_000_000, work: 'checkout' }],
        client: {
          own: clientFigures,
          bareHttp: { ...clientFigures, addedWallPercent: 20 },
          heap: [{ calls: 24_000, heapBytes: 9_876_543 }],
        },
        checker: {
          inProcess: { checkedPerSecond: 2000, barePerSecond: 9000 },
          overPort: { checkedPerSecond: 500, barePerSecond: 600 },
        },
        types: { emptyMs: 300, consumerMs: 450 },
        instances: [{ ...load, servers: 2, atWork: 1, databaseCpuUs: 7, busyCores: 1.5 }],
        check: { coldMs: 120_000, warmMs: 900 },
      }),
    )
    const rows = rowsOf(text)
    expect(rows).toContainEqual(['This server, SQLite', '1.23 s', '150 MB'])
    expect(rows).toContainEqual(['Growth in the last quarter', '5 MB'])
    expect(rows).toContainEqual(["The kit's router, 500 operations", '1,100', '900', '2.00 s'])
    expect(rows).toContainEqual(['This server, SQLite, 1,000,000 orders · Check out', '100', '1', '2', '3'])
    expect(rows).toContainEqual(['Added to openapi-fetch', '10.0 %', '11.0 %'])
    expect(rows).toContainEqual(['Heap after 24,000 calls', '9.88 MB'])
    expect(rows).toContainEqual(['Over a port', '500', '600'])
    expect(rows).toContainEqual(['One that imports the client', '0.45 s'])
    expect(rows).toContainEqual(['2 servers, 1 connection at work', '100', '1', '2', '3', '7', '1.50'])
    expect(text).toContain('120.00 s cold, 0.90 s warm')
  })
})
