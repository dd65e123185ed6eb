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

const cellsOf = (more: Parameters<typeof createOperationCoverage>[0]): readonly string[] =>
  matrix([createOperationCoverage(more)])
    .text.match(/<td[^>]*>[^<]*<\/td>/g)
    ?.map((cell) => cell.replace(/ title="[^"]*"/, '')) ?? []

describe('matrix', () => {
  it('counts what is documented and came', () => {
    expect(cellsOf({ documented: ['200'], statuses: { 200: 7 } })).toStrictEqual(['<td class="seen">7</td>'])
  })

  it('marks what is documented and never came', () => {
    expect(cellsOf({ documented: ['200', '404'], statuses: { 200: 1 }, unseen: ['404'] })).toStrictEqual([
      '<td class="seen">1</td>',
      '<td class="unseen">–</td>',
    ])
  })

  it('marks what came undocumented', () => {
    expect(cellsOf({ documented: ['200'], statuses: { 200: 1, 418: 2 } })).toStrictEqual([
      '<td class="seen">1</td>',
      '<td class="strange">2!</td>',
    ])
  })

  it('takes a family and the default as documentation', () => {
    expect(cellsOf({ documented: ['4xx'], statuses: { 404: 2 } })).toStrictEqual([
      '<td class="seen">2</td>',
      '<td class="seen">✓</td>',
    ])
    expect(cellsOf({ documented: ['default'], statuses: { 500: 1 } })[0]).toBe('<td class="seen">1</td>')
  })
})
