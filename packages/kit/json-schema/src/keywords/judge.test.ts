import { describe, expect, it } from 'vitest'
import { createJudge, type JudgeOptions, UnresolvedReferenceError } from '../index.ts'
import type { Json } from '../base/json.ts'

/** The failures of a value: where the statement is, where the value is, and the message. */
const failuresOf = (schema: Json, value: unknown, options?: JudgeOptions): readonly string[] =>
  createJudge(
    schema,
    options,
  )(value).map(
    ({ schemaPointer, instancePointer, message }) => `${schemaPointer} @${instancePointer} ${message}`,
  )

const document = {
  openapi: '3.0.3',
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'password'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 2, nullable: true },
          password: { type: 'string', writeOnly: true },
        },
        additionalProperties: false,
      },
      Pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
    },
  },
}
const location = { dialect: 'openapi-3.0', pointer: '/components/schemas/Pets' } as const

describe('createJudge', () => {
  it('returns each violated keyword with both pointers', () => {
    expect(createJudge(document, location)([{ id: 1, name: 'x', password: '' }])).toStrictEqual([
      {
        keyword: 'minLength',
        documentUri: 'memory:/schema.json',
        schemaPointer: '/components/schemas/Pet/properties/name/minLength',
        instancePointer: '/0/name',
        message: 'is shorter than 2 characters',
        branches: [],
      },
    ])
  })

  it('reads nullable in OpenAPI 3.0 alone', () => {
    const pets = [{ id: 1, name: null, password: '' }]
    expect(failuresOf(document, pets, location)).toStrictEqual([])
    expect(failuresOf(document, pets, { ...location, dialect: '2020-12' })).toHaveLength(1)
  })

  it.each([
    ['request', 'lacks the required property password'],
    ['response', 'lacks the required property id'],
  ] as const)('exempts properties that the direction %s omits', (direction, message) => {
    expect(createJudge(document, { ...location, direction })([{ name: 'Rex' }])).toMatchObject([{ message }])
  })

  it('follows references to other documents', () => {
    const documents = { 'http://schemas.test/size.json': { enum: ['small', 'large'] } }
    const judge = createJudge({ $ref: 'size.json' }, { uri: 'http://schemas.test/pet.json', documents })
    expect(judge('small')).toStrictEqual([])
    expect(judge('tiny')).toMatchObject([
      { keyword: 'enum', documentUri: 'http://schemas.test/size.json', schemaPointer: '/enum' },
    ])
  })

  it('treats formats as annotations when disabled', () => {
    const schema = { type: 'string', format: 'date' }
    expect(failuresOf(schema, 'today')).toStrictEqual(['/format @ is not of the format date'])
    expect(failuresOf(schema, 'today', { formats: false })).toStrictEqual([])
  })

  it('rejects references that lead nowhere', () => {
    expect(() => createJudge(document, { pointer: '/components/schemas/Cat' })).toThrow(
      UnresolvedReferenceError,
    )
    expect(() => failuresOf({ $ref: '#/$defs/none' }, 1)).toThrow('#/$defs/none')
  })
})

const nullDefinition = { $defs: { a: { type: 'null' } } }
const tooMany = { contains: { type: 'null' }, minContains: 2, maxContains: 3 }
const few = { minLength: 1, minItems: 1, minProperties: 1 }
const many = { maxLength: 2, maxItems: 2, maxProperties: 2 }
const condition = { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } }
const closed = { properties: { a: true }, patternProperties: { '^x': true }, additionalProperties: false }

