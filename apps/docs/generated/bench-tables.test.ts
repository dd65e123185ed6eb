import { describe, expect, it } from 'vitest'
import {
  toConnectionTable,
  toInstancesTable,
  toLatency,
  toOperationsTable,
  toOrdersTable,
  toSideTable,
  toStartTable,
  toTargetTable,
} from './bench-tables.ts'
import { sampleFigures } from './sample-bench-figures.fixture.ts'

const rowsOf = (table: string): readonly string[] => table.split('\n').slice(2)

describe('toTargetTable', () => {
  it('says what was reached and what was missed', () => {
    expect(rowsOf(toTargetTable(sampleFigures))).toStrictEqual([
      '| Start until ready | ≤ 1,000 ms | 900 ms | reached |',
      '| Memory when idle | ≤ 150 MB | 151 MB | **missed** |',
    ])
  })
})

describe('toSideTable', () => {
  it('has a row for each side and a column for each work, at sixteen connections', () => {
    const table = toSideTable(sampleFigures, ({ ratio }) => String(ratio))
    expect(table.split('\n')[0]).toBe('| Side | Read a wallet card | Check out |')
    expect(rowsOf(table)).toStrictEqual([
      '| Express, bare | 1 | 1 |',
      '| This server, SQLite | 0.5 | 0.125 |',
      '| This server, PostgreSQL | 0.25 |  |',
    ])
  })
})

describe('toConnectionTable', () => {
  it('has a column for each number of connections, fewest first', () => {
    const table = toConnectionTable(sampleFigures)
    expect(table.split('\n')[0]).toBe('| Requests a second | 1 connection | 16 connections |')
    expect(rowsOf(table)[0]).toBe('| This server, SQLite: Read a wallet card | 700 | 2,000 |')
  })
})

describe('toStartTable', () => {
  it('has time and memory of each side', () => {
    expect(rowsOf(toStartTable(sampleFigures))).toStrictEqual(['| This server, SQLite | 912 ms | 150 MB |'])
  })
})

describe('toOperationsTable', () => {
  it('names the router, and the others by their titles', () => {
    const rows = rowsOf(toOperationsTable(sampleFigures))
    expect(rows[1]).toBe("| The kit's router | 500 | 250 µs | 4,000 | 900 ms |")
    expect(rows[3]).toMatch(/^\| express-validator \| 500 \| 1,600 µs/)
  })
})

describe('toOrdersTable', () => {
  it('counts the database into the CPU time', () => {
    const [order] = sampleFigures.orders
    if (order === undefined) throw new Error('The sample has no order')
    const table = toOrdersTable({ ...sampleFigures, orders: [{ ...order, databaseCpuUs: 25 }] })
    expect(rowsOf(table)).toStrictEqual([
      '| This server, SQLite | Read a wallet card | 1,000 | 1,000 | 0.0 ms | 0.0 ms | 125 µs |',
    ])
  })
})

describe('toInstancesTable', () => {
  it('has a row for each number of servers', () => {
    expect(rowsOf(toInstancesTable(sampleFigures))[1]).toBe(
      '| 2 | 1 | 500 | 80 ms | 3,200 µs | 1,100 µs | 1.6 |',
    )
  })
})

describe('toLatency', () => {
  it('has a decimal below ten milliseconds', () => {
    expect([940, 9949, 12_400].map(toLatency)).toStrictEqual(['0.9 ms', '9.9 ms', '12 ms'])
  })
})
