import { describe, expect, it } from 'vitest'
import { columnsOf, drawBars } from './draw-bars.ts'

const modules = [true, true, false, true, false, false, true]
const quiet = ' '.repeat(5)

describe('drawBars', () => {
  it('leaves light around the bars', () => {
    const lines = drawBars(modules, { height: 3, coloured: false })
    expect(lines).toHaveLength(5)
    expect([lines[0], lines[4]]).toStrictEqual([' '.repeat(14), ' '.repeat(14)])
    expect(new Set(lines.map((line) => line.length))).toStrictEqual(new Set([columnsOf(modules.length)]))
  })

  it('is black on white in colour', () => {
    const [, line] = drawBars(modules, { height: 1, coloured: true })
    expect(line).toBe(`\u001B[38;5;16;48;5;231m${quiet}█▐ ▌${quiet}\u001B[0m`)
  })
})

describe('columnsOf', () => {
  it('fits sixteen digits into eighty columns', () => {
    expect(columnsOf(11 * (1 + 8 + 1) + 13)).toBe(72)
  })
})
