import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawAll, findStaleDrawings } from './draw-imports.ts'
import { drawLayers } from './drawing.ts'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'apps/docs/guides/how-this-is-built.md'), 'utf8')

const namesOf = (svg: string): readonly string[] =>
  Array.from(svg.matchAll(/<text[^>]*>([^<]+)</g), ([, name = '']) => name)

const countTips = (svg: string): number => svg.split('class="d-tip" d=').length - 1

describe('drawLayers', () => {
  it('puts each part above those that it imports', () => {
    const svg = drawLayers([
      ['b.ts', 'c/'],
      ['a.ts', 'b.ts'],
    ])
    expect(namesOf(svg)).toStrictEqual(['a.ts', 'b.ts', 'c/'])
    expect(svg).not.toContain('class="d-up"')
  })

  it('leaves out an arrow that others imply', () => {
    const chain = [
      ['a.ts', 'b.ts'],
      ['b.ts', 'c.ts'],
    ] as const
    expect(drawLayers([...chain, ['a.ts', 'c.ts']])).toBe(drawLayers(chain))
  })

  it('draws a cycle by one arrow down and one up', () => {
    const svg = drawLayers([
      ['a.ts', 'b.ts'],
      ['b.ts', 'a.ts'],
    ])
    expect(countTips(svg)).toBe(2)
    expect(svg.match(/class="d-up"/g)).toHaveLength(1)
  })
})

describe('the guide "How this is built"', () => {
  it('has drawings that agree with the imports', () => {
    expect(findStaleDrawings()).toStrictEqual([])
  })

  it('shows every drawing', () => {
    const shown = Array.from(guide.matchAll(/\]\(\.\.\/diagrams\/built\/([^)]+)\)/g), ([, name = '']) => name)
    expect(shown.toSorted()).toStrictEqual([...drawAll().keys()].toSorted())
  })

  it('names ten changes, and files that exist', () => {
    const rows = guide.split('\n').filter((line) => /^\|.*`/.test(line))
    const places = rows.map((row) => Array.from(row.matchAll(/`([^`]+)`/g), ([, place = '']) => place))
    expect(places).toHaveLength(10)
    expect(places.flat().filter((place) => !existsSync(join(root, place)))).toStrictEqual([])
  })
})