describe('a judge', () => {
  it.each<[schema: Json, value: unknown, failures: readonly string[]]>([
    [{ type: 'integer', minimum: 1 }, 1, []],
    [
      { type: 'string', enum: ['a'], allOf: [{ type: 'null' }], required: ['x'], minimum: 5 },
      3,
      [
        '/type @ is not of type string',
        '/enum @ is not one of the allowed values',
        '/minimum @ is less than 5',
        '/allOf/0/type @ is not of type null',
      ],
    ],
    [
      { required: ['a', 'b', 'c'] },
      { b: 1 },
      ['/required @ lacks the required property a', '/required @ lacks the required property c'],
    ],
    [
      { dependentRequired: { card: ['number'] } },
      { card: 1 },
      ['/dependentRequired @ lacks the property number, required beside card'],
    ],
    [
      { items: { $ref: '#/$defs/id' }, $defs: { id: { type: 'integer' } } },
      [1, 'x'],
      ['/$defs/id/type @/1 is not of type integer'],
    ],
    [
      { properties: { 'a/b~c': { type: 'null' } } },
      { 'a/b~c': 1 },
      ['/properties/a~1b~0c/type @/a~1b~0c is not of type null'],
    ],
    [
      { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], ...nullDefinition },
      1,
      ['/$defs/a/type @ is not of type null'],
    ],
    [{ anyOf: [{ type: 'null' }, { minimum: 3 }], oneOf: [{ type: 'null' }, true] }, 4, []],
    [
      { not: { properties: { a: { type: 'null' } } } },
      { a: null },
      ['/not @ matches a schema that it must not match'],
    ],
    [condition, { a: 1 }, ['/then/required @ lacks the required property b']],
    [condition, {}, ['/else/required @ lacks the required property c']],
    [tooMany, [null], ['/minContains @ has fewer than 2 of the items it must contain']],
    [tooMany, [null, null, null, null], ['/maxContains @ has more than 3 of the items it may contain']],
    [{ contains: { type: 'null' } }, [1], ['/contains @ has fewer than 1 of the items it must contain']],
    [
      closed,
      { a: 1, xa: 1, b: 1, c: 1 },
      [
        '/additionalProperties @/b is a property that the schema does not allow',
        '/additionalProperties @/c is a property that the schema does not allow',
      ],
    ],
    [
      { prefixItems: [true], items: false },
      [1, 2, 3],
      ['/items @/1 is one item more than allowed', '/items @/2 is one item more than allowed'],
    ],
    [
      { prefixItems: [true], unevaluatedItems: false },
      [1, 2],
      ['/unevaluatedItems @/1 is an item that the schema does not allow'],
    ],
    [{ properties: { a: false } }, { a: 1 }, ['/properties/a @/a is not allowed']],
    [few, '', ['/minLength @ is shorter than 1 character']],
    [few, [], ['/minItems @ has fewer than 1 item']],
    [few, {}, ['/minProperties @ has fewer than 1 property']],
    [many, 'abc', ['/maxLength @ is longer than 2 characters']],
    [many, [1, 2, 3], ['/maxItems @ has more than 2 items']],
    [many, { a: 1, b: 1, c: 1 }, ['/maxProperties @ has more than 2 properties']],
    [
      { propertyNames: { maxLength: 2 } },
      { abc: 1 },
      ['/propertyNames/maxLength @/abc is longer than 2 characters'],
    ],
    [
      { unevaluatedProperties: false, allOf: [{ properties: { a: { type: 'null' } } }] },
      { a: 1 },
      ['/allOf/0/properties/a/type @/a is not of type null'],
    ],
    [
      { unevaluatedProperties: false, oneOf: [{ properties: { a: { type: 'null' } } }] },
      { a: 1 },
      ['/oneOf @ matches none of the allowed schemas'],
    ],
    [
      { anyOf: [{ items: { type: 'null' } }], unevaluatedItems: false },
      [1],
      ['/anyOf @ matches none of the allowed schemas'],
    ],
    [
      {
        anyOf: [{ properties: { a: { const: 1 } } }, { properties: { b: true }, required: ['b'] }],
        unevaluatedProperties: false,
      },
      { a: 2, b: 2 },
      ['/unevaluatedProperties @/a is a property that the schema does not allow'],
    ],
    [
      { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }, false] } } },
      1,
      ['/$defs/a/allOf/1 @ is not allowed'],
    ],
    [{ $dynamicRef: '#x', $dynamicAnchor: 'x', type: 'null' }, 1, ['/type @ is not of type null']],
    [
      { properties: { next: { $ref: '#' } }, required: ['id'] },
      { id: 1, next: { id: 2, next: {} } },
      ['/required @/next/next lacks the required property id'],
    ],
    [{ multipleOf: 0.01 }, 19.99, []],
    [{ multipleOf: 0.01 }, 19.995, ['/multipleOf @ is not a multiple of 0.01']],
    [{ format: 'int32' }, 2 ** 31, ['/format @ is not of the format int32']],
    [{ format: 'int32' }, 2 ** 31 - 1, []],
  ])('reports for %j and %j: %j', (schema, value, failures) => {
    expect(failuresOf(schema, value)).toEqual(failures)
  })

  it('reports the failures of each branch of a union', () => {
    const [none] = createJudge({ anyOf: [{ type: 'null' }, { minimum: 3, multipleOf: 2 }] })(1)
    expect(none).toMatchObject({ keyword: 'anyOf', schemaPointer: '/anyOf' })
    expect(none?.branches.map((branch) => branch.map(({ keyword }) => keyword))).toEqual([
      ['type'],
      ['minimum', 'multipleOf'],
    ])
    const [two] = createJudge({ oneOf: [{ minimum: 1 }, { type: 'null' }, { maximum: 9 }] })(5)
    expect(two).toMatchObject({ keyword: 'oneOf', message: 'matches more than one of the schemas' })
    expect(two?.branches.map(({ length }) => length)).toEqual([0, 1, 0])
  })

  const broken = { type: 'null' }
  it.each<[Json, unknown]>([
    [{ properties: { a: broken, b: broken } }, { a: 1, b: 1 }],
    [{ patternProperties: { '.': broken } }, { a: 1, b: 1 }],
    [{ additionalProperties: broken }, { a: 1, b: 1 }],
    [{ unevaluatedProperties: broken }, { a: 1, b: 1 }],
    [{ unevaluatedProperties: false }, { a: 1, b: 1 }],
    [{ propertyNames: false }, { a: 1, b: 1 }],
    [{ dependentSchemas: { a: { minProperties: 3 }, b: { maxProperties: 1 } } }, { a: 1, b: 1 }],
    [{ dependentRequired: { a: ['c'], b: ['d'] } }, { a: 1, b: 1 }],
    [{ allOf: [broken, { minProperties: 3 }] }, { a: 1, b: 1 }],
    [{ prefixItems: [broken, broken] }, [1, 2]],
    [{ items: broken }, [1, 2]],
    [{ unevaluatedItems: broken }, [1, 2]],
    [{ unevaluatedItems: false }, [1, 2]],
  ])('reports both failures that %j finds in %j', (schema, value) => {
    expect(failuresOf(schema, value)).toHaveLength(2)
    expect(failuresOf({ anyOf: [schema] }, value)).toEqual(['/anyOf @ matches none of the allowed schemas'])
  })

  it('takes names of Object.prototype for ordinary names', () => {
    const names = ['toString', '__proto__', 'constructor', 'hasOwnProperty']
    const schema = { required: names, properties: { constructor: { type: 'null' } } }
    expect(failuresOf(schema, {})).toHaveLength(4)
    const full: unknown = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`)
    expect(failuresOf(schema, full)).toEqual([])
    expect(failuresOf({ additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toHaveLength(1)
  })

  it.each([{ a: 1 }, [1], 'text', 1])('overlooks arguments that make no sense for %j', (value) => {
    const schema = {
      type: 'anything',
      required: true,
      minimum: '3',
      maxLength: -1,
      multipleOf: 0,
      enum: 'a',
      properties: { a: 5 },
      items: [{ type: 'null' }],
      allOf: {},
      anyOf: [],
      $ref: 7,
    }
    expect(failuresOf(schema, value)).toEqual([])
    expect(failuresOf({ multipleOf: -2, type: ['null', 'anything'] }, value)).toEqual([])
  })

  it('survives values of any depth', () => {
    const deep = Array.from({ length: 5000 }).reduce<Json>((inner) => [inner], [])
    expect(failuresOf({ type: 'array', items: { $ref: '#' } }, deep)).toEqual([])
  })

  it.each(['^(a+)+$', '^(?:a|aa)*$', '^(\\w+\\s?)*$', '^(.*)(.*)(.*)(.*)(.*)x$'])(
    'judges a long text by the pattern %s without backtracking',
    (pattern) => {
      expect(failuresOf({ pattern }, `${'a'.repeat(5_000)}!`)).toHaveLength(1)
    },
  )

  it('names every place of an object that stands at several', () => {
    const wrong = { id: 'x' }
    const list = [...Array.from({ length: 600 }, () => ({ id: 1 })), wrong, wrong, wrong]
    const items = { type: 'object', properties: { id: { type: 'integer' } } }
    const [failure] = createJudge({ anyOf: [{ type: 'array', items }, { type: 'null' }] })(list)
    expect(failure?.branches[0]?.map(({ instancePointer }) => instancePointer)).toStrictEqual([
      '/600/id',
      '/601/id',
      '/602/id',
    ])
  })

  it('judges a deep value once for all variants with a common base', () => {
    const kinds = Array.from({ length: 30 }, (_, index) => `kind${index}`)
    const schema = {
      oneOf: kinds.map((kind) => ({
        allOf: [{ $ref: '#/$defs/base' }, { properties: { kind: { const: kind } }, required: ['kind'] }],
      })),
      $defs: { base: { type: 'object', properties: { below: { $ref: '#' } } } },
    }
    const nest = (levels: number, kind: string): Json =>
      levels === 0 ? { kind } : { kind: 'kind7', below: nest(levels - 1, kind) }
    expect(failuresOf(schema, nest(12, 'kind3'))).toStrictEqual([])
    expect(failuresOf(schema, nest(12, 'kind30'))).toStrictEqual([
      '/oneOf @ matches none of the allowed schemas',
    ])
  })

  it.each<[schema: Json, value: unknown, isValid: boolean]>([
    [{ type: 'string', nullable: true }, null, true],
    [{ type: 'string', nullable: true }, 5, false],
    [{ type: 'string' }, null, false],
    [{ type: 'string', nullable: false }, null, false],
    [{ type: 'string', nullable: true, enum: ['a'] }, null, true],
    [{ nullable: true, enum: ['a'] }, null, true],
    [{ nullable: true, enum: ['a'] }, 'b', false],
    [{ nullable: true, allOf: [{ type: 'object' }] }, null, true],
    [{ type: 'object', nullable: true, allOf: [{ type: 'object' }] }, null, true],
    [{ nullable: true, oneOf: [{ type: 'object' }] }, null, true],
    [{ allOf: [{ type: 'object' }] }, null, false],
    [{ minimum: 1, exclusiveMinimum: true }, 1, false],
    [{ minimum: 1, exclusiveMinimum: false }, 1, true],
    [{ maximum: 1, exclusiveMaximum: true }, 1, false],
    [{ maximum: 1, exclusiveMaximum: true }, 0.9, true],
    [{ exclusiveMinimum: true }, 0, true],
    [{ exclusiveMinimum: 3 }, 3, false],
    [{ $ref: '#/x', type: 'string', x: { type: 'integer' } }, 1, true],
    [{ $ref: '#/x', type: 'string', x: { type: 'integer' } }, 'a', false],
    [{ type: 'object', discriminator: { propertyName: 'kind' } }, {}, true],
    [{ not: { $id: 'https://other.example/', $ref: '#/x' }, x: { $anchor: 'y', type: 'null' } }, 1, true],
  ])('reads %j as OpenAPI 3.0 for %j: %j', (schema, value, isValid) => {
    expect(failuresOf(schema, value, { dialect: 'openapi-3.0' }).length === 0).toBe(isValid)
  })

  it('points to the exclusive bound of OpenAPI 3.0 as it is written', () => {
    expect(failuresOf({ minimum: 1, exclusiveMinimum: true }, 1, { dialect: 'openapi-3.0' })).toEqual([
      '/exclusiveMinimum @ is not greater than 1',
    ])
  })
})
