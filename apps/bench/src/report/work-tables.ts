import type { Cell } from '../figures/cell.ts'
import { sideTitles } from '../sides/sides.ts'
import { works } from '../works/works.ts'
import { toCount, toTimes } from './numbers.ts'
import { toTextTable } from './text-table.ts'

const header = ['× bare Express', 'by CPU ×', 'requests/s', 'p50 µs', 'p99 µs', 'CPU µs', 'database µs']

/** A table for each work and number of connections: one row for each side. */
export function toWorkTables(cells: readonly Cell[]): string {
  const groups = Map.groupBy(cells, ({ work, connections }) => `${work}/${connections}`)
  return [...groups.values()].map(toTable).join('\n\n')
}

function toTable(cells: readonly Cell[]): string {
  const [first] = cells
  const title = works.find(({ name }) => name === first?.work)?.title ?? ''
  const rows = cells.map((cell) => [
    sideTitles[cell.side],
    toTimes(cell.ratio),
    toTimes(cell.cpuRatio),
    toCount(cell.perSecond),
    toCount(cell.p50Us),
    toCount(cell.p99Us),
    toCount(cell.cpuUs),
    cell.databaseCpuUs === 0 ? '' : toCount(cell.databaseCpuUs),
  ])
  return toTextTable([`${title} · ${first?.connections ?? 0} connections`.padEnd(46), ...header], rows)
}
