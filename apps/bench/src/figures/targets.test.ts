import { describe, expect, it } from 'vitest'
import { sampleReport } from './sample-report.fixture.ts'
import { judgeTargets } from './targets.ts'

const operations = (cpuUs: number, count: number) =>
  ({ side: 'own', operations: count, cpuUs, perSecond: 1, startMs: 1 }) as const

const find = (title: string, report: ReturnType<typeof sampleReport>) =>
  judgeTargets(report).find((verdict) => verdict.title === title)

describe('judgeTargets', () => {
  it('compares a work with bare Express', () => {
    const title = 'Read a wallet card, by Express, bare'
    const express = { side: 'bare-express', perSecond: 2000, cpuUs: 80 } as const
    expect(find(title, sampleReport([{ perSecond: 1000 }, express]))).toMatchObject({
      wanted: '≥ × 0.5',
      seen: '× 0.50, by CPU × 0.80',
      isReached: true,
    })
    expect(find(title, sampleReport([{ perSecond: 998 }, express]))).toMatchObject({ isReached: false })
  })

  it('compares a work with a silent Prism', () => {
    const report = sampleReport([
      { work: 'cart', perSecond: 169 },
      { work: 'cart', side: 'prism', perSecond: 100 },
      { work: 'cart', side: 'prism-log', perSecond: 1 },
    ])
    expect(find('Fetch the existing cart, by Prism, silent', report)).toMatchObject({
      seen: '× 1.69, by CPU × 1.00',
      isReached: false,
    })
  })

  it('judges works at sixteen connections', () => {
    const report = sampleReport([{ connections: 1 }, { connections: 1, side: 'bare-express', perSecond: 1 }])
    expect(find('Read a wallet card, by Express, bare', report)).not.toHaveProperty('seen')
  })

  it('judges the start and the memory of the server on SQLite', () => {
    const start = [
      { side: 'postgres', readyMs: 9000, idleRssBytes: 9e9 },
      { side: 'sqlite', readyMs: 1000.4, idleRssBytes: 149e6 },
    ] as const
    const report = sampleReport([], { start })
    expect(find('Start until ready', report)).toMatchObject({ seen: '1,000 ms', isReached: false })
    expect(find('Memory when idle', report)).toMatchObject({ seen: '149 MB', isReached: true })
  })

  it('compares the memory after an hour with that after three quarters', () => {
    const title = 'Memory after an hour, by three quarters of it'
    const memory = { idleRssBytes: 1, usedRssBytes: 1, requests: 36_000, perSecond: 10 }
    const after = (quarterRssBytes: readonly number[]) =>
      find(title, sampleReport([], { memory: { ...memory, quarterRssBytes } }))
    expect(after([100, 200, 200, 210])).toMatchObject({ seen: '× 1.05', isReached: true })
    expect(after([100, 200, 200, 212])).toMatchObject({ seen: '× 1.06', isReached: false })
    expect(after([])).not.toHaveProperty('seen')
  })

  it('judges what the client adds by the clock', () => {
    const cost = { wallUs: 1, cpuUs: 1 }
    const own = {
      client: cost,
      fetch: cost,
      timed: cost,
      rounds: 5,
      addedWallPercent: 5.01,
      addedCpuPercent: 1,
      overTimedPercent: 1,
    }
    const report = sampleReport([], { client: { own, bareHttp: { ...own, addedWallPercent: 1 } } })
    expect(find('The client over fetch, by the clock', report)).toMatchObject({
      seen: '5.0 %',
      isReached: false,
    })
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
    const report = sampleReport([], {
      operations: [
        { ...operations(1, 15), side: 'express-validator' },
        operations(100, 15),
        operations(300, 60),
        operations(120, 500),
      ],
    })
    expect(find('CPU of a request, 500 operations by 15', report)).toMatchObject({
      seen: '× 1.20',
      isReached: true,
    })
  })
})
