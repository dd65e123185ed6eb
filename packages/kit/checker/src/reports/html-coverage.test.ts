import { describe, expect, it } from 'vitest'
import { createOperationCoverage } from '../../test/create-result.ts'
import { keywordTable, matrix } from './html-coverage.ts'

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
    expect(text).toMatch(/aria-label="3 of 4 satisfied">\s*<rect class="kept-bar" width="75\.0%"/)
    expect(text).toMatch(/aria-label="1 of 4 violated">\s*<rect class="broken-bar" width="25\.0%"/)
  })

  it('names what was not tried and on which side', () => {
    const keywords = [keyword('/a', 1, 1), keyword('/b', 1, 0), keyword('/c', 0, 3), keyword('/d', 0, 0)]
    const { text } = keywordTable([createOperationCoverage({ keywords })])
    expect(text.match(/<li><code>[^<]*<\/code> never [a-z]+/g)).toStrictEqual([
      '<li><code>/b</code> never violated',
      '<li><code>/c</code> never satisfied',
      '<li><code>/d</code> never tested',
    ])
  })

  it('says when there is nothing to try', () => {
    expect(keywordTable([createOperationCoverage({ keywords: [] })]).text).toContain(
      'No request in this document',
    )
  })
})

const seen = (count: number | '✓') => `<td class="seen">${count}</td>`

describe('matrix', () => {
  it.each<
    [
      title: string,
      documented: readonly string[],
      statuses: Readonly<Record<string, number>>,
      cells: readonly string[],
    ]
  >([
    ['counts what is documented and came', ['200'], { 200: 7 }, [seen(7)]],
    [
      'marks what is documented and never came',
      ['200', '404'],
      { 200: 1 },
      [seen(1), '<td class="unseen">–</td>'],
    ],
    ['marks what came undocumented', ['200'], { 200: 1, 418: 2 }, [seen(1), '<td class="strange">2!</td>']],
    ['takes a family as documentation', ['4xx'], { 404: 2 }, [seen(2), seen('✓')]],
    ['takes the default as documentation', ['default'], { 500: 1 }, [seen(1), seen('✓')]],
  ])('%s', (_title, documented, statuses, cells) => {
    const unseen = documented.filter((status) => status === '404')
    const text = matrix([createOperationCoverage({ documented, statuses, unseen })]).text
    const found = text.match(/<td[^>]*>[^<]*<\/td>/g)?.map((cell) => cell.replace(/ title="[^"]*"/, ''))
    expect(found).toStrictEqual(cells)
  })
})
