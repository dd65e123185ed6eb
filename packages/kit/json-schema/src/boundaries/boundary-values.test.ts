import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema } from '../../test/any-schema.ts'
import { createNode } from '../../test/create-node.ts'
import type { Json, JsonObject } from '../base/json.ts'
import type { Dialect } from '../base/schema-set.ts'
import { evaluate, isValid } from '../keywords/judge.ts'
import { boundaryValues, brokenValues } from './boundary-values.ts'

type Scenarios = Readonly<Record<string, readonly Json[]>>

/** The values of each scenario. */
const scenariosOf = (values: ReturnType<typeof boundaryValues>): Scenarios => {
  const all: Record<string, Json[]> = {}
  for (const { scenario, value } of values) all[scenario] = [...(all[scenario] ?? []), value]
  return all
}
const positive = (schema: Json, dialect?: Dialect) => scenariosOf(boundaryValues(createNode(schema, dialect)))
const negative = (schema: Json) => scenariosOf(brokenValues(createNode(schema)))
const lengthsOf = (scenarios: Scenarios) =>
  Object.fromEntries(
    Object.entries(scenarios).map(([scenario, texts]) => [
      scenario,
      texts.map((each) => (typeof each === 'string' ? each.length : -1)),
    ]),
  )

/** Of the scenarios only those that are expected, if only to be absent. */
const only = (expected: object, scenarios: Scenarios) =>
  Object.fromEntries(Object.keys(expected).map((scenario) => [scenario, scenarios[scenario]]))

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
const huge = { type: 'array', maxItems: 1e6, items: { type: 'string', maxLength: 1e7 } }
const text = (rest: JsonObject): JsonObject => ({ type: 'string', ...rest })
const integer = { type: 'integer' }

const wideOf = (count: number): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, text({ maxLength: 5 })]),
  ),
})

