import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { type Column, columns } from './construct.ts'
import { renderPage } from './render-page.ts'
import { type Cell, cellsFile, pageFile, probeTable, readCells } from './table.ts'

// Writes the page anew. Names of packages probe those alone, and leave the other columns as they are.
const names = process.argv.slice(2)
const chosen: readonly Column[] =
  names.length === 0 ? columns : columns.filter((column) => names.includes(column))
const { cells, faults } = await probeTable(chosen)
const kept = names.length === 0 ? [] : readCells().filter(({ column }) => !chosen.includes(column))
const all = sortCells([...cells, ...kept])
for (const file of [cellsFile, pageFile]) mkdirSync(dirname(file), { recursive: true })
writeFileSync(cellsFile, `${JSON.stringify(all, null, 1)}\n`)
writeFileSync(pageFile, await renderPage(all))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

/** In the order of the constructs, then of the packages. */
function sortCells(found: readonly Cell[]): readonly Cell[] {
  const rows = [...new Set(cells.map(({ construct }) => construct))]
  return found
    .filter(({ construct }) => rows.includes(construct))
    .toSorted(
      (one, other) =>
        rows.indexOf(one.construct) - rows.indexOf(other.construct) ||
        columns.indexOf(one.column) - columns.indexOf(other.column),
    )
}
