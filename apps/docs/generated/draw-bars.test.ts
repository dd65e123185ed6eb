import { describe, expect, it } from 'vitest'
import { drawBars } from './draw-bars.ts'

const bar = (ratio: number, isOwn = false) => ({ label: `at ${ratio}`, ratio, isOwn })

/** Each bar's left edge and width. */
const readBars = (svg: string): readonly (readonly number[])[] =>
  Array.from(svg.matchAll(/<rect class="b-bar[^"]*" x="(\d+)" y="\d+" width="(\d+)"/g), ([, x, width]) => [
    Number(x),
    Number(width),
  ])

describe('drawBars', () => {
  it('begins each bar at 1, slower to the left and faster to the right', () => {
    const [slow, fast] = readBars(drawBars([{ title: 'Work', bars: [bar(0.25), bar(2)] }]))
    const [slowX = 0, slowWidth = 0] = slow ?? []
    const [fastX = 0, fastWidth = 0] = fast ?? []
    expect(slowX + slowWidth).toBe(fastX)
    // On a logarithmic scale a quarter is twice as far from 1 as the double.
    expect(slowWidth).toBe(fastWidth * 2)
  })

  it('tells its own bars by more than their colour', () => {
    const svg = drawBars([{ title: 'Work', bars: [bar(0.5), bar(0.4, true)] }])
    expect(svg).toMatch(/class="b-text b-end b-strong"[^>]*>at 0\.4</)
    expect(svg).toMatch(/class="b-text b-end"[^>]*>at 0\.5</)
  })

  it('marks every power of two', () => {
    const svg = drawBars([{ title: 'Work', bars: [bar(0.2), bar(3)] }])
    const marks = Array.from(svg.matchAll(/<text class="b-soft"[^>]*>([^<]*)</g), ([, mark]) => mark)
    expect(marks).toStrictEqual(['1/8', '1/4', '1/2', '1', '2', '4'])
  })

  it('names every second power where there are many', () => {
    const svg = drawBars([{ title: 'Work', bars: [bar(0.003), bar(2)] }])
    const marks = Array.from(svg.matchAll(/<text class="b-soft"[^>]*>([^<]*)</g), ([, mark]) => mark)
    expect(marks).toStrictEqual(['1/256', '1/64', '1/16', '1/4', '1'])
  })

  it('escapes what it is given', () => {
    expect(drawBars([{ title: 'a < b', bars: [bar(1)] }])).toContain('>a &lt; b<')
  })

  it('refuses to draw nothing', () => {
    expect(() => drawBars([{ title: 'Work', bars: [] }])).toThrow('There is no bar to draw')
  })
})
