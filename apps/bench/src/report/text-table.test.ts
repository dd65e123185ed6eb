import { describe, expect, it } from 'vitest'
import { toTextTable } from './text-table.ts'

describe('toTextTable', () => {
  it('sets the first column to the left and the others to the right', () => {
    const table = toTextTable(
      ['name', 'µs'],
      [
        ['a', '1,000'],
        ['longer', ''],
      ],
    )
    expect(table.split('\n')).toStrictEqual(['name       µs', '──────  ─────', 'a       1,000', 'longer'])
  })
})
