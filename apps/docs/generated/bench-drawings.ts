import type { BenchFigures } from './bench-figures.ts'
import { comparedCells, operationsTitle, titleOf, toCount } from './bench-tables.ts'
import { type BarGroup, drawBars } from './draw-bars.ts'
import { drawLines, type Line } from './draw-lines.ts'
import { toRatio } from './to-ratio.ts'

/** Something drawn from figures. */
export interface Drawing {
  readonly svg: string
  /** What it shows, for those who cannot see it. */
  readonly alternative: string
}

/** Left out of the bars: the line that they begin at, and what differs from its neighbour in its log alone. */
const notDrawn = ['bare-express', 'prism-log']

/** Bars for each side at each work, in ratio to bare Express. */
export function drawWorks(figures: BenchFigures): Drawing {
  const { titles } = figures
  const cells = comparedCells(figures).filter(({ side }) => !notDrawn.includes(side))
  const groups = [...Map.groupBy(cells, ({ work }) => work)].map(([work, here]): BarGroup => ({
    title: titles.works[work] ?? work,
    bars: here.flatMap(({ side, ratio }) =>
      ratio === undefined
        ? []
        : [{ label: titles.sides[side] ?? side, ratio, isOwn: side === 'sqlite' || side === 'postgres' }],
    ),
  }))
  const told = groups.map(
    ({ title, bars }) =>
      `${title}: ${bars.map(({ label, ratio }) => `${label} ${toRatio(ratio)}`).join(', ')}`,
  )
  return {
    svg: drawBars(groups),
    alternative: `Requests a second by those of bare Express, by work and side. ${told.join('. ')}.`,
  }
}

/** Lines of what a request costs as the contract grows. */
export function drawOperations({ operations, titles }: BenchFigures): Drawing {
  const lines = [...Map.groupBy(operations, ({ side }) => side)].map(([side, points]): Line => ({
    label: operationsTitle(titles.sides, side),
    points: points.map(({ operations: x, cpuUs: y }) => ({ x, y })),
  }))
  return {
    svg: drawLines(lines, { x: 'operations in the contract', y: 'CPU µs of a request' }),
    alternative: `CPU time of a request by the number of operations. ${tellLines(lines, 'operations')}`,
  }
}

/** Lines of what a request costs as the database grows. */
export function drawOrders({ orders, titles }: BenchFigures): Drawing {
  const lines = [...Map.groupBy(orders, ({ side, work }) => `${side}/${work}`).values()].map(
    (points): Line => ({
      label: `${points[0]?.side === 'postgres' ? 'PostgreSQL' : 'SQLite'}: ${titleOf(titles.works, points[0]?.work ?? '').toLowerCase()}`,
      points: points.map(({ orders: x, cpuUs, databaseCpuUs }) => ({ x, y: cpuUs + databaseCpuUs })),
    }),
  )
  return {
    svg: drawLines(lines, { x: 'orders in the database', y: 'CPU µs of a request, database included' }),
    alternative: `CPU time of a request by the number of orders. ${tellLines(lines, 'orders')}`,
  }
}

function tellLines(lines: readonly Line[], unit: string): string {
  const told = lines.map(
    ({ label, points }) =>
      `${label}: ${points.map(({ x, y }) => `${toCount(y)} µs at ${toCount(x)} ${unit}`).join(', ')}`,
  )
  return `${told.join('. ')}.`
}
