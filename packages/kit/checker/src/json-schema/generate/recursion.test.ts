import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { drawValues } from './fixtures/tangled-schema.ts'
import { UnsatisfiableSchemaError, validValuesOf } from './valid-values.ts'

const tree = {
  type: 'object',
  required: ['value'],
  properties: { value: { type: 'integer' }, left: { $ref: '#' }, right: { $ref: '#' } },
}

const depthOf = (value: Json): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

const deepest = (values: readonly Json[]): number => Math.max(...values.map(depthOf))

describe('recursive schemas in validValuesOf', () => {
  it('are entered three times along one path', () => {
    expect(deepest(drawValues(tree, {}, 300))).toBe(4)
  })

  it('are entered as often as told', () => {
    expect(deepest(drawValues(tree, { maxDepth: 1 }, 300))).toBe(2)
  })

  it('take the way out where they must', () => {
    const list = {
      oneOf: [{ type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }, { type: 'null' }],
    }
    const values = drawValues(list)
    expect(values).toContain(null)
    expect(deepest(values)).toBe(3)
  })

  it('are refused where they never end', () => {
    const endless = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }
    expect(() => drawValues(endless)).toThrow(UnsatisfiableSchemaError)
    expect(() => drawValues({ type: 'array', minItems: 1, items: { $ref: '#' } })).toThrow(
      'it must hold itself without end',
    )
  })

  it('end though each needs the other', () => {
    const schema = {
      $ref: '#/$defs/a',
      $defs: {
        a: { type: 'object', required: ['b'], properties: { b: { $ref: '#/$defs/b' } } },
        b: { type: ['object', 'string'], required: ['a'], properties: { a: { $ref: '#/$defs/a' } } },
      },
    }
    expect(drawValues(schema).some((value) => typeof (value as { b: Json }).b === 'string')).toBe(true)
  })

  it('stay small though hundreds refer to each other', () => {
    const kinds = Array.from({ length: 60 }, (_, at) => {
      const others = Array.from({ length: 5 }, (_unused, to) => [
        `p${to}`,
        { $ref: `#/$defs/k${(at * 7 + to * 11) % 60}` },
      ])
      return [`k${at}`, { type: 'object', properties: Object.fromEntries(others) as Json }] as const
    })
    const node = createNode({ $ref: '#/$defs/k0', $defs: Object.fromEntries(kinds) })
    const sizes = sample(validValuesOf(node), { seed: 4, numRuns: 50 }).map(
      (value) => JSON.stringify(value).length,
    )
    expect(Math.max(...sizes)).toBeLessThan(20_000)
  })

  it('differ where they must', () => {
    const schema = {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'boolean' }, b: { $ref: '#' } } },
      minItems: 3,
      uniqueItems: true,
    }
    const values = drawValues(schema, {}, 10) as Json[][]
    expect(values.every((items) => new Set(items.map((item) => JSON.stringify(item))).size >= 3)).toBe(true)
  })
})
