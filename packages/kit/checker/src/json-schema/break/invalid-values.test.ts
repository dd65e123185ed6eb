import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema } from '../../../test/any-schema.ts'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { evaluate } from '../keywords/judge.ts'
import { invalidValuesOf, listViolations, UnbreakableSchemaError } from './invalid-values.ts'

const SEED = 20
const draw = (schema: Json, numRuns = 30) =>
  fc.sample(invalidValuesOf(createNode(schema)), { seed: SEED, numRuns })
const statements = (schema: Json) =>
  listViolations(createNode(schema)).map(({ keyword, pointer }) => `${keyword} ${pointer}`)

const cases: readonly (readonly [keyword: string, pointer: string, schema: Json])[] = [
  ['type', '/type', { type: 'boolean' }],
  ['enum', '/enum', { type: 'string', enum: ['new', 'paid'] }],
  ['const', '/const', { const: { a: 1 } }],
  ['minimum', '/minimum', { type: 'integer', minimum: 3, maximum: 9 }],
  ['maximum', '/maximum', { minimum: 3, maximum: 9, multipleOf: 0.01 }],
  ['exclusiveMinimum', '/exclusiveMinimum', { exclusiveMinimum: 0 }],
  ['exclusiveMaximum', '/exclusiveMaximum', { exclusiveMaximum: 0.5 }],
  ['multipleOf', '/multipleOf', { type: 'number', multipleOf: 0.05 }],
  ['minLength', '/minLength', { type: 'string', minLength: 4 }],
  ['maxLength', '/maxLength', { maxLength: 4, pattern: '^[a-z]*$' }],
  ['pattern', '/pattern', { pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 }],
  ['format', '/format', { type: 'string', format: 'date' }],
  ['format', '/format', { type: 'integer', format: 'int32' }],
  ['minItems', '/minItems', { type: 'array', items: { type: 'integer' }, minItems: 2 }],
  ['maxItems', '/maxItems', { items: { enum: ['a', 'b', 'c'] }, maxItems: 2, uniqueItems: true }],
  ['uniqueItems', '/uniqueItems', { items: { type: 'string' }, uniqueItems: true, maxItems: 3 }],
  ['contains', '/contains', { items: { type: 'integer' }, contains: { minimum: 5 } }],
  ['minContains', '/minContains', { contains: { type: 'null' }, minContains: 3, maxContains: 4 }],
  ['maxContains', '/maxContains', { contains: { type: 'null' }, maxContains: 1 }],
  ['items', '/items', { prefixItems: [{ type: 'string' }], items: false }],
  ['unevaluatedItems', '/unevaluatedItems', { allOf: [{ prefixItems: [true] }], unevaluatedItems: false }],
  ['required', '/required', { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }],
  ['dependentRequired', '/dependentRequired', { dependentRequired: { card: ['cvc'] } }],
  ['minProperties', '/minProperties', { type: 'object', minProperties: 2 }],
  ['maxProperties', '/maxProperties', { additionalProperties: { type: 'integer' }, maxProperties: 2 }],
  ['additionalProperties', '/additionalProperties', { properties: { a: {} }, additionalProperties: false }],
  [
    'unevaluatedProperties',
    '/unevaluatedProperties',
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
  ],
  ['maxLength', '/propertyNames/maxLength', { propertyNames: { maxLength: 3 } }],
  [
    'type',
    '/patternProperties/^x-/type',
    { patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false },
  ],
  ['minimum', '/additionalProperties/minimum', { additionalProperties: { minimum: 1 } }],
  [
    'minLength',
    '/dependentSchemas/a/properties/b/minLength',
    { dependentSchemas: { a: { properties: { b: { minLength: 2 } } } } },
  ],
  [
    'required',
    '/then/required',
    { if: { properties: { kind: { const: 'a' } }, required: ['kind'] }, then: { required: ['b'] } },
  ],
  ['required', '/else/required', { if: { properties: { kind: { const: 'a' } } }, else: { required: ['b'] } }],
  ['maximum', '/allOf/1/maximum', { allOf: [{ type: 'integer' }, { maximum: 3 }] }],
  ['not', '/not', { type: 'string', not: { pattern: '^admin' } }],
  ['anyOf', '/anyOf', { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 2 }] }],
  ['oneOf', '/oneOf', { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }],
  ['false', '/properties/secret', { properties: { secret: false } }],
  [
    'minLength',
    '/$defs/name/minLength',
    { properties: { name: { $ref: '#/$defs/name' } }, $defs: { name: { minLength: 2 } } },
  ],
]

