import { Ajv2020 } from 'ajv/dist/2020.js'
import { check, property, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GenerationOptions, sampleValue, UnsatisfiableSchemaError, validValues } from './index.ts'
import type { Json, JsonObject } from './base/json.ts'

const draw = (schema: Json, options: GenerationOptions = {}, numRuns = 60): readonly Json[] =>
  sample(validValues(schema, options), { seed: 42, numRuns })

const typesOf = (schema: Json) => new Set(draw(schema).map((value) => typeof value))

/** The combinations of properties in values of a schema. */
const shapesOf = (schema: Json, options?: GenerationOptions, numRuns?: number): readonly string[] => [
  ...new Set(
    draw(schema, options, numRuns).map((value) =>
      Object.keys(value as object)
        .toSorted()
        .join(' '),
    ),
  ),
]

const ajv = new Ajv2020({
  strict: false,
  ownProperties: true,
  unicodeRegExp: true,
  multipleOfPrecision: 10,
  logger: false,
})

const integer = { type: 'integer' }
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...rest,
})
const variant = (name: string, schema: Json = integer): Json =>
  object({ [name]: schema }, { required: [name] })
const item = { const: 1 }
const list = (rest: JsonObject): JsonObject => ({ type: 'array', ...rest })
const either = {
  anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }],
  unevaluatedProperties: false,
}

