import { describe, expect, it } from 'vitest'
import { SchemaSet } from '../base/schema-set.ts'
import type { ValueOptions } from '../generate/valid-values.ts'
import { onceForEach } from './find-breakable.ts'

const set = new SchemaSet()
set.addDocument('memory:/one.json', { type: 'string' })
set.addDocument('memory:/other.json', { type: 'string' })
const one = set.node('memory:/one.json')
const other = set.node('memory:/other.json')

describe('onceForEach', () => {
  it('works out each choice of options once', () => {
    const options: readonly ValueOptions[] = [
      {},
      { direction: 'request' },
      { direction: 'response' },
      { maxDepth: 1 },
      { additionalProperties: true },
    ]
    let count = 0
    const find = onceForEach(() => (count += 1))
    expect([...options, ...options].map((each) => find(one, each))).toStrictEqual([
      1, 2, 3, 4, 5, 1, 2, 3, 4, 5,
    ])
  })

  it('works out each schema once', () => {
    const find = onceForEach((node) => [node.documentUri])
    expect(find(one)).toBe(find(one))
    expect(find(other)).toStrictEqual(['memory:/other.json'])
  })

  it('remembers that nothing was found', () => {
    let count = 0
    const find = onceForEach(() => {
      count += 1
      return undefined
    })
    expect([find(one), find(one), count]).toStrictEqual([undefined, undefined, 1])
  })
})
