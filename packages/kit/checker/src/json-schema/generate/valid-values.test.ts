import { check, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { drawValues } from './fixtures/tangled-schema.ts'
import { UnsatisfiableSchemaError, validValuesOf } from './valid-values.ts'

const object = (properties: Json, rest: Record<string, Json> = {}): Json => ({
  type: 'object',
  properties,
  ...rest,
})

const variant = (name: string): Json => object({ [name]: { type: 'integer' } }, { required: [name] })

describe('validValuesOf', () => {
  it('draws each type that is allowed', () => {
    const types = new Set(drawValues({ type: ['string', 'null', 'boolean'] }).map((value) => typeof value))
    expect(types).toEqual(new Set(['string', 'object', 'boolean']))
  })

  it('draws every value of an enum', () => {
    expect(new Set(drawValues({ enum: ['a', 1, null, 'b'], type: ['string', 'null'] }))).toEqual(
      new Set(['a', null, 'b']),
    )
  })

  it('keeps integers small, within bounds, and tries the bounds', () => {
    const values = drawValues({ type: 'integer', minimum: 3, exclusiveMaximum: 90 }, {}, 200)
    expect(values.every((value) => Number.isInteger(value) && Number(value) >= 3 && Number(value) < 90)).toBe(
      true,
    )
    expect(values).toEqual(expect.arrayContaining([3, 89]))
  })

  it('writes multiples of a hundredth exactly', () => {
    const values = drawValues({ type: 'number', multipleOf: 0.01, minimum: 0, maximum: 5 })
    expect(values.every((value) => /^\d(\.\d\d?)?$/.test(JSON.stringify(value)))).toBe(true)
  })

  it('keeps int64 to integers that a double holds', () => {
    const values = drawValues({ type: 'integer', format: 'int64', maximum: 2 ** 63 }, {}, 300)
    expect(values.every((value) => Number.isSafeInteger(value))).toBe(true)
  })

  it('draws texts by pattern and length', () => {
    const values = drawValues({ type: 'string', pattern: '^[a-c]+$', minLength: 4, maxLength: 5 })
    expect(values.every((value) => typeof value === 'string' && /^[a-c]{4,5}$/.test(value))).toBe(true)
  })

  it('draws required properties always and optional ones sometimes', () => {
    const values = drawValues(object({ a: { type: 'integer' }, b: { type: 'integer' } }, { required: ['a'] }))
    expect(values.every((value) => Object.keys(value as object)[0] === 'a')).toBe(true)
    expect(new Set(values.map((value) => Object.keys(value as object).length))).toEqual(new Set([1, 2]))
  })

  it('knows names of the object prototype as any other', () => {
    const schema = JSON.parse(
      '{"type":"object","required":["__proto__","toString"],"properties":{"__proto__":{"const":1}}}',
    ) as Json
    expect(Object.getOwnPropertyNames(drawValues(schema, {}, 1)[0])).toEqual(['__proto__', 'toString'])
  })

  it('invents no property unless told to', () => {
    const schema = object({ a: { type: 'integer' } })
    const names = (options: object) =>
      new Set(drawValues(schema, options).flatMap((value) => Object.keys(value as object)))
    expect(names({})).toEqual(new Set(['a']))
    expect(names({ additionalProperties: true })).toEqual(new Set(['a', 'extra', 'note']))
  })

  it('fills maps that describe their values', () => {
    const values = drawValues({
      type: 'object',
      additionalProperties: { type: 'boolean' },
      propertyNames: { pattern: '^k' },
    })
    const entries = values.flatMap((value) => Object.entries(value as object))
    expect(entries.length).toBeGreaterThan(10)
    expect(entries.every(([name, value]) => name.startsWith('k') && typeof value === 'boolean')).toBe(true)
  })

  it('invents properties up to the least number', () => {
    expect(drawValues({ type: 'object', minProperties: 3, maxProperties: 3 }, {}, 1)).toEqual([
      { extra: expect.anything() as Json, note: expect.anything() as Json, label: expect.anything() as Json },
    ])
  })

  it('draws what a property depends on along with it', () => {
    const values = drawValues(
      object({ card: { const: 1 }, address: { const: 2 } }, { dependentRequired: { card: ['address'] } }),
    )
    expect(new Set(values.map((value) => Object.keys(value as object).join()))).toEqual(
      new Set(['', 'address', 'card,address']),
    )
  })

  it('keeps arrays short beyond the least number of items', () => {
    const lengths = drawValues({ type: 'array', items: { type: 'integer' }, minItems: 2 }).map(
      (value) => (value as []).length,
    )
    expect(Math.min(...lengths)).toBe(2)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(7)
  })

  it('makes ten thousand items that differ', () => {
    const [value] = drawValues(
      { type: 'array', items: { type: 'integer' }, minItems: 10_000, uniqueItems: true },
      {},
      1,
    )
    expect(new Set(value as number[]).size).toBeGreaterThanOrEqual(10_000)
  })

  it('gives contained items to places that can take them', () => {
    const schema = {
      type: 'array',
      prefixItems: [{ type: 'string' }],
      items: { type: 'integer' },
      contains: { type: 'integer', minimum: 7 },
      minContains: 2,
    }
    const values = drawValues(schema) as Json[][]
    expect(values.every((items) => typeof items[0] === 'string')).toBe(true)
    expect(values.every((items) => items.filter((item) => Number(item) >= 7).length >= 2)).toBe(true)
  })

  it('lets exactly one branch of oneOf hold', () => {
    const values = drawValues({
      type: 'integer',
      minimum: 0,
      maximum: 60,
      oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }],
    })
    expect(values.every((value) => (Number(value) % 3 === 0) !== (Number(value) % 5 === 0))).toBe(true)
    expect(values.some((value) => Number(value) % 3 === 0)).toBe(true)
    expect(values.some((value) => Number(value) % 5 === 0)).toBe(true)
  })

  it('keeps variants apart without foreign properties', () => {
    const values = drawValues({ oneOf: [variant('a'), variant('b'), variant('c')] })
    expect(new Set(values.map((value) => Object.keys(value as object).join()))).toEqual(
      new Set(['a', 'b', 'c']),
    )
  })

  it('folds allOf', () => {
    const schema = {
      allOf: [{ type: 'string', minLength: 3 }, { maxLength: 3 }, { pattern: '^a' }, { pattern: 'b$' }],
    }
    expect(drawValues(schema).every((value) => typeof value === 'string' && /^a.b$/u.test(value))).toBe(true)
  })

  it('draws both sides of a condition', () => {
    const schema = object(
      { kind: { enum: ['card', 'cash'] }, number: { type: 'integer' } },
      {
        required: ['kind'],
        if: { properties: { kind: { const: 'card' } } },
        then: { required: ['number'] },
        else: { properties: { number: false } },
      },
    )
    const values = drawValues(schema).map((value) => Object.keys(value as object).join())
    expect(new Set(values)).toEqual(new Set(['kind', 'kind,number']))
  })

  it('leaves out what unevaluatedProperties forbids', () => {
    const schema = {
      type: 'object',
      properties: { a: { const: 1 } },
      anyOf: [
        { properties: { b: { const: 2 } }, required: ['b'] },
        { properties: { c: { const: 3 } }, required: ['c'] },
      ],
      unevaluatedProperties: false,
    }
    const names = new Set(
      drawValues(schema, {}, 200).map((value) =>
        Object.keys(value as object)
          .toSorted()
          .join(''),
      ),
    )
    expect([...names].toSorted()).toEqual(['ab', 'abc', 'ac', 'b', 'bc', 'c'])
  })

  it('takes the types that keywords speak of where type is missing', () => {
    const values = drawValues({ properties: { a: { minLength: 2 } }, required: ['a'] })
    expect(values.every((value) => typeof (value as { a: Json }).a === 'string')).toBe(true)
  })

  it('takes other types where those leave nothing', () => {
    expect(new Set(drawValues({ minLength: 3, maxLength: 2 }).map((value) => typeof value))).not.toContain(
      'string',
    )
  })

  it('shrinks to the smallest value', () => {
    const schema = object(
      {
        list: { type: 'array', items: { type: 'integer' }, minItems: 1 },
        note: { type: ['string', 'null'] },
      },
      { required: ['list'] },
    )
    const { counterexample } = check(
      property(validValuesOf(createNode(schema)), () => false),
      { seed: 9 },
    )
    expect(counterexample).toEqual([{ list: [0] }])
  })

  it('names the schema that no value satisfies', () => {
    const schema = object(
      { a: object({ b: { type: 'string', minLength: 5, maxLength: 2 } }, { required: ['b'] }) },
      { required: ['a'] },
    )
    const error = catchError(() => validValuesOf(createNode(schema)))
    expect(error).toBeInstanceOf(UnsatisfiableSchemaError)
    expect(error).toMatchObject({ pointer: '/properties/a/properties/b', isProved: true })
    expect(error?.message).toBe(
      'No value satisfies the schema at /properties/a/properties/b: the least length it allows is above the greatest.',
    )
  })
})

const catchError = (run: () => unknown): Error | undefined => {
  try {
    run()
  } catch (error) {
    if (error instanceof Error) return error
  }
  return undefined
}
