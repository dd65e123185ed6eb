import { describe, expect, it } from 'vitest'
import { columnsByDepth, probeTable, readCells } from './table.ts'

describe('every construct of OpenAPI', () => {
  it.each(columnsByDepth.nightly)('is supported or named: %s', async (column) => {
    const { cells, faults } = await probeTable([column])
    expect(faults).toStrictEqual([])
    // `npm run gen:constructs` updates the committed cells.
    expect(cells).toStrictEqual(readCells().filter((cell) => cell.column === column))
  })
})
