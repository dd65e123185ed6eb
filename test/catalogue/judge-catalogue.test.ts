import { describe, expect, it } from 'vitest'
import { judgeCatalogue, type WorkspaceReport } from './judge-catalogue.ts'

const rules = ['1-01', '1-02'].map((id) => ({
  id,
  section: '1',
  statement: `Rule ${id} holds.`,
  where: { server: 'why' },
}))

const run = (title: string, status: string, ...ids: string[]) => ({
  title,
  file: 'a.test.ts',
  status,
  rules: ids,
})

const reportOf = (...tests: ReturnType<typeof run>[]): WorkspaceReport[] => [
  { workspace: 'apps/server', state: 'current', tests },
]

describe('judgeCatalogue', () => {
  it('finds nothing when every row is proven', () => {
    const tests = [run('a', 'passed', '1-01'), run('b', 'passed', '1-01', '1-02'), run('c', 'passed')]
    expect(judgeCatalogue(rules, reportOf(...tests))).toEqual({
      problems: [],
      summary: '2 rules, 2 proven by 2 tests',
      totals: '3 passed, 0 failed',
    })
  })

  it('reports a row without a test', () => {
    expect(judgeCatalogue(rules, reportOf(run('a', 'passed', '1-01')))).toEqual({
      problems: ['Row 1-02 is proven by no test: Rule 1-02 holds.'],
      summary: '2 rules, 1 proven by 1 tests',
      totals: '1 passed, 0 failed',
    })
  })

  it('reports a row whose test failed', () => {
    const tests = [run('a', 'passed', '1-01', '1-02'), run('b', 'failed', '1-02')]
    expect(judgeCatalogue(rules, reportOf(...tests))).toEqual({
      problems: ['Row 1-02 is not proven: "b" failed (a.test.ts).'],
      summary: '2 rules, 1 proven by 1 tests',
      totals: '1 passed, 1 failed',
    })
  })

  it('reports a row whose test was skipped', () => {
    const { problems } = judgeCatalogue(rules, reportOf(run('a', 'skipped', '1-01', '1-02')))
    expect(problems).toEqual([
      'Row 1-01 is not proven: "a" skipped (a.test.ts).',
      'Row 1-02 is not proven: "a" skipped (a.test.ts).',
    ])
  })

  it('reports a test that names an unknown row', () => {
    const { problems } = judgeCatalogue(rules, reportOf(run('a', 'passed', '1-01', '1-02', '9-99')))
    expect(problems).toEqual(['"a" names row 9-99, which the catalogue does not have (a.test.ts).'])
  })

  it('reports a missing and an unreadable report', () => {
    const { problems } = judgeCatalogue(
      [],
      [
        { workspace: 'test', state: 'missing' },
        { workspace: 'openapi', state: 'unreadable' },
      ],
    )
    expect(problems).toEqual([
      'test has no test report; run its tests first.',
      'The test report of openapi cannot be read; run its tests again.',
    ])
  })
})
