import { describe, expect, it } from 'vitest'
import { compileCalls } from './compile-calls.ts'
import { columnsByDepth, probeTable, readCells } from './table.ts'

describe('every construct of OpenAPI', () => {
  it.each(columnsByDepth.check)('is supported or named: %s', async (column) => {
    const { cells, faults } = await probeTable([column])
    expect(faults).toStrictEqual([])
    // `npm run gen:constructs` updates the committed cells.
    expect(cells).toStrictEqual(readCells().filter((cell) => cell.column === column))
  })
})

describe('a generated client', () => {
  it('compiles with a call of every operation', () => {
    expect(compileCalls()).toBe('')
  })
})
