import { describe, expect, it } from 'vitest'
import { createReportedFinding, createResult, share } from '../../test/create-result.ts'
import { counted, verdictText } from './verdict-text.ts'

describe('verdictText', () => {
  it('counts findings', () => {
    const findings = [createReportedFinding(), createReportedFinding()]
    expect(verdictText(createResult({ verdict: 'findings', findings }))).toBe('2 findings')
  })

  it('is green where all is well', () => {
    expect(verdictText(createResult())).toBe('green: the server matches its document')
  })

  it('names what an incomplete run did not see', () => {
    const skipped = ['left out', 'time'].map((reason) => ({ operationId: 'getPet', reason }))
    const result = createResult({ verdict: 'incomplete', skipped, coverage: { responses: share(1, 2) } })
    expect(verdictText(result)).toBe(
      'incomplete: no finding, but 1 documented response never seen and 1 operation not checked completely',
    )
  })
})

describe('counted', () => {
  it('writes noun and thousands as people do', () => {
    expect([counted(1, 'finding'), counted(0, 'finding'), counted(1204, 'request')]).toStrictEqual([
      '1 finding',
      '0 findings',
      '1,204 requests',
    ])
  })
})
