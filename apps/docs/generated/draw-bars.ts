import { escapeHtml } from '@contract-kit/docs'
import { toRatio } from './to-ratio.ts'

/** Bars of one group, under its title. */
export interface BarGroup {
  readonly title: string
  readonly bars: readonly Bar[]
}

/** A ratio; 1 is the line at which bars begin. */
export interface Bar {
  readonly label: string
  readonly ratio: number
  /** Whether it is one of those that the drawing is about: filled, its label strong. */
  readonly isOwn: boolean
}

const width = 760
const left = 210
const right = 690
const rowHeight = 18
const titleHeight = 30
const top = 26

const style = `
.b-axis { stroke: var(--line, #9aa3b0); stroke-width: 1 }
.b-one { stroke: var(--text, #1b1f27); stroke-width: 1.5 }
.b-bar { fill: var(--panel, #f4f6f9); stroke: var(--soft, #505a68); stroke-width: 1.25 }
.b-own { fill: var(--accent, #0f6b57); stroke: var(--accent, #0f6b57) }
.b-text { fill: var(--text, #1b1f27); font-size: 12.5px }
.b-soft { fill: var(--soft, #505a68); font-size: 12px; text-anchor: middle }
.b-strong { font-weight: 600 }
.b-end { text-anchor: end }
`.trim()

/**
 * Bars on a logarithmic scale, from the line at 1 to the left where something is slower and to the right where it is
 * faster, each with its label and its figure. Throws where there is no bar.
 */
export function drawBars(groups: readonly BarGroup[]): string {
  const ratios = groups.flatMap(({ bars }) => bars.map(({ ratio }) => ratio))
  if (ratios.length === 0) throw new Error('There is no bar to draw')
  // Whole powers of two, so that every mark is one.
  const low = Math.min(-1, Math.floor(Math.log2(Math.min(...ratios))))
  const high = Math.max(1, Math.ceil(Math.log2(Math.max(...ratios))))
  const toX = (ratio: number): number =>
    Math.round(left + ((Math.log2(ratio) - low) / (high - low)) * (right - left))

  const parts: string[] = []
  let y = top
  for (const { title, bars } of groups) {
    parts.push(text('b-text b-strong', 8, y + 20, title))
    y += titleHeight
    for (const bar of bars) {
      parts.push(drawBar(bar, y, toX))
      y += rowHeight
    }
  }
  const marks = Array.from({ length: high - low + 1 }, (_, index) => 2 ** (low + index))
  // Where there are many, every second one is named, counted from 1.
  const isNamed = (mark: number): boolean => marks.length <= 8 || Math.log2(mark) % 2 === 0
  const axis = marks.flatMap((mark) => [
    `<path class="${mark === 1 ? 'b-one' : 'b-axis'}" d="M${toX(mark)} ${top}V${y + 4}"/>`,
    ...(isNamed(mark) ? [text('b-soft', toX(mark), 16, mark < 1 ? `1/${1 / mark}` : String(mark))] : []),
  ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 10}">`,
    `<style>${style}</style>`,
    ...axis,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function drawBar({ label, ratio, isOwn }: Bar, y: number, toX: (ratio: number) => number): string {
  const [start, end] = [toX(Math.min(1, ratio)), toX(Math.max(1, ratio))]
  return [
    text(`b-text b-end${isOwn ? ' b-strong' : ''}`, left - 12, y + 13, label),
    `<rect class="b-bar${isOwn ? ' b-own' : ''}" x="${start}" y="${y + 3}" width="${Math.max(1, end - start)}" height="${rowHeight - 6}"/>`,
    text(`b-text b-end${isOwn ? ' b-strong' : ''}`, width - 8, y + 13, toRatio(ratio)),
  ].join('\n')
}

function text(classes: string, x: number, y: number, content: string): string {
  return `<text class="${classes}" x="${x}" y="${y}">${escapeHtml(content)}</text>`
}
