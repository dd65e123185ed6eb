import { toMarkdownTable, toMarkdownText } from '@contract-kit/docs'
import type { BenchCell, BenchFigures } from './bench-figures.ts'

/** The connections at which sides are compared. */
export const comparedConnections = 16

/** The targets, and whether each was reached. */
export function toTargetTable({ targets }: BenchFigures): string {
  return toMarkdownTable(
    ['Target', 'Wanted', 'Seen', ''],
    targets.map(({ title, wanted, seen, isReached }) => [
      toMarkdownText(title),
      wanted,
      seen ?? '',
      isReached === true ? 'reached' : '**missed**',
    ]),
  )
}

/** One row for each side, one column for each work, of what `show` takes from a cell. */
export function toSideTable(figures: BenchFigures, show: (cell: BenchCell) => string): string {
  const cells = comparedCells(figures)
  const works = [...new Set(cells.map(({ work }) => work))]
  const sides = [...new Set(cells.map(({ side }) => side))]
  return toMarkdownTable(
    ['Side', ...works.map((work) => titleOf(figures.titles.works, work))],
    sides.map((side) => [
      titleOf(figures.titles.sides, side),
      ...works.map((work) => {
        const cell = cells.find((each) => each.side === side && each.work === work)
        return cell === undefined ? '' : show(cell)
      }),
    ]),
  )
}

/** Requests a second of the server, by work, engine and number of connections. */
export function toConnectionTable(figures: BenchFigures): string {
  const own = figures.cells.filter(({ side }) => side === 'sqlite' || side === 'postgres')
  const connections = [...new Set(own.map((cell) => cell.connections))].toSorted((a, b) => a - b)
  const rows = Map.groupBy(own, ({ side, work }) => `${side}/${work}`)
  return toMarkdownTable(
    ['Requests a second', ...connections.map((count) => `${count} connection${count === 1 ? '' : 's'}`)],
    [...rows.values()].map((row) => [
      `${titleOf(figures.titles.sides, row[0]?.side ?? '')}: ${titleOf(figures.titles.works, row[0]?.work ?? '')}`,
      ...connections.map((count) => {
        const cell = row.find((each) => each.connections === count)
        return cell === undefined ? '' : toCount(cell.perSecond)
      }),
    ]),
  )
}

/** How each side starts. */
export function toStartTable({ start, titles }: BenchFigures): string {
  return toMarkdownTable(
    ['Side', 'Until ready', 'Memory when idle'],
    start.map(({ side, readyMs, idleRssBytes }) => [
      titleOf(titles.sides, side),
      `${toCount(readyMs)} ms`,
      toMegabytes(idleRssBytes),
    ]),
  )
}

/** What each side costs as the contract grows. */
export function toOperationsTable({ operations, titles }: BenchFigures): string {
  return toMarkdownTable(
    ['Side', 'Operations', 'CPU of a request', 'Requests a second', 'Start'],
    operations.map(({ side, operations: count, cpuUs, perSecond, startMs }) => [
      operationsTitle(titles.sides, side),
      toCount(count),
      `${toCount(cpuUs)} µs`,
      toCount(perSecond),
      `${toCount(startMs)} ms`,
    ]),
  )
}

/** What each work costs as the database grows. */
export function toOrdersTable({ orders, titles }: BenchFigures): string {
  return toMarkdownTable(
    ['Side', 'Work', 'Orders', 'Requests a second', 'p50', 'p99', 'CPU of a request, database included'],
    orders.map(({ side, work, orders: count, perSecond, p50Us, p99Us, cpuUs, databaseCpuUs }) => [
      titleOf(titles.sides, side),
      titleOf(titles.works, work),
      toCount(count),
      toCount(perSecond),
      toLatency(p50Us),
      toLatency(p99Us),
      `${toCount(cpuUs + databaseCpuUs)} µs`,
    ]),
  )
}

/** What several servers do together. */
export function toInstancesTable({ instances }: BenchFigures): string {
  return toMarkdownTable(
    [
      'Servers',
      'Connections at work, each',
      'Requests a second',
      'p99',
      'CPU of a request',
      'of that, the database',
      'Cores kept busy',
    ],
    instances.map(({ servers, atWork, perSecond, p99Us, cpuUs, databaseCpuUs, busyCores }) => [
      String(servers),
      String(atWork),
      toCount(perSecond),
      toLatency(p99Us),
      `${toCount(cpuUs + databaseCpuUs)} µs`,
      `${toCount(databaseCpuUs)} µs`,
      busyCores.toFixed(1),
    ]),
  )
}

/** Whose cost it is under a document that grows. */
export function operationsTitle(titles: Readonly<Record<string, string>>, side: string): string {
  return side === 'own' ? "The kit's router" : titleOf(titles, side)
}

/** The cells at which sides are compared. */
export function comparedCells({ cells }: BenchFigures): readonly BenchCell[] {
  return cells.filter(({ connections }) => connections === comparedConnections)
}

/** A title as it stands in Markdown. */
export function titleOf(titles: Readonly<Record<string, string>>, name: string): string {
  return toMarkdownText(titles[name] ?? name)
}

/** A count without decimals, thousands apart. */
export function toCount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Bytes in megabytes of a million. */
export function toMegabytes(bytes: number): string {
  return `${toCount(bytes / 1e6)} MB`
}

/** Microseconds in milliseconds. */
export function toLatency(us: number): string {
  const ms = us / 1000
  return `${ms < 10 ? ms.toFixed(1) : toCount(ms)} ms`
}
