import { describe, expect, it } from 'vitest'
import { drawLines } from './draw-lines.ts'

const axes = { x: 'operations', y: 'µs' }
const line = (label: string, ...values: number[]) => ({
  label,
  points: values.map((y, index) => ({ x: 10 ** (index + 1), y })),
})

const readPaths = (svg: string): readonly string[] =>
  Array.from(svg.matchAll(/<path class="l-line[^"]*" [^>]*?d="([^"]*)"/g), ([, path]) => path ?? '')

const readLabels = (svg: string): readonly number[] =>
  Array.from(svg.matchAll(/<text class="l-text" x="542" y="(\d+)"/g), ([, y]) => Number(y))

describe('drawLines', () => {
  it('draws what stays the same level, and what grows upwards', () => {
    const [level = '', growing = ''] = readPaths(drawLines([line('a', 100, 100), line('b', 100, 500)], axes))
    const [[, firstY, lastY] = []] = level.matchAll(/^M\d+ (\d+)L\d+ (\d+)$/g)
    expect(firstY).toBe(lastY)
    const [[, lowY, highY] = []] = growing.matchAll(/^M\d+ (\d+)L\d+ (\d+)$/g)
    expect(lowY).toBe(firstY)
    expect(Number(highY)).toBeLessThan(Number(lowY))
  })

  it('sets equal factors equally far apart', () => {
    const [path = ''] = readPaths(drawLines([line('a', 100, 200, 400)], axes))
    const xs = Array.from(path.matchAll(/[ML](\d+) /g), ([, x]) => Number(x))
    expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBe((xs[2] ?? 0) - (xs[1] ?? 0))
  })

  it('tells lines apart without colour', () => {
    const svg = drawLines([line('a', 1, 2), line('b', 2, 3), line('c', 3, 4)], axes)
    const dashes = Array.from(
      svg.matchAll(/class="l-line[^"]*" (stroke-dasharray="[^"]*")?/g),
      ([, dash]) => dash,
    )
    expect(new Set(dashes).size).toBe(3)
    expect(svg).toContain('<circle')
    expect(svg).toContain('<rect')
  })

  it('keeps labels of lines that end together apart', () => {
    const svg = drawLines([line('a', 100, 300), line('b', 100, 300), line('c', 100, 301)], axes)
    const labels = readLabels(svg).toSorted((a, b) => a - b)
    expect(labels).toHaveLength(3)
    expect((labels[1] ?? 0) - (labels[0] ?? 0)).toBeGreaterThanOrEqual(16)
    expect((labels[2] ?? 0) - (labels[1] ?? 0)).toBeGreaterThanOrEqual(16)
  })

  it('marks round values around all points', () => {
    const svg = drawLines([line('a', 150, 4000)], axes)
    const ticks = Array.from(svg.matchAll(/class="l-soft l-end"[^>]*>([^<]*)</g), ([, tick]) => tick)
    expect(ticks).toStrictEqual(['100', '200', '500', '1,000', '2,000', '5,000'])
  })

  it('refuses to draw nothing', () => {
    expect(() => drawLines([], axes)).toThrow('There is no point to draw')
  })
})
