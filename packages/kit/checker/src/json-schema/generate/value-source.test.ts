import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { childOf } from '../base/subschemas.ts'
import { isValid } from '../keywords/judge.ts'
import { drawValues } from './fixtures/tangled-schema.ts'
import { holds } from './goal.ts'
import { ValueSource } from './value-source.ts'

/** Values before they are judged, and those of them that are wrong. */
const draw = (schema: Json) => {
  const node = createNode(schema)
  const source = new ValueSource({ maxDepth: 3, inventsProperties: false })
  const values = sample(source.valuesOf([holds(node, [], undefined)]), { seed: 21, numRuns: 80 })
  return { values, wrong: values.filter((value) => !isValid(node, value)) }
}

const outcomeOf = (schema: Json) => {
  const source = new ValueSource({ maxDepth: 3, inventsProperties: false })
  return source.meets([holds(createNode(schema), [], undefined)]).kind
}

const ranged = (range: Json): Json => ({ type: 'object', required: ['a'], properties: { a: range } })

describe('ValueSource', () => {
  it('keeps further items from being contained too often', () => {
    const items = [{ enum: [1, 2] }, { enum: [1, 3] }, { enum: [1, 4] }]
    const schema = {
      type: 'array',
      prefixItems: items,
      contains: { const: 1 },
      minContains: 0,
      maxContains: 1,
    }
    expect(draw(schema).wrong).toEqual([])
  })

  it('counts items that cannot but be contained', () => {
    const schema = {
      type: 'array',
      items: { const: 1 },
      contains: { const: 1 },
      minContains: 2,
      maxContains: 3,
    }
    expect(draw(schema).wrong).toEqual([])
  })

  it('keeps overlapping branches apart by a required property', () => {
    const schema = {
      oneOf: [ranged({ type: 'integer', minimum: 0 }), ranged({ type: 'integer', maximum: 10 })],
    }
    expect(draw(schema).wrong).toEqual([])
  })

  it('takes values of equal properties in any order for one', () => {
    const same = [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]
    expect(
      draw({ type: 'array', items: { enum: [...same, 3] }, minItems: 2, uniqueItems: true }).wrong,
    ).toEqual([])
  })

  it('keeps multiples of steps with many digits', () => {
    expect(draw({ type: 'number', multipleOf: 123_456_789_012_345_680 }).wrong).toEqual([])
  })

  it('knows what a negated unevaluatedProperties evaluates', () => {
    const either = {
      anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }],
      unevaluatedProperties: false,
    }
    expect(outcomeOf({ type: 'object', required: ['b'], maxProperties: 1, not: either })).toBe('none')
    expect(draw({ type: 'object', required: ['b'], maxProperties: 2, not: either }).wrong).toEqual([])
  })

  it('lets patterns evaluate properties', () => {
    const schema = {
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' } },
      unevaluatedProperties: false,
    }
    const { values, wrong } = draw(schema)
    expect(wrong).toEqual([])
    expect(values.some((value) => Object.keys(value as object).length > 0)).toBe(true)
  })

  it('makes an array longer to make it different', () => {
    const { values, wrong } = draw({
      type: 'array',
      items: { const: 1 },
      minItems: 1,
      maxItems: 2,
      not: { const: [1] },
    })
    expect(wrong).toEqual([])
    expect(values[0]).toEqual([1, 1])
  })

  it('proves that dependents exceed the greatest number', () => {
    const schema = { type: 'object', required: ['a'], maxProperties: 1, dependentRequired: { a: ['b'] } }
    expect(outcomeOf(schema)).toBe('none')
  })

  it('forgets a refusal that rested on a goal still open', () => {
    const root = createNode({
      $defs: {
        a: {
          type: 'object',
          anyOf: [
            { required: ['b'], properties: { b: { $ref: '#/$defs/b' } } },
            { required: ['end'], properties: { end: { const: 1 } } },
          ],
        },
        b: { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/a' } } },
      },
    })
    const source = new ValueSource({ maxDepth: 3, inventsProperties: false })
    const meets = (name: string) => source.meets([holds(childOf(root, '$defs', name), [], undefined)]).kind
    expect([meets('a'), meets('b')]).toEqual(['some', 'some'])
  })

  it('proves that no two items can be equal', () => {
    const schema = {
      type: 'array',
      prefixItems: [{ const: 1 }, { const: 2 }],
      items: false,
      not: { uniqueItems: true },
    }
    expect(outcomeOf(schema)).toBe('none')
    expect(draw({ type: 'array', maxItems: 2, not: { uniqueItems: true } }).wrong).toEqual([])
  })

  it('finds names that only a pattern allows', () => {
    const schema = {
      type: 'object',
      minProperties: 4,
      propertyNames: { pattern: '^[a-d]$' },
      additionalProperties: { const: 1 },
    }
    expect(Object.keys(draw(schema).values[0] as object).toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(outcomeOf({ ...schema, minProperties: 5 })).not.toBe('some')
  })

  it('draws hundreds of alternatives, each at times', () => {
    const kinds = Array.from({ length: 100 }, (_, at): Json => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: at } },
    }))
    const values = drawValues({ oneOf: kinds }, {}, 1_000)
    expect(new Set(values.map((value) => (value as { kind: number }).kind)).size).toBe(100)
  })

  it('takes every alternative of many choices', () => {
    const choices = Array.from({ length: 5 }, (_, at): Json => ({
      anyOf: Array.from({ length: 5 }, (_unused, which) => ({
        required: [`p${at}`],
        properties: { [`p${at}`]: { const: which } },
      })),
    }))
    const { values, wrong } = draw({ type: 'object', allOf: choices })
    expect(wrong).toEqual([])
    expect(new Set(values.map((value) => (value as { p0: number }).p0))).toEqual(new Set([0, 1, 2, 3, 4]))
  })
})