/** Schemas each of which refers to all. */
const meshOf = (size: number): Json => {
  const names = Array.from({ length: size }, (_, index) => `n${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))
  return {
    $ref: '#/$defs/n0',
    $defs: Object.fromEntries(names.map((name) => [name, { type: 'object', properties }])),
  }
}

const countOf = (schema: Json): number => brokenValues(createNode(schema)).length

describe('boundaryValues', () => {
  it.each<[schema: Json, scenarios: Readonly<Record<string, readonly Json[] | undefined>>]>([
    [
      { type: 'number', minimum: 0, exclusiveMaximum: 1.25, multipleOf: 0.25, example: 0.5 },
      {
        valid_number: [0.5],
        minimum_value: [0],
        near_boundary_number: [0.25, 0.75],
        maximum_value: [1],
        fractional_number: undefined,
      },
    ],
    [{ type: 'number' }, { fractional_number: [1.5] }],
    [{ type: 'number', minimum: 3 }, { fractional_number: [3.5] }],
    [{ type: 'number', exclusiveMaximum: 3 }, { fractional_number: [2.5] }],
    [{ type: 'number', minimum: 0.25, maximum: 0.5, example: 0.3 }, { fractional_number: [0.375] }],
    [integer, { fractional_number: undefined }],
    [text({ enum: ['a', 'b', 'c'], example: 'b' }), { enum_value: ['a', 'c'], example_value: undefined }],
    [
      order,
      {
        null_value: [{ sku: 'AB-12', quantity: 2, note: null }],
        enum_value_items_array: [{ sku: 'AB-12', quantity: 2, tags: ['sale'] }],
      },
    ],
    [{ type: 'object', additionalProperties: integer }, { object_additional_property: [{ extra: 1 }] }],
    [{ type: 'object' }, { valid_object: [{}], object_additional_property: undefined }],
    [text({ pattern: '^[a-z]+$' }), { odd_text: undefined }],
    [text({ pattern: '\\S' }), { odd_text: [expect.any(String) as Json] }],
    [
      { oneOf: [{ required: ['a'], properties: { a: integer }, type: 'object' }, { type: 'null' }] },
      { null_value: [null] },
    ],
  ])('of %j are %j', (schema, scenarios) => {
    expect(only(scenarios, positive(schema))).toEqual(scenarios)
  })

  it.each<[constraints: JsonObject, lengths: Readonly<Record<string, readonly number[]>>]>([
    [
      { minLength: 3, maxLength: 50 },
      { minimum_length_string: [3], near_boundary_length_string: [49], maximum_length_string: [50] },
    ],
    [
      { pattern: '^[a-z][a-z0-9-]{2,29}$' },
      { minimum_length_string: [3], near_boundary_length_string: [4, 29], maximum_length_string: [30] },
    ],
    [{ format: 'email', maxLength: 254 }, { maximum_length_string: [254] }],
    [
      { minLength: 1, maxLength: 1_000_000 },
      { minimum_length_string: [1], near_boundary_length_string: [2] },
    ],
  ])('of texts with %j have the lengths %j', (constraints, lengths) => {
    expect(lengthsOf(positive(text(constraints)))).toMatchObject(lengths)
  })

  it.each([{ format: 'date-time' }, { pattern: '^[A-Z]{3}$' }, { pattern: '^(?!.*(.)\\1)[a-z]{4,8}$' }])(
    'of texts with %j try no lengths',
    (constraints) => {
      expect(Object.keys(positive(text(constraints))).filter((scenario) => /length/.test(scenario))).toEqual(
        [],
      )
    },
  )

  it('try each optional property alone, and all', () => {
    const keys = positive(order)['object_required_and_optional']?.map((value) => Object.keys(value as object))
    expect(keys?.map((names) => names.toSorted())).toEqual([
      ['note', 'quantity', 'sku'],
      ['quantity', 'sku', 'tags'],
      ['note', 'quantity', 'sku', 'tags'],
    ])
  })

  it('try items that differ where they must', () => {
    const [pair] = positive({ type: 'array', items: integer, uniqueItems: true })['unique_items_array'] ?? []
    expect(new Set(pair as Json[]).size).toBe(2)
  })

  it.each([
    { nullable: true, allOf: [{ type: 'object' }] },
    { type: 'string', nullable: true, enum: ['a'] },
  ])('try null where OpenAPI 3.0 lets it pass: %j', (schema) => {
    expect(Object.values(positive(schema, 'openapi-3.0')).flat()).toContain(null)
  })

  it('name the statement that is tried', () => {
    const tried = boundaryValues(createNode({ properties: { age: { type: 'integer', maximum: 9 } } }))
    expect(tried.find(({ scenario }) => scenario === 'maximum_value')).toEqual({
      value: { age: 9 },
      scenario: 'maximum_value',
      keyword: 'maximum',
      pointer: '/properties/age/maximum',
      documentUri: expect.any(String),
    })
  })
})

describe('brokenValues', () => {
  it.each<[schema: Json, scenarios: Readonly<Record<string, readonly Json[] | undefined>>]>([
    [
      { type: 'integer', minimum: 1, maximum: 9 },
      { value_below_minimum: [0], value_above_maximum: [10] },
    ],
    [integer, { incorrect_type: ['text', 1.5, true, null, ['text'], { text: 'text' }] }],
    [
      order,
      {
        object_missing_required_property: [{ quantity: 2 }, { sku: 'AB-12' }],
        object_unexpected_properties: [{ sku: 'AB-12', quantity: 2, extra: 'text' }],
        invalid_enum_value: [{ sku: 'AB-12', quantity: 2, tags: ['newx'] }],
      },
    ],
    [
      { type: 'array', prefixItems: [integer, integer, integer], items: { type: 'boolean' } },
      {
        incorrect_type: expect.arrayContaining([
          [1, 1, 'text'],
          [1, 1, 1, 'text'],
        ]) as Json[],
      },
    ],
    [
      text({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', example: '06:30' }),
      {
        invalid_pattern: expect.arrayContaining([
          expect.stringMatching(/^99:[0-5]\d$/),
          expect.stringMatching(/^[0-2]\d:99$/),
        ]) as Json[],
      },
    ],
    [text({ format: 'date' }), { invalid_format: expect.arrayContaining(['2023-02-30']) as Json[] }],
    [
      text({ format: 'date-time' }),
      { invalid_format: expect.arrayContaining(['2023-02-30T00:00:00Z']) as Json[] },
    ],
    [{ type: 'integer', format: 'int32' }, { incorrect_type: expect.arrayContaining([1.5]) as Json[] }],
  ])('of %j are %j', (schema, scenarios) => {
    expect(only(scenarios, negative(schema))).toEqual(scenarios)
  })

  it('break texts by the nearest length', () => {
    const lengths = lengthsOf(negative(text({ minLength: 3, maxLength: 5 })))
    expect(lengths).toMatchObject({ string_below_min_length: [2], string_above_max_length: [6] })
  })

  it('break a pattern plainly and narrowly', () => {
    expect(negative(text({ pattern: '^[a-z]+$', example: 'abc' }))['invalid_pattern']).toHaveLength(2)
  })

  it('name the statement within a union', () => {
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

  it('grow with the schema and no faster', () => {
    expect([10, 40].map((count) => countOf(wideOf(count)))).toEqual([65, 245])
    // The document grows by the square of its schemas.
    expect(countOf(meshOf(8)) / countOf(meshOf(4))).toBeLessThan(4.5)
  })
})

describe('boundaryValues and brokenValues', () => {
  it('are of moderate length', () => {
    const values = [...Object.values(positive(huge)), ...Object.values(negative(huge))].flat()
    expect(Math.max(...values.map((value) => JSON.stringify(value).length))).toBeLessThan(100)
  })

  it('for any schema, are valid, or broken in the named keyword alone; each once', () => {
    fc.assert(
      fc.property(fc.oneof(anySchema, fc.constant(order)), (schema) => {
        const node = createNode(schema)
        const [valid, broken] = [boundaryValues(node), brokenValues(node)]
        expect(valid.filter(({ value }) => !isValid(node, value))).toEqual([])
        const keywords = broken.map(({ value }) => [
          ...new Set(evaluate(node, value).map((one) => one.keyword)),
        ])
        expect(keywords).toEqual(broken.map(({ keyword }) => [keyword]))
        const texts = valid.map(({ value }) => JSON.stringify(value))
        expect(new Set(texts).size).toBe(texts.length)
      }),
      { seed: 20, numRuns: 60 },
    )
  })
})

const listOf = (items: Json, rest: JsonObject): JsonObject => ({ type: 'array', items, ...rest })
const kind = { type: 'object', required: ['k'], properties: { k: { enum: ['a', 'main'] } } }

describe('boundaryValues and brokenValues', () => {
  it.each<[string, Json, Scenarios]>([
    [
      'zero and few cents as decimals',
      text({ pattern: String.raw`^-?\d+\.\d{2}$` }),
      { decimal_text: ['0.00', '0.05'] },
    ],
    [
      'fewer digits behind the point where they are optional',
      text({ pattern: String.raw`^\d+(\.\d{1,2})$` }),
      { decimal_text: ['0.00', '0.0', '0.05', '1.5'] },
    ],
    [
      'no decimals where a text is none',
      text({ pattern: '^[0-9]{4}$' }),
      { decimal_text: undefined as never },
    ],
    [
      'the item that an array must contain behind another',
      listOf(kind, { contains: { properties: { k: { const: 'main' } } }, maxItems: 4 }),
      { array_with_later_match: [[{ k: 'a' }, { k: 'main' }]] },
    ],
    [
      'base64 with its padding and signs',
      text({ contentEncoding: 'base64' }),
      { padded_text: ['+/+/+/8=', '+/+/+w=='] },
    ],
    [
      'base64 that a pattern allows to be empty',
      text({ contentEncoding: 'base64', pattern: '^([A-Za-z0-9+/]{4})*$' }),
      { minimum_length_string: [''] },
    ],
    [
      'nothing at all for an object without required properties',
      { type: 'object', properties: { a: text({}), b: integer } },
      { valid_object: [{}] },
    ],
  ])('tries %s', (_what, schema, expected) => {
    expect(only(expected, positive(schema))).toStrictEqual(expected)
  })

  it.each<[string, Json, string, readonly Json[]]>([
    [
      'other digits behind the point',
      text({ pattern: String.raw`^[1-9]\.\d{2}$` }),
      'invalid_pattern',
      [/^\d\.\d$/, /^\d\.\d{3}$/, /^\d$/].map((form) => expect.stringMatching(form) as string),
    ],
    [
      'a number in a map of texts',
      { type: 'object', additionalProperties: text({}) },
      'incorrect_type',
      [{ extra: 42 }],
    ],
    ['one item too many at the root', listOf(integer, { maxItems: 2 }), 'array_above_max_items', [[1, 1, 1]]],
  ])('breaks by %s', (_what, schema, scenario, expected) => {
    const values = negative(schema)[scenario] ?? []
    expect(values).toEqual(expect.arrayContaining([...expected]))
  })

  it('breaks no encoding, of which a server need not know (JSON Schema 2020-12, validation, 8.2)', () => {
    const broken = Object.values(negative(text({ contentEncoding: 'base64' }))).flat()
    expect(broken.filter((value) => typeof value === 'string')).toStrictEqual([])
  })

  it.each(['base64url', '7bit'])('leaves texts of the encoding %s open', (contentEncoding) => {
    expect(isValid(createNode(text({ contentEncoding })), '!')).toBe(true)
  })

  it.each([
    ['YWJj', true, true],
    ['YQ==', true, true],
    ['YQ', true, false],
    ['a-_b', true, false],
    ['a*b', false, false],
  ])('judges base64 %s', (value, isLenient, isStrict) => {
    for (const schema of [text({ contentEncoding: 'base64' }), text({ format: 'byte' })]) {
      const node = createNode(schema)
      expect([isValid(node, value), isValid(node, value, { isStrict: true })]).toStrictEqual([
        isLenient,
        isStrict,
      ])
    }
    expect(isValid(createNode(text({ contentEncoding: 'base64' })), value, { formats: false })).toBe(true)
  })
})