describe('invalidValuesOf', () => {
  it.each(cases)('breaks %s at %s alone', (keyword, pointer, schema) => {
    const violation = listViolations(createNode(schema)).find(
      (one) => one.keyword === keyword && one.pointer === pointer,
    )
    const values = violation === undefined ? [] : fc.sample(violation.values, { seed: SEED, numRuns: 20 })
    const told = values.map((value) =>
      evaluate(createNode(schema), value).map((failure) => [failure.keyword, failure.schemaPointer]),
    )
    expect(told).toEqual(Array.from({ length: 20 }, () => [[keyword, pointer]]))
  })

  it('breaks each required property by itself', () => {
    const schema = { required: ['a', 'b'], properties: { a: { type: 'integer' }, b: { type: 'integer' } } }
    const shapes = draw(schema, 100)
      .filter(({ keyword }) => keyword === 'required')
      .map(({ value }) => JSON.stringify(Object.keys(value as object)))
    expect(new Set(shapes)).toEqual(new Set(['["a"]', '["b"]']))
  })

  it('varies the broken part and all around it', () => {
    const schema = {
      required: ['a', 'b'],
      properties: { a: { type: 'integer' }, b: { type: 'string', maxLength: 3 } },
    }
    const parts = draw(schema, 200)
      .filter(({ keyword }) => keyword === 'maxLength')
      .map(({ value }) => value as { a: number; b: string })
    expect(new Set(parts.map(({ a }) => a)).size).toBeGreaterThan(5)
    expect(new Set(parts.map(({ b }) => b)).size).toBeGreaterThan(5)
  })

  it('tells which part of the value is wrong', () => {
    const schema = { type: 'array', items: { properties: { age: { type: 'integer', minimum: 0 } } } }
    const tooYoung = draw(schema, 60).find(({ keyword }) => keyword === 'minimum')
    expect(tooYoung).toMatchObject({
      pointer: '/items/properties/age/minimum',
      scenario: 'value_below_minimum',
    })
    expect(tooYoung?.instancePointer).toMatch(/^\/\d\/age$/)
  })

  it('refuses a schema that allows everything', () => {
    expect(() => invalidValuesOf(createNode({ title: 'Anything' }))).toThrow(UnbreakableSchemaError)
  })

  it('breaks what two schemas say alike', () => {
    const schema = { allOf: [{ type: 'object' }, { type: 'object', required: ['id'] }] }
    expect(statements(schema)).toEqual([
      'type /allOf/0/type',
      'type /allOf/1/type',
      'required /allOf/1/required',
    ])
  })

  it('leaves out what cannot be broken alone', () => {
    expect(statements({ type: 'string', pattern: '^[A-Z]{3}$', minLength: 3 })).toEqual([
      'type /type',
      'pattern /pattern',
    ])
  })

  it('breaks each statement of each branch of a union', () => {
    const schema = {
      oneOf: [
        { required: ['kind'], properties: { kind: { const: 'card' }, number: { type: 'string' } } },
        { type: 'null' },
      ],
    }
    const inner = listViolations(createNode(schema)).map((violation) => [
      violation.pointer,
      violation.inner?.pointer,
    ])
    expect(inner).toContainEqual(['/oneOf', '/oneOf/0/required'])
    expect(inner).toContainEqual(['/oneOf', '/oneOf/0/properties/number/type'])
  })

  it('breaks a branch only where no other branch saves the value', () => {
    const schema = { anyOf: [{ maxLength: 3 }, { type: 'string', maxLength: 50 }] }
    const longer = listViolations(createNode(schema)).find(
      ({ inner }) => inner?.pointer === '/anyOf/0/maxLength',
    )
    const lengths =
      longer === undefined
        ? [0]
        : fc.sample(longer.values, { seed: SEED, numRuns: 20 }).map((text) => JSON.stringify(text).length - 2)
    expect(Math.min(...lengths)).toBeGreaterThan(50)
  })

  it('breaks a shared schema in every part that uses it', () => {
    const address = { type: 'object', properties: { zip: { type: 'string', maxLength: 5 } } }
    const schema = {
      properties: { billing: { $ref: '#/$defs/address' }, shipping: { $ref: '#/$defs/address' } },
      $defs: { address },
    }
    const parts = draw(schema, 200)
      .filter(({ keyword }) => keyword === 'maxLength')
      .map(({ instancePointer }) => instancePointer)
    expect(new Set(parts)).toEqual(new Set(['/billing/zip', '/shipping/zip']))
  })

  it('neither sends nor misses what the server alone writes', () => {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
    }
    const violations = listViolations(createNode(schema), { direction: 'request' })
    expect(violations.map(({ pointer }) => pointer)).toEqual(['/type', '/required', '/properties/name/type'])
    const values = violations.flatMap((violation) => fc.sample(violation.values, { seed: SEED, numRuns: 20 }))
    expect(values.filter((value) => JSON.stringify(value).includes('"id"'))).toEqual([])
  })

  it('ends on schemas that contain themselves', () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, parent: { $ref: '#' } },
    }
    expect(draw(schema, 50).map(({ instancePointer }) => instancePointer)).toContain('/parent/name')
  })

  it('chooses evenly, however deep a statement stands', () => {
    const leaf = { type: 'object', properties: { deep: { type: 'integer', maximum: 9 } } }
    const middle = { type: 'object', properties: { below: leaf, side: { type: 'string', minLength: 2 } } }
    const schema = {
      type: 'object',
      required: ['top'],
      properties: { top: { type: 'boolean' }, nested: middle },
    }
    const node = createNode(schema)
    const counts = new Map(listViolations(node).map(({ pointer }) => [pointer, 0]))
    for (const { pointer } of fc.sample(invalidValuesOf(node), { seed: SEED, numRuns: 3000 })) {
      counts.set(pointer, (counts.get(pointer) ?? 0) + 1)
    }
    const [least, most] = [Math.min(...counts.values()), Math.max(...counts.values())]
    expect(counts.size).toBe(9)
    expect(most / least).toBeLessThan(2)
  })

  it('for any value it shrinks to, breaks one statement still', () => {
    const schema = {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['id'], properties: { id: { minLength: 3 } } },
    }
    const node = createNode(schema)
    const failed = fc.check(
      fc.property(invalidValuesOf(node), ({ value, keyword }) => {
        const failures = evaluate(node, value)
        if (failures.length !== 1 || failures[0]?.keyword !== keyword) throw new Error('broken otherwise')
        return JSON.stringify(value).length < 4
      }),
      { seed: SEED },
    )
    expect(failed.counterexample).toBeDefined()
    expect(String(failed.errorInstance)).not.toMatch('broken otherwise')
  })

  it('for any schema, breaks one keyword and no other', () => {
    fc.assert(
      fc.property(anySchema, fc.nat(), (schema, seed) => {
        const node = createNode(schema)
        fc.pre(listViolations(node).length > 0)
        for (const { value, keyword, pointer } of fc.sample(invalidValuesOf(node), { seed, numRuns: 10 })) {
          const failures = evaluate(node, value)
          expect(new Set(failures.map((failure) => failure.keyword))).toEqual(new Set([keyword]))
          expect(failures.map(({ schemaPointer }) => schemaPointer)).toContain(pointer)
        }
      }),
      { seed: SEED, numRuns: 100 },
    )
  })

  it('for any seed, gives the same values again', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', pattern: '^[a-f]+$' },
        n: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
    }
    expect(draw(schema, 100)).toEqual(draw(schema, 100))
  })
})
