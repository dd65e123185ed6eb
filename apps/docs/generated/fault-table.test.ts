import { describe, expect, it } from 'vitest'
import { type FaultFigures, toFaultSentence, toFaultTable } from './fault-table.ts'

const kill: FaultFigures = {
  title: 'A server is killed',
  rounds: 50,
  writing: 49,
  checkouts: 140,
  requests: 1200,
  purchases: 300,
  settledPayments: 7,
  repeatedPurchases: 20,
  slowestRecovery: 1.25,
  lost: 0,
}
const { writing: _writing, checkouts: _checkouts, slowestRecovery: _recovery, ...slow } = kill

describe('toFaultTable', () => {
  it('has a row for each fault, and their sums', () => {
    expect(toFaultTable([kill, slow]).split('\n').slice(2)).toStrictEqual([
      '| A server is killed | 50 | 0 | 49 | 300 | 7 | 20 |',
      '| A server is killed | 50 | 0 |  | 300 | 7 | 20 |',
      '| Together | 100 | 0 | 49 | 600 | 14 | 40 |',
    ])
  })

  it('adds up what was lost', () => {
    const table = toFaultTable([
      { ...kill, lost: 1 },
      { ...kill, lost: 2 },
    ])
    expect(table.split('\n').at(-1)).toMatch(/^\| Together \| 100 \| 3 \|/)
  })
})

describe('toFaultSentence', () => {
  it('says what was lost, and in how much', () => {
    expect(toFaultSentence([kill, { ...slow, lost: 2 }])).toBe(
      '**Lost: 2.** After 100 faults of 2 kinds in 2,400 requests, 600 purchases were checked; 140 checkouts were in ' +
        'flight when a fault struck. The slowest recovery took as long as 1.3 normal starts of a server.',
    )
  })
})
