import { describe, expect, it } from 'vitest'
import { toBenchDrawings, toBenchInserts } from './bench-inserts.ts'
import { sampleFigures } from './sample-bench-figures.fixture.ts'

const textOf = (name: string, figures = sampleFigures): string => toBenchInserts(figures)[name]?.() ?? ''

describe('toBenchInserts', () => {
  it('names each drawing with what it shows', () => {
    expect(textOf('bench-bars')).toBe(
      '![Requests a second by those of bare Express, by work and side. Read a wallet card: This server, SQLite 0.50, ' +
        'This server, PostgreSQL 0.25. Check out: This server, SQLite 0.13.](drawn/bench-works)',
    )
    expect(textOf('bench-operations-lines')).toContain(
      "The kit's router: 200 µs at 15 operations, 250 µs at 500 operations.",
    )
    expect(textOf('bench-orders-lines')).toContain(
      'SQLite: read a wallet card: 100 µs at 1,000 orders, 110 µs at 1,000,000 orders.',
    )
  })

  it('draws whatever it names', () => {
    const named = ['bench-bars', 'bench-operations-lines', 'bench-orders-lines'].map(
      (name) => /\]\((.*)\)$/.exec(textOf(name))?.[1],
    )
    expect(named.toSorted()).toStrictEqual(Object.keys(toBenchDrawings(sampleFigures)).toSorted())
  })

  it('sets the ratio by CPU time in brackets', () => {
    expect(textOf('bench-ratios')).toContain('| This server, SQLite | 0.50 (0.40) |')
  })

  it('sets the CPU time of a database apart', () => {
    expect(textOf('bench-cpu')).toContain('| This server, PostgreSQL | 60 + 40 |')
  })

  it('tells by how much memory grew in the last quarter', () => {
    expect(textOf('bench-memory')).toContain(
      'in the last quarter it grew by 2 MB. As many requests make an hour at 10',
    )
  })

  it('tells what client, checker and types cost', () => {
    expect(textOf('bench-tools')).toContain('4.0 % more by the clock, and 6.0 % more CPU time')
    expect(textOf('bench-tools')).toContain('12.3 MB after 4,000 calls, 12.3 MB after 24,000 calls, each')
    expect(textOf('bench-tools')).toContain('judges 2,000 requests a second')
    expect(textOf('bench-tools')).toContain('450 ms on a project that imports the client, and 300 ms')
  })

  it('says when, on what, and that a quick run is no figure to quote', () => {
    expect(textOf('bench-machine')).toMatch(
      /^Measured on 2026-01-02: Sample CPU, 2 cores, 8 GB, Linux 6, Node\.js v24/,
    )
    expect(textOf('bench-machine')).toContain('; 3 rounds of 2 s; load average 0.1 before and 1.3 after.')
    expect(textOf('bench-machine')).not.toContain('--quick')
    expect(textOf('bench-machine', { ...sampleFigures, quick: true })).toContain(
      'for trying, not for quoting',
    )
  })
})
