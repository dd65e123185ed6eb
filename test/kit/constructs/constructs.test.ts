import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderPage } from './render-page.ts'
import { columnsByDepth, pageFile, probeTable, readCells } from './table.ts'

describe('every construct of OpenAPI', () => {
  it.each(columnsByDepth.test)('is supported or named: %s', async (column) => {
    const { cells, faults } = await probeTable([column])
    expect(faults).toStrictEqual([])
    // `npm run gen:constructs` updates the committed cells.
    expect(cells).toStrictEqual(readCells().filter((cell) => cell.column === column))
  })

  it('is on the page', async () => {
    expect(readFileSync(pageFile, 'utf8')).toBe(await renderPage(readCells()))
  })
})