describe('validValues', () => {
  it.each<Json>([
    { type: 'integer', minimum: 3, exclusiveMaximum: 90 },
    { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    { minimum: 0.3, maximum: 0.3 },
    { exclusiveMinimum: 1, exclusiveMaximum: 1 + 2 * Number.EPSILON },
    { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 5 },
    { minimum: 0, maximum: 99, allOf: [{ multipleOf: 0.4 }, { multipleOf: 0.6 }], not: { multipleOf: 2.4 } },
    { type: 'number', not: { multipleOf: 1 } },
    { type: 'integer', minimum: 1e300 },
    { type: 'string', pattern: '^[a-c]+$', minLength: 4, maxLength: 5 },
    { type: 'string', allOf: [{ minLength: 3 }, { maxLength: 3 }, { pattern: '^a' }, { pattern: 'b$' }] },
    { type: 'integer', minimum: 0, maximum: 60, oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }] },
    { oneOf: [variant('a', { minimum: 0 }), variant('a', { maximum: 10 })] },
    list({ items: integer, minItems: 2 }),
    list({ items: { enum: [{ a: 1, b: 2 }, { b: 2, a: 1 }, 3] }, minItems: 2, uniqueItems: true }),
    list({ maxItems: 2, not: { uniqueItems: true } }),
    list({ items: item, minItems: 1, maxItems: 2, not: { const: [1] } }),
    list({ prefixItems: [{ type: 'string' }], items: integer, contains: { minimum: 7 }, minContains: 2 }),
    list({
      prefixItems: [{ enum: [1, 2] }, { enum: [1, 3] }, { enum: [1, 4] }],
      contains: item,
      minContains: 0,
      maxContains: 1,
    }),
    list({ items: item, contains: item, minContains: 2, maxContains: 3 }),
    list({ items: object({ a: { type: 'boolean' }, b: { $ref: '#' } }), minItems: 3, uniqueItems: true }),
    { type: 'object', additionalProperties: { type: 'boolean' }, propertyNames: { pattern: '^k' } },
    { type: 'object', minProperties: 4, propertyNames: { pattern: '^[a-d]$' }, additionalProperties: item },
    { type: 'object', patternProperties: { '^x-': integer }, unevaluatedProperties: false },
    { type: 'object', required: ['b'], maxProperties: 2, not: either },
    { required: ['toString', '__proto__'], type: 'object' },
    {
      $ref: '#/$defs/a',
      $defs: {
        a: object({ b: { $ref: '#/$defs/b' } }, { required: ['b'] }),
        b: { type: ['object', 'string'], required: ['a'], properties: { a: { $ref: '#/$defs/a' } } },
      },
    },
  ])('of %j are valid to Ajv', (schema) => {
    const isRight = ajv.compile(schema as JsonObject)
    expect(draw(schema, {}, 15).filter((value) => !isRight(value))).toEqual([])
  })

  it('have any number of items and characters', () => {
    const [items] = draw(list({ items: integer, minItems: 10_000, uniqueItems: true }), {}, 1)
    expect(new Set(items as Json[]).size).toBeGreaterThanOrEqual(10_000)
    const [text] = draw(
      { type: 'string', minLength: 100_000, maxLength: 100_001, pattern: '^(?:ab)+$' },
      {},
      1,
    )
    expect(text).toHaveLength(100_000)
  })

  it.each<[schema: Json, members: readonly Json[]]>([
    [{ enum: ['a', 1, null, 'b'], type: ['string', 'null'] }, ['a', 'b', null]],
    [{ type: 'boolean' }, [false, true]],
    [{ type: 'integer', minimum: 3, maximum: 5 }, [3, 4, 5]],
    [{ oneOf: [{ const: 'a' }, { const: 'b' }], not: { const: 'b' } }, ['a']],
    [list({ items: item, minItems: 1, maxItems: 2 }), [[1], [1, 1]]],
  ])('of %j are all of %j and no other', (schema, members) => {
    const drawn = new Set(draw(schema).map((value) => JSON.stringify(value)))
    expect([...drawn].toSorted()).toEqual(members.map((value) => JSON.stringify(value)).toSorted())
  })

  it('try the bounds of numbers', () => {
    const values = draw({ type: 'integer', minimum: 3, exclusiveMaximum: 90 }, {}, 200)
    expect(values).toEqual(expect.arrayContaining([3, 89]))
  })

  it('keep int64 to integers that a double holds', () => {
    const values = draw({ type: 'integer', format: 'int64', maximum: 2 ** 63 })
    expect(values.every((value) => Number.isSafeInteger(value))).toBe(true)
  })

  it('are of each type that is allowed, or that keywords speak of', () => {
    expect(typesOf({ type: ['string', 'null', 'boolean'] })).toEqual(new Set(['string', 'object', 'boolean']))
    expect(typesOf({ minLength: 2 })).toEqual(new Set(['string']))
    expect(typesOf({ minLength: 3, maxLength: 2 })).not.toContain('string')
  })

  it('reach a hundred alternatives', () => {
    const kinds = Array.from({ length: 100 }, (_, at) => variant('kind', { const: at }))
    const values = draw({ oneOf: kinds }, {}, 600)
    expect(new Set(values.map((value) => (value as { kind: number }).kind)).size).toBeGreaterThan(95)
  })

  const account = object(
    {
      id: { ...integer, readOnly: true },
      name: { type: 'string' },
      password: { type: 'string', writeOnly: true },
      links: { allOf: [{ $ref: '#/$defs/links' }] },
    },
    {
      required: ['id', 'name', 'password', 'links'],
      $defs: { links: { type: 'array', readOnly: true } },
    },
  )
  const elsewhere = {
    allOf: [{ required: ['id'] }, { properties: { id: { ...integer, readOnly: true } } }],
  }
  const secrets = { type: 'object', additionalProperties: { type: 'string', writeOnly: true } }

  it.each<[schema: Json, shapes: readonly string[], options?: GenerationOptions]>([
    [object({ a: integer, b: integer }, { required: ['a'] }), ['a', 'a b']],
    [object({ a: integer }), ['', 'a']],
    [
      object({ card: item, address: item }, { dependentRequired: { card: ['address'] } }),
      ['', 'address', 'address card'],
    ],
    [{ oneOf: [variant('a'), variant('b'), variant('c')] }, ['a', 'b', 'c']],
    [
      object(
        { kind: { enum: ['card', 'cash'] }, number: integer },
        {
          required: ['kind'],
          if: { properties: { kind: { const: 'card' } } },
          then: { required: ['number'] },
          else: { properties: { number: false } },
        },
      ),
      ['kind', 'kind number'],
    ],
    [
      object({ a: item }, { anyOf: [variant('b', item), variant('c', item)], unevaluatedProperties: false }),
      ['a b', 'a b c', 'a c', 'b', 'b c', 'c'],
    ],
    [account, ['id links name password']],
    [account, ['name password'], { direction: 'request' }],
    [account, ['id links name'], { direction: 'response' }],
    [elsewhere, [''], { direction: 'request' }],
    [secrets, [''], { direction: 'response' }],
  ])('of %j have the properties %j', (schema, shapes, options) => {
    expect(shapesOf(schema, options, 200).toSorted()).toEqual(shapes)
  })

  it('have undeclared properties only when enabled', () => {
    expect(shapesOf(object({ a: integer }), { additionalProperties: true }).length).toBeGreaterThan(2)
  })

  const depthOf = (value: Json): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  const tree = object({ value: integer, left: { $ref: '#' }, right: { $ref: '#' } }, { required: ['value'] })

  it.each([
    [{}, 4],
    [{ maxDepth: 1 }, 2],
  ])('of a recursive schema with %j are %i levels deep at most', (options, levels) => {
    expect(Math.max(...draw(tree, options, 300).map(depthOf))).toBe(levels)
  })

  it('stay small where hundreds of schemas refer to each other', () => {
    const kinds = Array.from({ length: 60 }, (_, at) => {
      const others = Array.from({ length: 5 }, (_unused, to) => [
        `p${to}`,
        { $ref: `#/$defs/k${(at * 7 + to * 11) % 60}` },
      ])
      return [`k${at}`, object(Object.fromEntries(others) as JsonObject)] as const
    })
    const values = draw({ $ref: '#/$defs/k0', $defs: Object.fromEntries(kinds) }, {}, 30)
    expect(Math.max(...values.map((value) => JSON.stringify(value).length))).toBeLessThan(20_000)
  })

  it('shrink to the smallest value', () => {
    const schema = object(
      { list: list({ items: integer, minItems: 1 }), note: { type: ['string', 'null'] } },
      { required: ['list'] },
    )
    const shrunk = check(
      property(validValues(schema), () => false),
      { seed: 9 },
    )
    expect(shrunk.counterexample).toEqual([{ list: [0] }])
  })

  it.each<Json>([
    false,
    { type: 'string', enum: [1, 2] },
    { type: 'string', minLength: 5, maxLength: 2 },
    { type: 'integer', minimum: 1, maximum: 2, multipleOf: 3 },
    { type: 'number', multipleOf: 6, not: { multipleOf: 3 } },
    { type: 'string', format: 'uuid', maxLength: 35 },
    { type: 'string', allOf: [{ pattern: '^a' }, { pattern: '^b' }] },
    { type: 'object', required: ['a'], maxProperties: 1, dependentRequired: { a: ['b'] } },
    { type: 'object', required: ['b'], maxProperties: 1, not: either },
    { type: 'object', minProperties: 5, propertyNames: { pattern: '^[a-d]$' } },
    list({ prefixItems: [{ const: 1 }, { const: 2 }], items: false, not: { uniqueItems: true } }),
    list({ minItems: 3, uniqueItems: true, items: { enum: [1, 2] } }),
    list({ minItems: 1, items: { $ref: '#' } }),
    object({ next: { $ref: '#' } }, { required: ['next'] }),
  ])('do not exist for %j', (schema) => {
    expect(() => validValues(schema)).toThrow(UnsatisfiableSchemaError)
  })

  it('name the schema that no value satisfies', () => {
    const never = { type: 'string', minLength: 5, maxLength: 2 }
    expect(() => validValues(variant('a', variant('b', never)))).toThrow(
      expect.objectContaining({ pointer: '/properties/a/properties/b' }),
    )
  })
})

