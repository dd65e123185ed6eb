import { describe, expect, it } from 'vitest'
import { createOperationCoverage } from '../../../../test/create-result.ts'
import { keywordTable } from './keyword-table.ts'

const keyword = (pointer: string, valid: number, invalid: number) => ({
  name: 'type',
  pointer,
  valid,
  invalid,
})

describe('keywordTable', () => {
  it('draws the kept and the broken side', () => {
    const keywords = [keyword('/a', 1, 1), keyword('/b', 1, 0), keyword('/c', 0, 0), keyword('/d', 2, 0)]
    const { text } = keywordTable([createOperationCoverage({ keywords })])
    expect(text).toMatch(/aria-label="3 of 4 kept">\s*<rect class="kept-bar" width="75\.0%"/)
    expect(text).toMatch(/aria-label="1 of 4 broken">\s*<rect class="broken-bar" width="25\.0%"/)
  })

  it('names what was not tried and on which side', () => {
    const keywords = [keyword('/a', 1, 1), keyword('/b', 1, 0), keyword('/c', 0, 3), keyword('/d', 0, 0)]
    const { text } = keywordTable([createOperationCoverage({ keywords })])
    expect(text.match(/<li><code>[^<]*<\/code> never [a-z]+/g)).toStrictEqual([
      '<li><code>/b</code> never broken',
      '<li><code>/c</code> never kept',
      '<li><code>/d</code> never reached',
    ])
  })

  it('says when there is nothing to try', () => {
    expect(keywordTable([createOperationCoverage({ keywords: [] })]).text).toContain(
      'No request of this document',
    )
  })
})
