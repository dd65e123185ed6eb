import { describe, expect, it } from 'vitest'
import { toBodyHint } from './body-hint.ts'

const problems = (count: number): string[] => Array.from({ length: count }, (_, index) => `problem ${index}`)

describe('toBodyHint', () => {
  it('says that a body is as the contract wants it', () => {
    expect(toBodyHint('{}', [])).toStrictEqual({
      rows: 4,
      verdict: '1 line, as the contract wants it',
      problems: [],
    })
  })

  it('counts the lines of a body with problems', () => {
    expect(toBodyHint('{\n}', ['a'])).toStrictEqual({ rows: 4, verdict: '2 lines', problems: ['a'] })
  })

  it('lists eight problems and counts the rest', () => {
    expect(toBodyHint('', problems(8)).problems).toStrictEqual(problems(8))
    expect(toBodyHint('', problems(10)).problems).toStrictEqual([...problems(8), 'and 2 more'])
  })

  it.each([
    [4, 4],
    [5, 5],
    [24, 24],
    [25, 24],
  ])('shows %d lines in %d rows', (lines, rows) => {
    expect(toBodyHint('\n'.repeat(lines - 1), []).rows).toBe(rows)
  })
})
