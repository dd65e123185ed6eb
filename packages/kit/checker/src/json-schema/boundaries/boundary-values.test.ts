import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema } from '../../../test/any-schema.ts'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { UnsatisfiableSchemaError } from '../generate/valid-values.ts'
import { evaluate, isValid } from '../keywords/judge.ts'
import { boundaryValues, brokenValues, templateValue } from './boundary-values.ts'

const SEED = 20

const positive = (schema: Json): [string, Json][] =>
  boundaryValues(createNode(schema)).map(({ scenario, value }) => [scenario, value])
const negative = (schema: Json): [string, Json][] =>
  brokenValues(createNode(schema)).map(({ scenario, value }) => [scenario, value])
const lengthsOf = (texts: readonly Json[] | undefined): number[] =>
  (texts ?? []).map((text) => (typeof text === 'string' ? text.length : -1))
const scenariosOf = (values: readonly [string, Json][]): Record<string, Json[]> => {
  const all: Record<string, Json[]> = {}
  for (const [scenario, value] of values) all[scenario] = [...(all[scenario] ?? []), value]
  return all
}

const oddOf = (pattern: string) => scenariosOf(positive({ type: 'string', pattern }))['odd_text']

const order = {
  type: 'object',
  required: ['sku', 'quantity'],
  additionalProperties: false,
  properties: {
    sku: { type: 'string', example: 'AB-12', pattern: '^[A-Z]{2}-[0-9]+$' },
    quantity: { type: 'integer', minimum: 1, maximum: 99, default: 2 },
    note: { type: ['string', 'null'], maxLength: 20 },
    tags: { type: 'array', items: { enum: ['new', 'sale'] }, maxItems: 3 },
  },
}

const wide = (count: number): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string', maxLength: 5 }]),
  ),
})

describe('templateValue', () => {
  it('holds the required properties, as the schema proposes them', () => {
    expect(templateValue(createNode(order))).toEqual({ sku: 'AB-12', quantity: 2 })
  })

  it('overlooks a proposal that is not valid', () => {
    expect(templateValue(createNode({ type: 'integer', minimum: 5, example: 3, default: 'x' }))).toBe(6)
  })

  it('takes parts of the example of the whole', () => {
    const schema = {
      required: ['name'],
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      example: { name: 'Ada', age: 3 },
    }
    expect(templateValue(createNode(schema))).toEqual({ name: 'Ada' })
  })

  it('puts one item into an array', () => {
    expect(templateValue(createNode({ type: 'array', items: { type: 'integer' } }))).toEqual([1])
  })

  it('joins what several schemas ask for', () => {
    const schema = {
      allOf: [
        { required: ['a'], properties: { a: { type: 'integer' } } },
        { required: ['b'], properties: { a: { minimum: 7 }, b: { const: 'x' } } },
      ],
    }
    expect(templateValue(createNode(schema))).toEqual({ a: 8, b: 'x' })
  })

  it('prefers a value to null', () => {
    expect(templateValue(createNode({ anyOf: [{ type: 'null' }, { type: 'boolean' }] }))).toBe(true)
  })

  it('tries the other branches where one leads nowhere', () => {
    const schema = {
      oneOf: [
        { required: ['next'], properties: { next: { $ref: '#' } } },
        { required: ['end'], properties: { end: { type: 'integer' } } },
      ],
      type: 'object',
    }
    expect(templateValue(createNode(schema))).toEqual({ end: 1 })
  })

  it('leaves out what the server alone writes', () => {
    const schema = {
      required: ['id', 'name'],
      properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
    }
    expect(templateValue(createNode(schema), { direction: 'request' })).toEqual({ name: expect.any(String) })
  })

  it('refuses a schema that nothing satisfies', () => {
    expect(() => templateValue(createNode({ type: 'string', enum: [1, 2] }))).toThrow(
      UnsatisfiableSchemaError,
    )
  })
})

