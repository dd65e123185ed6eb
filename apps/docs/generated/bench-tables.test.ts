import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BenchFigures, readBenchFigures, toBenchInserts } from './bench-tables.ts'

const machine = { cpu: 'Sample CPU', cores: 2, memoryBytes: 8e9, system: 'Linux 6', node: 'v24.0.0' }
const figures: BenchFigures = {
  measuredAt: '2026-01-02T03:04:05.000Z',
  machine: { ...machine, loadAtStart: 0.12, loadAtEnd: 1.25 },
  size: { connections: 16, requests: 1600, rounds: 9 },
  titles: { 'by-hand': 'By hand', sqlite: 'This server' },
  requests: [
    { work: 'Fetch the cart', side: 'by-hand', cpuUs: 120.4, timesByHand: 1, perSecond: 7000.4, p99Ms: 5 },
    { work: 'Fetch the cart', side: 'sqlite', cpuUs: 130, timesByHand: 1.083, perSecond: 6500, p99Ms: 6 },
  ],
  start: [{ side: 'sqlite', readyMs: 388.4, idleMb: 220.8 }],
  client: [{ clientWallUs: 818, openapiFetchWallUs: 739.5, addedWallPercent: 9.6, addedCpuPercent: 14.5 }],
}
const textOf = (name: string): string => toBenchInserts(figures)[name]?.() ?? ''

describe('toBenchInserts', () => {
  it.each([
    [
      'bench-machine',
      'Measured on 2026-01-02: Sample CPU, 2 cores, 8 GB, Linux 6, Node.js v24.0.0; load average 0.1',
    ],
    [
      'bench-machine',
      'Medians of 9 rounds; in each, every server gets 1,600 requests of a kind over 16 connections.',
    ],
    ['bench-requests', '| Fetch the cart | By hand | 120 µs | 1.00 | 7,000 | 5 ms |'],
    ['bench-requests', '| Fetch the cart | This server | 130 µs | 1.08 | 6,500 | 6 ms |'],
    ['bench-start', '| This server | 388 ms | 221 MB |'],
    [
      'bench-client',
      'takes 818 µs, and the same call by bare openapi-fetch 740 µs. In the median round it is 10 % more',
    ],
  ])('shows in %s: %s', (name, text) => {
    expect(textOf(name)).toContain(text)
  })
})

describe('readBenchFigures', () => {
  it('refuses a run that left out a part', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-figures-'))
    const file = join(folder, 'figures.json')
    const { client: _client, ...rest } = figures
    writeFileSync(file, JSON.stringify(rest))
    expect(() => readBenchFigures(file)).toThrow('has no client: run the bench without --only')
    rmSync(folder, { recursive: true })
  })
})
