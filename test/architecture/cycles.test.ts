import { describe, expect, it } from 'vitest'
import { findCycles } from './find-cycles.ts'
import { imports } from './source-files.ts'

describe('findCycles', () => {
  it('names the files of each circle', () => {
    const edges = [
      { file: 'a', target: 'b' },
      { file: 'b', target: 'c' },
      { file: 'c', target: 'b' },
      { file: 'c', target: 'd' },
    ]
    expect(findCycles(edges)).toStrictEqual(['b → c → b'])
  })
})

describe('source files', () => {
  it('import each other without a circle', () => {
    const edges = imports.flatMap(({ file, target }) => (target === undefined ? [] : [{ file, target }]))
    expect(findCycles(edges)).toStrictEqual([])
  })
})