describe('sampleValue', () => {
  it('uses the examples of the schema, and required properties only', () => {
    const schema = object(
      {
        id: integer,
        tags: list({ items: { type: 'string' }, minItems: 1 }),
        note: { default: 'Hi' },
        more: integer,
      },
      { required: ['id', 'tags', 'note'] },
    )
    expect(sampleValue(schema)).toEqual({ id: 1, tags: ['text'], note: 'Hi' })
  })
})

const petType = { petType: { type: 'string' } }
const extending = (name: string): JsonObject => ({
  allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { [name]: integer }, required: [name] }],
})
const branches = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]

const base = (mapping: JsonObject | undefined, pet: JsonObject = {}): JsonObject => ({
  Pet: object(petType, {
    required: ['petType'],
    discriminator: { propertyName: 'petType', ...(mapping && { mapping }) },
    ...pet,
  }),
  Cat: extending('meow'),
  Dog: extending('bark'),
})

const union = (mapping: JsonObject | undefined, dogTypes: Json = { type: 'string' }): JsonObject => ({
  Pet: { oneOf: branches, discriminator: { propertyName: 'petType', ...(mapping && { mapping }) } },
  Cat: object({ ...petType, meow: integer }, { required: ['petType', 'meow'] }),
  Dog: object({ petType: dogTypes, bark: integer }, { required: ['petType', 'bark'] }),
})

const catAndDog = { cat: '#/components/schemas/Cat', dog: 'Dog' }

describe('validValues with a discriminator', () => {
  it.each<[title: string, schemas: JsonObject, pairs: readonly string[], name?: string]>([
    ['name the branch of a union by its component', union(undefined), ['Cat meow', 'Dog bark']],
    ['name it by the mapping, to references and to names', union(catAndDog), ['cat meow', 'dog bark']],
    [
      'overlook a name that the branch does not allow',
      union(undefined, { type: 'string', enum: ['dog'] }),
      ['Cat meow', 'dog bark'],
    ],
    ['extend a base schema', base(catAndDog), ['cat meow', 'dog bark']],
    ['find the extensions where no mapping lists them', base(undefined), ['Cat meow', 'Dog bark']],
    ['name an extension drawn by itself', base({ dog: 'Dog' }), ['dog bark'], 'Dog'],
    [
      'stand a union that its branches extend',
      base(undefined, { oneOf: branches }),
      ['Cat meow', 'Dog bark'],
    ],
    [
      'overlook a mapping that leads nowhere',
      base({ ...catAndDog, bird: '#/components/schemas/Bird' }),
      ['cat meow', 'dog bark'],
    ],
  ])('%s', (_title, schemas, pairs, name = 'Pet') => {
    const document = { openapi: '3.0.3', components: { schemas } }
    const pointer = `/components/schemas/${name}`
    const drawn = draw(document, { dialect: 'openapi-3.0', pointer }).map((value) => {
      const { petType: type, ...rest } = value as { petType: string }
      return `${type} ${Object.keys(rest).join(' ')}`
    })
    expect([...new Set(drawn)].toSorted()).toEqual(pairs)
  })

  it('ignore it where it leaves no value', () => {
    const Plain = { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { bark: false } }] }
    const document = { openapi: '3.0.3', components: { schemas: { ...base({ dog: 'Dog' }), Plain } } }
    expect(
      draw(document, { dialect: 'openapi-3.0', pointer: '/components/schemas/Plain' }).length,
    ).toBeGreaterThan(0)
  })
})
