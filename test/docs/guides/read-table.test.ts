import { describe, expect, it } from 'vitest'
import { readTable } from './read-table.ts'

const markdown = 'Text.\n\n| A | `B` |\n|---|---|\n| 1 | **2** |\n| 3 | |\n\nMore.'

describe('readTable', () => {
  it('reads each row by the heads, without marks', () => {
    expect(readTable(markdown, 'A', 'B')).toStrictEqual([
      { A: '1', B: '2' },
      { A: '3', B: '' },
    ])
  })

  it('refuses a table that is not there', () => {
    expect(() => readTable(markdown, 'A', 'C')).toThrow('There is no table that begins with A and C')
  })
})
