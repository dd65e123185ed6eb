import { describe, expect, it } from 'vitest'
import { createOperationCoverage } from '../../../../test/create-result.ts'
import { matrix } from './matrix.ts'

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
