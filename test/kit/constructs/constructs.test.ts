import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columns } from './construct.ts'
import { renderPage } from './render-page.ts'
import { columnsByDepth, constructs, pageFile, probeTable, readCells } from './table.ts'

describe('every construct of OpenAPI', () => {
  it.each(columnsByDepth.test)('is supported or named: %s', async (column) => {
    const { cells, faults } = await probeTable([column])
    expect(faults).toStrictEqual([])
    // `npm run gen:constructs` writes them anew.
    expect(cells).toStrictEqual(readCells().filter((cell) => cell.column === column))
  })

  it('has a cell for each package', () => {
    expect(readCells().map(({ construct, column }) => `${construct}, ${column}`)).toStrictEqual(
      constructs.flatMap(({ topic, name }) => columns.map((column) => `${topic}: ${name}, ${column}`)),
    )
  })

  it('is on the page', async () => {
    expect(readFileSync(pageFile, 'utf8')).toBe(await renderPage(readCells()))
  })
})
