import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { type Column, columns } from './construct.ts'
import { renderPage } from './render-page.ts'
import { pageFile, probeTable, readCells, writeCells } from './table.ts'

// Rewrites the page. With package names, probes only those packages and keeps the other columns.
const names = process.argv.slice(2)
const chosen: readonly Column[] =
  names.length === 0 ? columns : columns.filter((column) => names.includes(column))
const { cells, faults } = await probeTable(chosen)
writeCells([...cells, ...readCells().filter(({ column }) => !chosen.includes(column))])
writeFileSync(pageFile, await renderPage(readCells()))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
