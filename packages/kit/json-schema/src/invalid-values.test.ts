import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJudge, type GenerationOptions, invalidValues, UnbreakableSchemaError } from './index.ts'
import type { Json } from './base/json.ts'

const draw = (schema: Json, numRuns: number, options: GenerationOptions = {}) =>
  fc.sample(invalidValues(schema, options), { seed: 20, numRuns })

/** The statements that the invalid values of a schema break. */
const statementsOf = (schema: Json, options?: GenerationOptions): readonly string[] =>
  [...new Set(draw(schema, 100, options).map(({ pointer }) => pointer))].toSorted()

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

describe('invalidValues', () => {
  it.each(cases)('break %s at %s alone', (keyword, pointer, schema) => {
    const judge = createJudge(schema)
    const values = draw(schema, 60).filter((one) => one.keyword === keyword && one.pointer === pointer)
    expect(values.length).toBeGreaterThan(0)
    const failed = values.map(({ value }) => judge(value).map((one) => [one.keyword, one.schemaPointer]))
    expect(failed).toEqual(values.map(() => [[keyword, pointer]]))
  })

  it('break each required property by itself', () => {
    const schema = { required: ['a', 'b'], properties: { a: { type: 'integer' }, b: { type: 'integer' } } }
    const shapes = draw(schema, 100)
      .filter(({ keyword }) => keyword === 'required')
      .map(({ value }) => JSON.stringify(Object.keys(value as object)))
    expect(new Set(shapes)).toEqual(new Set(['["a"]', '["b"]']))
  })

  it('vary the broken part and all around it', () => {
    const schema = {
      required: ['a', 'b'],
      properties: { a: { type: 'integer' }, b: { type: 'string', maxLength: 3 } },
    }
    const parts = draw(schema, 100)
      .filter(({ keyword }) => keyword === 'maxLength')
      .map(({ value }) => value as { a: number; b: string })
    expect(new Set(parts.map(({ a }) => a)).size).toBeGreaterThan(5)
    expect(new Set(parts.map(({ b }) => b)).size).toBeGreaterThan(5)
  })

  it('tell which part of the value is wrong', () => {
    const schema = { type: 'array', items: { properties: { age: { type: 'integer', minimum: 0 } } } }
    expect(draw(schema, 60).find(({ keyword }) => keyword === 'minimum')).toMatchObject({
      pointer: '/items/properties/age/minimum',
      scenario: 'value_below_minimum',
      instancePointer: expect.stringMatching(/^\/\d\/age$/),
    })
  })

  it('do not exist where everything is valid', () => {
    expect(() => invalidValues({ title: 'Anything' })).toThrow(UnbreakableSchemaError)
  })

  const person = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
  }
  it.each<[schema: Json, pointers: readonly string[], options?: GenerationOptions]>([
    [
      { allOf: [{ type: 'object' }, { type: 'object', required: ['id'] }] },
      ['/allOf/0/type', '/allOf/1/required', '/allOf/1/type'],
    ],
    // A text of another length also breaks the pattern.
    [{ type: 'string', pattern: '^[A-Z]{3}$', minLength: 3 }, ['/pattern', '/type']],
    [person, ['/properties/name/type', '/required', '/type'], { direction: 'request' }],
    [{ type: 'string', format: 'password' }, ['/type']],
    [{ type: 'string', format: 'uuid', minLength: 36 }, ['/format', '/type']],
  ])('break of %j the statements %j', (schema, pointers, options) => {
    expect(statementsOf(schema, options)).toEqual(pointers)
  })

  it('never hold read-only properties', () => {
    const values = draw(person, 60, { direction: 'request' })
    expect(values.filter(({ value }) => JSON.stringify(value).includes('"id"'))).toEqual([])
  })

  it('break each statement of each branch of a union', () => {
    const schema = {
      oneOf: [
        { required: ['kind'], properties: { kind: { const: 'card' }, number: { type: 'string' } } },
        { type: 'null' },
      ],
    }
    const inner = new Set(draw(schema, 100).map((one) => `${one.pointer} ${one.inner?.pointer}`))
    expect(inner).toContain('/oneOf /oneOf/0/required')
    expect(inner).toContain('/oneOf /oneOf/0/properties/number/type')
  })

  it('break a shared schema in every part that uses it', () => {
    const address = { type: 'object', properties: { zip: { type: 'string', maxLength: 5 } } }
    const schema = {
      properties: { billing: { $ref: '#/$defs/address' }, shipping: { $ref: '#/$defs/address' } },
      $defs: { address },
    }
    const parts = draw(schema, 100)
      .filter(({ keyword }) => keyword === 'maxLength')
      .map(({ instancePointer }) => instancePointer)
    expect(new Set(parts)).toEqual(new Set(['/billing/zip', '/shipping/zip']))
  })

  it('end on schemas that contain themselves', () => {
    const properties = { name: { type: 'string' }, parent: { $ref: '#' } }
    const schema = { type: 'object', required: ['name'], properties }
    expect(draw(schema, 50).map(({ instancePointer }) => instancePointer)).toContain('/parent/name')
    expect(draw({ type: 'array', minItems: 1, items: { $ref: '#' } }, 5)).toHaveLength(5)
  })

  it('choose evenly, however deep a statement is', () => {
    const leaf = { type: 'object', properties: { deep: { type: 'integer', maximum: 9 } } }
    const middle = { type: 'object', properties: { below: leaf, side: { type: 'string', minLength: 2 } } }
    const schema = {
      type: 'object',
      required: ['top'],
      properties: { top: { type: 'boolean' }, nested: middle },
    }
    const counts = new Map<string, number>()
    for (const { pointer } of draw(schema, 1_500)) counts.set(pointer, (counts.get(pointer) ?? 0) + 1)
    expect(counts.size).toBe(9)
    expect(Math.max(...counts.values()) / Math.min(...counts.values())).toBeLessThan(2)
  })

  it('break one statement still when they shrink', () => {
    const schema = {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['id'], properties: { id: { minLength: 3 } } },
    }
    const judge = createJudge(schema)
    const failed = fc.check(
      fc.property(invalidValues(schema), ({ value, keyword }) => {
        const failures = judge(value)
        if (failures.length !== 1 || failures[0]?.keyword !== keyword) throw new Error('broken otherwise')
        return JSON.stringify(value).length < 4
      }),
      { seed: 20 },
    )
    expect(failed.counterexample).toBeDefined()
    expect(String(failed.errorInstance)).not.toMatch('broken otherwise')
  })

  it('are the same for a seed', () => {
    const schema = { type: 'object', required: ['id'], properties: { id: { pattern: '^[a-f]+$' } } }
    expect(draw(schema, 30)).toEqual(draw(schema, 30))
  })
})
