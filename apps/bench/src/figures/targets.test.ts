import { describe, expect, it } from 'vitest'
import { sampleReport } from './sample-report.fixture.ts'
import { judgeTargets } from './targets.ts'

const operations = (cpuUs: number, count: number) =>
  ({ side: 'own', operations: count, cpuUs, perSecond: 1, startMs: 1 }) as const

const find = (title: string, report: ReturnType<typeof sampleReport>) =>
  judgeTargets(report).find((verdict) => verdict.title === title)

const judgeStart = (readyMs: number) =>
  find(
    'Start until ready',
    sampleReport([], {
      start: [
        { side: 'postgres', readyMs: 9000, idleRssBytes: 9e9 },
        { side: 'sqlite', readyMs, idleRssBytes: 149e6 },
      ],
    }),
  )

const judgeGrowth = (largest: number) =>
  find(
    'CPU of a request, 500 operations by 15',
    sampleReport([], {
      operations: [
        { ...operations(50, 15), side: 'express-validator' },
        operations(100, 15),
        operations(300, 60),
        { ...operations(400, 500), side: 'express-validator' },
        operations(largest, 500),
      ],
    }),
  )

const reportOfClient = (addedWallPercent: number, heapGrowth: number) => {
  const cost = { wallUs: 1, cpuUs: 1 }
  const own = {
    client: cost,
    openapiFetch: cost,
    timed: cost,
    rounds: 5,
    addedWallPercent,
    addedCpuPercent: 1,
    overTimedPercent: 1,
  }
  const heap = [
    { calls: 4000, heapBytes: 150 },
    { calls: 14_000, heapBytes: 100 },
    { calls: 24_000, heapBytes: 100 * heapGrowth },
  ]
  return sampleReport([], { client: { own, bareHttp: { ...own, addedWallPercent: 1 }, heap } })
}

describe('judgeTargets', () => {
  it.each([
    ['wallet', 'CPU: Read a wallet card, by Express and its validator', 'express-validator', 0.9],
    ['wallet', 'CPU: Read a wallet card, by Prism, silent', 'prism', 0.5],
    ['cart', 'CPU: Fetch the existing cart, by Express and its validator', 'express-validator', 0.9],
    ['cart', 'CPU: Fetch the existing cart, by Prism, silent', 'prism', 0.5],
    ['add', 'CPU: Add a card to the cart, by Prism, silent', 'prism', 1],
  ] as const)('limits the CPU of %s: %s', (work, title, side, atMost) => {
    const withCpu = (cpuUs: number) =>
      find(
        title,
        sampleReport([
          { work, cpuUs },
          { work, side, cpuUs: 200 },
        ]),
      )
    expect(withCpu(200 * atMost)).toMatchObject({ wanted: `≤ × ${atMost}`, isReached: true })
    expect(withCpu(200 * atMost + 1)).toMatchObject({ isReached: false })
  })

  it('shows both costs of a CPU target', () => {
    const report = sampleReport([{ cpuUs: 80.4 }, { side: 'express-validator', cpuUs: 100 }])
    expect(find('CPU: Read a wallet card, by Express and its validator', report)).toMatchObject({
      seen: '× 0.80 (80 by 100 µs)',
    })
  })

  it('compares the rate of checkouts with bare Express', () => {
    const title = 'Requests a second: Check out, by Express, bare'
    const express = { work: 'checkout', side: 'bare-express', perSecond: 1000 } as const
    const withRate = (perSecond: number) =>
      find(title, sampleReport([{ work: 'checkout', perSecond }, express]))
    expect(withRate(120)).toMatchObject({ wanted: '≥ × 0.12', seen: '× 0.12', isReached: true })
    expect(withRate(119)).toMatchObject({ isReached: false })
  })

  it('judges works at sixteen connections alone', () => {
    const report = sampleReport([{ connections: 1 }, { connections: 1, side: 'express-validator', cpuUs: 1 }])
    expect(find('CPU: Read a wallet card, by Express and its validator', report)).not.toHaveProperty('seen')
  })

  it('judges the start of the server on SQLite', () => {
    expect(judgeStart(1500)).toMatchObject({ wanted: '≤ 1,500 ms', seen: '1,500 ms', isReached: true })
    expect(judgeStart(1500.4)).toMatchObject({ isReached: false })
  })

  it('judges what the client adds by the clock', () => {
    const title = 'The client over openapi-fetch, by the clock'
    expect(find(title, reportOfClient(15, 1))).toMatchObject({
      wanted: '≤ 15 %',
      seen: '15.0 %',
      isReached: true,
    })
    expect(find(title, reportOfClient(15.01, 1))).toMatchObject({ isReached: false })
  })

  it('judges how the heap of the client grows', () => {
    const title = 'Heap of the client, after 24,000 calls by fewer'
    expect(find(title, reportOfClient(1, 1.05))).toMatchObject({
      wanted: '≤ × 1.05',
      seen: '× 1.05',
      isReached: true,
    })
    expect(find(title, reportOfClient(1, 1.06))).toMatchObject({ isReached: false })
  })

  it('compares two servers with one, where each works on one connection', () => {
    const load = { p50Us: 1, p99Us: 2, cpuUs: 3, databaseCpuUs: 4, busyCores: 1 }
    const instances = [
      { ...load, servers: 1, atWork: 1, perSecond: 100 },
      { ...load, servers: 2, atWork: 1, perSecond: 119 },
      { ...load, servers: 2, atWork: 9, perSecond: 200 },
    ]
    const title = 'Two servers on one PostgreSQL, by one'
    expect(find(title, sampleReport([], { instances }))).toMatchObject({ seen: '× 1.19', isReached: false })
    expect(find(title, sampleReport([], { instances: instances.slice(1) }))).not.toHaveProperty('seen')
  })

  it('compares the largest document with the smallest', () => {
    expect(judgeGrowth(115)).toMatchObject({
      wanted: '≤ × 1.15',
      seen: '× 1.15 (Express and its validator: × 8.00)',
      isReached: true,
    })
    expect(judgeGrowth(116)).toMatchObject({ isReached: false })
  })
})
