/** A step of a flow: its title, and its file or folder. */
export type Step = readonly [title: string, place: string]

/** An arrow from a part to a part that it imports. Repeated arrows increase its weight. */
export type Arrow = readonly [from: string, to: string]

/** Fits the longest name and the screen of a phone. */
const width = 360
const boxWidth = 186
const boxHeight = 24
const rowHeight = 32
const laneWidth = 12

const styles = `.diagram .d-tall { min-width: 0; max-width: 25rem }
.d-part { fill: var(--panel, #f4f6f9); stroke: var(--line, #9aa3b0); stroke-width: 1.5 }
.d-name { fill: var(--text, #1b1f27); font-size: 13px }
.d-place { fill: var(--soft, #505a68); font-size: 12px }
.d-bold { font-weight: 600 }
.d-way { fill: none; stroke-width: 1.5 }
.d-0 { color: var(--soft, #505a68) }
.d-1 { color: var(--link, #1550b8) }
.d-2 { color: var(--accent, #0f6b57) }
.d-up { color: var(--warn, #8a4100) }
.d-up .d-way { stroke-dasharray: 5 3 }
.d-way { stroke: currentcolor }
.d-tip { fill: currentcolor }`

const toSvg = (height: number, shapes: readonly string[]): string =>
  `<svg class="d-tall" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">\n<style>\n${styles}\n</style>\n${shapes.join('\n')}\n</svg>\n`

const box = (top: number, boxed: number, height: number): string =>
  `<rect class="d-part" x="2" y="${top}" width="${boxed}" height="${height}" rx="5"/>`

/** Draws steps from top to bottom. */
export function drawSteps(steps: readonly Step[]): string {
  const [height, gap] = [46, 16]
  const shapes = steps.flatMap(([title, place], index) => {
    const top = 2 + index * (height + gap)
    const end = top + height + gap
    return [
      box(top, width - 4, height),
      `<text class="d-name d-bold" x="12" y="${top + 19}">${title}</text>`,
      `<text class="d-place" x="12" y="${top + 37}">${place}</text>`,
      ...(index === steps.length - 1
        ? []
        : [
            `<g class="d-0"><path class="d-way" d="M24 ${top + height}V${end - 6}"/><path class="d-tip" d="M24 ${end}l-4 -8h8z"/></g>`,
          ]),
    ]
  })
  return toSvg(steps.length * (height + gap) - gap + 4, shapes)
}

/** Draws parts from top to bottom, each above the parts that it imports. Cyclic imports add dashed arrows that point up. */
export function drawLayers(arrows: readonly Arrow[]): string {
  const rows = toRows(arrows)
  const rowOf = new Map(rows.map((name, index) => [name, index]))
  const pairs = arrows.map(([from, to]) => [rowOf.get(from) ?? 0, rowOf.get(to) ?? 0] as const)
  const lines = toLines(pairs, rows.length)
  const middle = (row: number): number => 2 + row * rowHeight + boxHeight / 2
  const edge = 2 + boxWidth
  const shapes = lines.map(({ target, sources, lane, isUp }) => {
    const x = edge + 16 + lane * laneWidth
    const end = middle(target) + (isUp ? 0 : -6)
    const starts = sources.map((row) => middle(row) + 6)
    const way = starts.map((start) => `M${edge} ${start}H${x}V${end}`).join('')
    const dots = starts
      .filter((start) => Math.abs(start - end) < Math.max(...starts.map((other) => Math.abs(other - end))))
      .map((start) => `<circle class="d-tip" cx="${x}" cy="${start}" r="2.5"/>`)
    return `<g class="d-${isUp ? 'up' : lane % 3}"><path class="d-way" d="${way}H${edge + 6}"/><path class="d-tip" d="M${edge} ${end}l8 -4v8z"/>${dots.join('')}</g>`
  })
  const boxes = rows.flatMap((name, row) => [
    box(middle(row) - boxHeight / 2, boxWidth, boxHeight),
    `<text class="d-name${name.includes('/') ? ' d-bold' : ''}" x="10" y="${middle(row) + 4.5}">${name}</text>`,
  ])
  return toSvg(rows.length * rowHeight - rowHeight + boxHeight + 4, [...shapes, ...boxes])
}

/** Sorts the names so that few arrows point up (Eades, Lin and Smyth, 1993). */
function toRows(arrows: readonly Arrow[]): readonly string[] {
  const left = new Set(arrows.flat().toSorted())
  const [first, last]: [string[], string[]] = [[], []]
  const count = (name: string, side: 0 | 1): number =>
    arrows.filter((arrow) => arrow[side] === name && arrow.every((end) => left.has(end))).length
  while (left.size > 0) {
    const names = [...left]
    const sink = names.findLast((name) => count(name, 0) === 0)
    const source = names.find((name) => count(name, 1) === 0)
    const balance = (name: string): number => count(name, 0) - count(name, 1)
    const next = sink ?? source ?? names.reduce((best, name) => (balance(name) > balance(best) ? name : best))
    if (next === sink) last.unshift(next)
    else first.push(next)
    left.delete(next)
  }
  return [...first, ...last]
}

interface Line {
  readonly target: number
  readonly sources: readonly number[]
  readonly lane: number
  readonly isUp: boolean
}

/** Creates one line per target and direction, in the first free lane. Omits arrows that other arrows imply. */
function toLines(pairs: readonly (readonly [number, number])[], size: number): readonly Line[] {
  const below = Array.from(
    { length: size },
    (_, row) => new Set(pairs.filter(([from, to]) => from === row && to > row).map(([, to]) => to)),
  )
  const reached: Set<number>[] = []
  for (let row = size - 1; row >= 0; row--)
    reached[row] = new Set([...(below[row] ?? [])].flatMap((to) => [to, ...(reached[to] ?? [])]))
  const kept = pairs.filter(
    ([from, to]) => to < from || ![...(below[from] ?? [])].some((via) => reached[via]?.has(to)),
  )
  const lines = Array.from({ length: size }, (_, target) =>
    [false, true].map((isUp) => {
      const sources = [
        ...new Set(kept.filter(([from, to]) => to === target && to < from === isUp).map(([from]) => from)),
      ]
      return {
        target,
        sources,
        isUp,
        span: [Math.min(target, ...sources), Math.max(target, ...sources)] as const,
      }
    }),
  )
    .flat()
    .filter(({ sources }) => sources.length > 0)
  const lanes: (readonly [number, number])[][] = []
  return lines
    .toSorted((one, other) => one.span[1] - one.span[0] - (other.span[1] - other.span[0]))
    .map(({ span, ...line }) => {
      const isFree = (taken: readonly (readonly [number, number])[]): boolean =>
        taken.every(([top, bottom]) => bottom < span[0] || span[1] < top)
      const found = lanes.findIndex(isFree)
      const lane = found < 0 ? lanes.length : found
      ;(lanes[lane] ??= []).push(span)
      return { ...line, lane }
    })
}
