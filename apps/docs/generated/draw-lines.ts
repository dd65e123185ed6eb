import { escapeHtml } from '@contract-kit/docs'

/** One line, named at its end. */
export interface Line {
  readonly label: string
  readonly points: readonly Point[]
}

/** A point; both above 0. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What the axes say. */
export interface Axes {
  readonly x: string
  readonly y: string
}

const width = 760
const height = 330
const area = { left: 64, right: 530, top: 30, bottom: 280 }

/** Lines are told apart without colour: by their dashes, their marks and the labels at their ends. */
const dashes = ['', '7 4', '2 4', '10 4 2 4', '14 5', '4 2']

const style = `
.l-axis { stroke: var(--line, #9aa3b0); stroke-width: 1 }
.l-line { stroke: var(--text, #1b1f27); stroke-width: 1.75; fill: none }
.l-mark { stroke: var(--text, #1b1f27); stroke-width: 1.5; fill: var(--page, #ffffff) }
.l-own { stroke: var(--accent, #0f6b57) }
.l-text { fill: var(--text, #1b1f27); font-size: 12.5px }
.l-soft { fill: var(--soft, #505a68); font-size: 12px }
.l-mid { text-anchor: middle }
.l-end { text-anchor: end }
`.trim()

/** Lines on two logarithmic axes, a mark at each point. Throws where there is no point. */
export function drawLines(lines: readonly Line[], axes: Axes): string {
  const points = lines.flatMap((line) => line.points)
  if (points.length === 0) throw new Error('There is no point to draw')
  const toX = scale(
    points.map(({ x }) => x),
    area.left,
    area.right,
  )
  const ticks = listTicks(points.map(({ y }) => y))
  const toY = scale(ticks, area.bottom, area.top)
  const columns = [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b)
  const labels = spreadLabels(lines.map((line) => toY(line.points.at(-1)?.y ?? 1)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<style>${style}</style>`,
    text('l-soft', area.left - 56, 16, axes.y),
    text('l-soft l-mid', (area.left + area.right) / 2, height - 8, axes.x),
    ...ticks.flatMap((tick) => [
      `<path class="l-axis" d="M${area.left} ${toY(tick)}H${area.right}"/>`,
      text('l-soft l-end', area.left - 8, toY(tick) + 4, tick.toLocaleString('en-US')),
    ]),
    ...columns.map((x) => text('l-soft l-mid', toX(x), area.bottom + 20, x.toLocaleString('en-US'))),
    ...lines.flatMap((line, index) => drawLine(line, index, { toX, toY, labelY: labels[index] ?? 0 })),
    '</svg>\n',
  ].join('\n')
}

function drawLine(
  { label, points }: Line,
  index: number,
  place: {
    readonly toX: (x: number) => number
    readonly toY: (y: number) => number
    readonly labelY: number
  },
): readonly string[] {
  const { toX, toY, labelY } = place
  const dash = dashes[index % dashes.length] ?? ''
  const own = index === 0 ? ' l-own' : ''
  const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${toX(x)} ${toY(y)}`).join('')
  return [
    `<path class="l-line${own}" ${dash === '' ? '' : `stroke-dasharray="${dash}" `}d="${path}"/>`,
    ...points.map(({ x, y }) => drawMark(index, toX(x), toY(y), own)),
    text('l-text', area.right + 12, labelY + 4, label),
  ]
}

function drawMark(index: number, x: number, y: number, own: string): string {
  return index % 2 === 0
    ? `<circle class="l-mark${own}" cx="${x}" cy="${y}" r="4"/>`
    : `<rect class="l-mark${own}" x="${x - 3.5}" y="${y - 3.5}" width="7" height="7"/>`
}

/** From a value to its place, logarithmically; the smallest value at `from`, the largest at `to`. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
  return (value) =>
    high === low ? from : Math.round(from + ((Math.log(value) - low) / (high - low)) * (to - from))
}

/** Round values from below the smallest to above the largest: 1, 2 and 5 times powers of ten. */
function listTicks(values: readonly number[]): readonly number[] {
  const all = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()
  const first = all.findLastIndex((tick) => tick <= Math.min(...values))
  const last = all.findIndex((tick) => tick >= Math.max(...values))
  return all.slice(Math.max(0, first), last + 1)
}

/** Where labels stand so that none covers another, as near as may be to where they belong. */
function spreadLabels(wanted: readonly number[]): readonly number[] {
  const distance = 16
  const placed: number[] = []
  const order = wanted.map((y, index) => ({ y, index })).toSorted((a, b) => a.y - b.y)
  let last = -Infinity
  for (const { y, index } of order) {
    last = Math.max(y, last + distance)
    placed[index] = last
  }
  return placed
}

function text(classes: string, x: number, y: number, content: string): string {
  return `<text class="${classes}" x="${x}" y="${y}">${escapeHtml(content)}</text>`
}
