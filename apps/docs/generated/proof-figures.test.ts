import { describe, expect, it } from 'vitest'
import { toProofInserts } from './proof-figures.ts'

describe('toProofInserts', () => {
  it('says what ran, and on what', () => {
    const figures = {
      faults: {},
      checks: {},
      matrix: { operations: 14, callers: 9, cells: 126 },
      machine: { node: '24.1.0', sqlite: '3.51.0', system: 'linux x64', processors: 2 },
      postgres: { version: '18.3' },
    }
    const rules = [{ id: '1-01' }, { id: '1-02' }, { id: '1-03' }]
    const proofs = new Map([
      ['1-01', ['a.test.ts', 'b.test.ts']],
      ['1-02', ['a.test.ts']],
    ])
    const inserts = toProofInserts(figures, rules, proofs)
    expect(inserts['test-figures']?.()).toBe(
      [
        '- The authorization matrix of 14 operations and 9 kinds of callers: 126 cells, each answered as decided.',
        '- The [rule catalogue](../rules.html): 2 of 3 rules are proven, by tests in 2 files.',
      ].join('\n'),
    )
    expect(inserts['proof-machine']?.()).toBe(
      'Node.js 24.1.0, SQLite 3.51.0, PostgreSQL 18.3; linux x64, 2 processors.',
    )
  })
})
