import { describe, expect, it } from 'vitest'
import { type CheckFigures, toCheckTable } from './check-table.ts'

const run: CheckFigures = {
  requests: 50_010,
  seeds: [1, 2],
  answers: { '2xx': 20_000, '4xx': 30_010, '5xx': 0, none: 0 },
  throttled: 5,
  operations: { reached: 14, total: 14 },
  findings: 0,
}

describe('toCheckTable', () => {
  it('adds the runs up', () => {
    expect(toCheckTable([run, run]).split('\n').at(-1)).toBe(
      '| 100,020 | 4 | 40,000 | 60,020 | 10 | 0 | 0 | 14 of 14 | 0 |',
    )
  })

  it('shows the worst', () => {
    const worse = {
      ...run,
      answers: { '5xx': 1, none: 2 },
      findings: 3,
      operations: { reached: 13, total: 14 },
    }
    expect(toCheckTable([run, worse]).split('\n').at(-1)).toMatch(/\| 1 \| 2 \| 13 of 14 \| 3 \|$/)
  })
})