describe('boundaryValues', () => {
  it('tries odd texts where a pattern lets them pass', () => {
    expect(oddOf('\\S')).toHaveLength(1)
    expect(oddOf('^[a-z]+$')).toBeUndefined()
  })

  it('tries the lengths at the bounds and next to them', () => {
    const { minimum_length_string, maximum_length_string, near_boundary_length_string } = scenariosOf(
      positive({ type: 'string', minLength: 2, maxLength: 9 }),
    )
    const lengths = [minimum_length_string, maximum_length_string, near_boundary_length_string].map(lengthsOf)
    expect(lengths).toEqual([[2], [9], [3, 8]])
  })

  it('tries the numbers at the bounds and one step inside', () => {
    expect(
      scenariosOf(
        positive({ type: 'number', minimum: 0, exclusiveMaximum: 1.25, multipleOf: 0.25, example: 0.5 }),
      ),
    ).toEqual({
      valid_number: [0.5],
      minimum_value: [0],
      near_boundary_number: [0.25, 0.75],
      maximum_value: [1],
    })
  })

  it.each([
    [{ type: 'number' }, 1.5],
    [{ type: 'number', minimum: 3 }, 3.5],
    [{ type: 'number', exclusiveMaximum: 3 }, 2.5],
    [{ type: 'number', minimum: 0.25, maximum: 0.5, example: 0.3 }, 0.375],
    [{ type: 'number', multipleOf: 0.25 }, undefined],
    [{ type: 'integer' }, undefined],
  ])('tries a number of %o that is no integer', (schema, fraction) => {
    expect(scenariosOf(positive(schema))['fractional_number']).toEqual(fraction && [fraction])
  })

  it('tries every value that the schema names', () => {
    const { enum_value, example_value } = scenariosOf(
      positive({ type: 'string', enum: ['a', 'b', 'c'], example: 'b' }),
    )
    expect([enum_value, example_value]).toEqual([['a', 'c'], undefined])
  })

  it('tries each optional property alone, and all', () => {
    const keys = positive(order)
      .filter(([scenario]) => scenario === 'object_required_and_optional')
      .map(([, value]) => Object.keys(value as object).toSorted())
    expect(keys).toEqual([
      ['note', 'quantity', 'sku'],
      ['quantity', 'sku', 'tags'],
      ['note', 'quantity', 'sku', 'tags'],
    ])
  })

  it('tries null, and each item that is listed', () => {
    const scenarios = scenariosOf(positive(order))
    expect(scenarios['null_value']).toEqual([{ sku: 'AB-12', quantity: 2, note: null }])
    expect(scenarios['enum_value_items_array']).toEqual([{ sku: 'AB-12', quantity: 2, tags: ['sale'] }])
  })

  it('tries an unnamed property where the schema describes it', () => {
    expect(
      scenariosOf(positive({ type: 'object', additionalProperties: { type: 'integer' } }))[
        'object_additional_property'
      ],
    ).toEqual([{ extra: 1 }])
    expect(positive({ type: 'object' })).toEqual([['valid_object', {}]])
  })

  it('tries each branch', () => {
    const schema = {
      oneOf: [
        { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
        { type: 'string' },
        { type: 'null' },
      ],
    }
    expect(positive(schema).map(([, value]) => value)).toEqual(
      expect.arrayContaining([{ a: 1 }, expect.any(String)]),
    )
  })

  it('tries null where OpenAPI 3.0 lets it pass', () => {
    const node = createNode({ nullable: true, allOf: [{ type: 'object' }] }, 'openapi-3.0')
    expect(boundaryValues(node)).toContainEqual(
      expect.objectContaining({ scenario: 'null_value', value: null }),
    )
  })

  it('tries items that differ where they must', () => {
    const schema = { type: 'array', items: { type: 'integer' }, uniqueItems: true }
    const [pair] = scenariosOf(positive(schema))['unique_items_array'] ?? []
    expect(new Set(pair as Json[]).size).toBe(2)
  })

  it('tries the lengths that a pattern sets', () => {
    const texts = positive({ type: 'string', pattern: '^[a-z]{3,7}$' }).map(([, value]) => value)
    expect(lengthsOf(texts).toSorted((one, other) => one - other)).toEqual([3, 4, 6, 7])
  })

  it('makes no absurdly long values', () => {
    const schema = { type: 'array', maxItems: 1e6, items: { type: 'string', maxLength: 1e7 } }
    expect(Math.max(...positive(schema).map(([, value]) => JSON.stringify(value).length))).toBeLessThan(100)
  })

  it('for any schema, gives valid values only', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const node = createNode(schema)
        expect(boundaryValues(node).filter(({ value }) => !isValid(node, value))).toEqual([])
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('names the statement that is tried', () => {
    const tried = boundaryValues(createNode({ properties: { age: { type: 'integer', maximum: 9 } } }))
    expect(tried.find(({ scenario }) => scenario === 'maximum_value')).toEqual({
      value: { age: 9 },
      scenario: 'maximum_value',
      keyword: 'maximum',
      pointer: '/properties/age/maximum',
      documentUri: expect.any(String),
    })
  })

  it('gives valid values only, each once', () => {
    const node = createNode(order)
    const values = boundaryValues(node).map(({ value }) => value)
    expect(values.filter((value) => !isValid(node, value))).toEqual([])
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(values.length)
  })
})

describe('brokenValues', () => {
  it('breaks bounds by the nearest value beyond', () => {
    expect(negative({ type: 'integer', minimum: 1, maximum: 9 }).slice(-2)).toEqual([
      ['value_below_minimum', 0],
      ['value_above_maximum', 10],
    ])
    const texts = scenariosOf(negative({ type: 'string', minLength: 3, maxLength: 5 }))
    expect([texts['string_below_min_length'], texts['string_above_max_length']].map(lengthsOf)).toEqual([
      [2],
      [6],
    ])
  })

  it('gives one value of every other type', () => {
    expect(scenariosOf(negative({ type: 'integer' }))['incorrect_type']).toEqual([
      'text',
      1.5,
      true,
      null,
      ['text'],
      { text: 'text' },
    ])
  })

  it('breaks an integer of a width by a fraction, too', () => {
    expect(negative({ type: 'integer', format: 'int32' })).toContainEqual(['incorrect_type', 1.5])
  })

  it('holds everything else at the template', () => {
    const { object_missing_required_property, object_unexpected_properties, invalid_enum_value } =
      scenariosOf(negative(order))
    expect(object_missing_required_property).toEqual([{ quantity: 2 }, { sku: 'AB-12' }])
    expect(object_unexpected_properties).toEqual([{ sku: 'AB-12', quantity: 2, extra: 'text' }])
    expect(invalid_enum_value).toEqual([{ sku: 'AB-12', quantity: 2, tags: ['newx'] }])
  })

  it('breaks one item of many', () => {
    const integer = { type: 'integer' }
    const values = negative({
      type: 'array',
      prefixItems: [integer, integer, integer],
      items: { type: 'boolean' },
    })
    expect(values).toContainEqual(['incorrect_type', [1, 1, 'text']])
    expect(values).toContainEqual(['incorrect_type', [1, 1, 1, 'text']])
  })

  it('breaks a pattern plainly and narrowly', () => {
    expect(
      scenariosOf(negative({ type: 'string', pattern: '^[a-z]+$', example: 'abc' }))['invalid_pattern'],
    ).toHaveLength(2)
  })

  it('makes each number of a text too large', () => {
    const texts = negative({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', example: '06:30' })
    const values = texts.map(([, value]) => value)
    expect(values).toContainEqual(expect.stringMatching(/^99:[0-5]\d$/))
    expect(values).toContainEqual(expect.stringMatching(/^[0-2]\d:99$/))
    expect(scenariosOf(negative({ type: 'string', pattern: '^[0-9]{4}$' }))['invalid_pattern']).not.toContain(
      '9999',
    )
  })

  it.each([
    ['date', '2023-02-30'],
    ['date-time', '2023-02-30T00:00:00Z'],
  ])('breaks a %s by a day that no month has', (format, day) => {
    expect(negative({ type: 'string', format })).toContainEqual(['invalid_format', day])
  })

  it('names the statement within a union', () => {
    const schema = { anyOf: [{ type: 'integer', maximum: 5 }, { type: 'null' }] }
    expect(brokenValues(createNode(schema))).toContainEqual(
      expect.objectContaining({
        value: 6,
        keyword: 'anyOf',
        pointer: '/anyOf',
        inner: expect.objectContaining({ pointer: '/anyOf/0/maximum' }),
      }),
    )
  })

  it('proves every value to break its statement', () => {
    const node = createNode(order)
    const broken = brokenValues(node)
    const proved = broken.map(({ value }) =>
      evaluate(node, value).map(({ keyword, schemaPointer }) => [keyword, schemaPointer]),
    )
    expect(proved).toEqual(broken.map(({ keyword, pointer }) => [[keyword, pointer]]))
  })

  it('makes no absurdly long values', () => {
    const schema = { type: 'array', maxItems: 1e6, items: { type: 'string', maxLength: 1e7 } }
    expect(Math.max(...negative(schema).map(([, value]) => JSON.stringify(value).length))).toBeLessThan(100)
  })

  it('for any schema, breaks the keyword it names and no other', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const node = createNode(schema)
        const told = brokenValues(node).map(({ value, keyword }) => [
          keyword,
          ...new Set(evaluate(node, value).map((failure) => failure.keyword)),
        ])
        expect(told.filter(([named, ...failed]) => failed.length !== 1 || failed[0] !== named)).toEqual([])
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('grows with the schema and no faster', () => {
    const [small, large] = [10, 40].map((count) => brokenValues(createNode(wide(count))).length)
    expect([small, large]).toEqual([65, 245])
  })
})
