import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import { createJudge, invalidValues, UnresolvedReferenceError, validValues } from '../../schema.ts'
import type { Json } from '../base/json.ts'
import { SchemaSet } from '../base/schema-set.ts'
import { evaluate, isValid } from './judge.ts'

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
    expect(createJudge(document, location)(pets)).toStrictEqual([])
    expect(createJudge(document, { ...location, dialect: '2020-12' })(pets)).toMatchObject([
      { keyword: 'type', instancePointer: '/0/name' },
    ])
  })

  it('exempts what its direction leaves out', () => {
    const judgeRequest = createJudge(document, { ...location, direction: 'request' })
    expect(judgeRequest([{ name: 'Rex' }])).toMatchObject([
      { message: 'lacks the required property password' },
    ])
    const judgeResponse = createJudge(document, { ...location, direction: 'response' })
    expect(judgeResponse([{ name: 'Rex' }])).toMatchObject([{ message: 'lacks the required property id' }])
  })

  it('follows references to other documents', () => {
    const documents = { 'http://schemas.test/size.json': { enum: ['small', 'large'] } }
    const judge = createJudge({ $ref: 'size.json' }, { uri: 'http://schemas.test/pet.json', documents })
    expect(judge('small')).toStrictEqual([])
    expect(judge('tiny')).toMatchObject([
      { keyword: 'enum', documentUri: 'http://schemas.test/size.json', schemaPointer: '/enum' },
    ])
  })

  it('takes formats as annotations when told', () => {
    const schema = { type: 'string', format: 'date' }
    expect(createJudge(schema)('today')).toMatchObject([{ keyword: 'format' }])
    expect(createJudge(schema, { formats: false })('today')).toStrictEqual([])
  })

  it('rejects a pointer that leads nowhere', () => {
    expect(() => createJudge(document, { pointer: '/components/schemas/Cat' })).toThrow(
      UnresolvedReferenceError,
    )
  })

  it('agrees with generated values of a schema', () => {
    const judge = createJudge(document, location)
    const valid = sample(validValues(document, location), { numRuns: 50, seed: 1 })
    expect(valid.flatMap(judge)).toStrictEqual([])
    const invalid = sample(invalidValues(document, location), { numRuns: 50, seed: 1 })
    const found = invalid.map(({ value }) => judge(value).map(({ keyword }) => keyword))
    expect(found).toStrictEqual(invalid.map(({ keyword }) => [keyword]))
  })
})

const told = (schema: Json, value: unknown): string[] =>
  evaluate(createNode(schema), value).map(
    ({ schemaPointer, instancePointer, message }) => `${schemaPointer} @${instancePointer} ${message}`,
  )

describe('evaluate', () => {
  it('tells nothing of a valid value', () => {
    expect(told({ type: 'integer', minimum: 1 }, 1)).toEqual([])
  })

  it('tells a leaf once, not its parents too', () => {
    const schema = { properties: { name: { minLength: 3 } } }
    expect(evaluate(createNode(schema), { name: 'ab' })).toEqual([
      {
        keyword: 'minLength',
        documentUri: 'https://schemas.example/root.json',
        schemaPointer: '/properties/name/minLength',
        instancePointer: '/name',
        message: 'is shorter than 3 characters',
        branches: [],
      },
    ])
  })

  it('tells every broken statement, in one order', () => {
    const schema = { type: 'string', enum: ['a'], allOf: [{ type: 'null' }], required: ['x'], minimum: 5 }
    expect(told(schema, 3)).toEqual([
      '/type @ is not of type string',
      '/enum @ is not one of the allowed values',
      '/minimum @ is less than 5',
      '/allOf/0/type @ is not of type null',
    ])
  })

  it('names each missing property', () => {
    expect(told({ required: ['a', 'b', 'c'] }, { b: 1 })).toEqual([
      '/required @ lacks the required property a',
      '/required @ lacks the required property c',
    ])
  })

  it('names the property that another requires', () => {
    expect(told({ dependentRequired: { card: ['number'] } }, { card: 1 })).toEqual([
      '/dependentRequired @ lacks the property number, required beside card',
    ])
  })

  it('points to the place a reference leads to', () => {
    const schema = { items: { $ref: '#/$defs/id' }, $defs: { id: { type: 'integer' } } }
    expect(told(schema, [1, 'x'])).toEqual(['/$defs/id/type @/1 is not of type integer'])
  })

  it('names the document a reference leads to', () => {
    const set = new SchemaSet()
    set.addDocument('https://schemas.example/a.json', { $ref: 'b.json#/$defs/id' })
    set.addDocument('https://schemas.example/b.json', { $defs: { id: { type: 'integer' } } })
    expect(evaluate(set.node('https://schemas.example/a.json'), 'x')).toMatchObject([
      { documentUri: 'https://schemas.example/b.json', schemaPointer: '/$defs/id/type' },
    ])
  })

  it('escapes names in pointers', () => {
    expect(told({ properties: { 'a/b~c': { type: 'null' } } }, { 'a/b~c': 1 })).toEqual([
      '/properties/a~1b~0c/type @/a~1b~0c is not of type null',
    ])
  })

  it('tells one fault reached twice only once', () => {
    const schema = { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'null' } } }
    expect(told(schema, 1)).toEqual(['/$defs/a/type @ is not of type null'])
  })

  it('tells the faults of each branch of a union', () => {
    const [failure] = evaluate(createNode({ anyOf: [{ type: 'null' }, { minimum: 3, multipleOf: 2 }] }), 1)
    expect(failure).toMatchObject({ keyword: 'anyOf', schemaPointer: '/anyOf' })
    expect(failure?.branches.map((branch) => branch.map(({ keyword }) => keyword))).toEqual([
      ['type'],
      ['minimum', 'multipleOf'],
    ])
  })

  it('tells of oneOf that two branches match', () => {
    const [failure] = evaluate(createNode({ oneOf: [{ minimum: 1 }, { type: 'null' }, { maximum: 9 }] }), 5)
    expect(failure).toMatchObject({ keyword: 'oneOf', message: 'matches more than one of the schemas' })
    expect(failure?.branches.map(({ length }) => length)).toEqual([0, 1, 0])
  })

  it('says nothing of a union that holds', () => {
    expect(told({ anyOf: [{ type: 'null' }, { minimum: 3 }], oneOf: [{ type: 'null' }, true] }, 4)).toEqual(
      [],
    )
  })

  it('takes not as one leaf', () => {
    expect(told({ not: { properties: { a: { type: 'null' } } } }, { a: null })).toEqual([
      '/not @ matches a schema that it must not match',
    ])
  })

  it('tells nothing of a condition, only of its outcome', () => {
    const schema = { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } }
    expect(told(schema, { a: 1 })).toEqual(['/then/required @ lacks the required property b'])
    expect(told(schema, {})).toEqual(['/else/required @ lacks the required property c'])
  })

  it('counts what an array contains', () => {
    const schema = { contains: { type: 'null' }, minContains: 2, maxContains: 3 }
    expect(told(schema, [null])).toEqual(['/minContains @ has fewer than 2 of the items it must contain'])
    expect(told(schema, [null, null, null, null])).toEqual([
      '/maxContains @ has more than 3 of the items it may contain',
    ])
    expect(told({ contains: { type: 'null' } }, [1])).toEqual([
      '/contains @ has fewer than 1 of the items it must contain',
    ])
  })

  it('points to each property that is one too many', () => {
    const schema = { properties: { a: true }, patternProperties: { '^x': true }, additionalProperties: false }
    expect(told(schema, { a: 1, xa: 1, b: 1, c: 1 })).toEqual([
      '/additionalProperties @/b is a property that the schema does not allow',
      '/additionalProperties @/c is a property that the schema does not allow',
    ])
  })

  it('points to each item that is one too many', () => {
    expect(told({ prefixItems: [true], items: false }, [1, 2, 3])).toEqual([
      '/items @/1 is one item more than allowed',
      '/items @/2 is one item more than allowed',
    ])
    expect(told({ prefixItems: [true], unevaluatedItems: false }, [1, 2])).toEqual([
      '/unevaluatedItems @/1 is an item that the schema does not allow',
    ])
  })

  it('tells of the schema false by its own place', () => {
    expect(told({ properties: { a: false } }, { a: 1 })).toEqual(['/properties/a @/a is not allowed'])
  })

  it('tells every broken part of objects and arrays', () => {
    const broken = { type: 'null' }
    const parts: readonly (readonly [Json, unknown])[] = [
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
    ]
    expect(parts.map(([schema, value]) => told(schema, value).length)).toEqual(parts.map(() => 2))
    const branches = parts.map(([schema, value]) => told({ anyOf: [schema] }, value))
    expect(branches).toEqual(parts.map(() => ['/anyOf @ matches none of the allowed schemas']))
  })

  it('says each limit in its unit', () => {
    const [few, many] = [
      { minLength: 1, minItems: 1, minProperties: 1 },
      { maxLength: 2, maxItems: 2, maxProperties: 2 },
    ]
    expect(['', [], {}].flatMap((value) => told(few, value))).toEqual([
      '/minLength @ is shorter than 1 character',
      '/minItems @ has fewer than 1 item',
      '/minProperties @ has fewer than 1 property',
    ])
    expect(['abc', [1, 2, 3], { a: 1, b: 1, c: 1 }].flatMap((value) => told(many, value))).toEqual([
      '/maxLength @ is longer than 2 characters',
      '/maxItems @ has more than 2 items',
      '/maxProperties @ has more than 2 properties',
    ])
  })

  it('judges property names at the property', () => {
    expect(told({ propertyNames: { maxLength: 2 } }, { abc: 1 })).toEqual([
      '/propertyNames/maxLength @/abc is longer than 2 characters',
    ])
  })

  it('calls nothing unevaluated because of another fault', () => {
    const closed = { unevaluatedProperties: false }
    const schema = { ...closed, allOf: [{ properties: { a: { type: 'null' } } }] }
    expect(told(schema, { a: 1 })).toEqual(['/allOf/0/properties/a/type @/a is not of type null'])
    const union = { ...closed, oneOf: [{ properties: { a: { type: 'null' } } }] }
    expect(told(union, { a: 1 })).toEqual(['/oneOf @ matches none of the allowed schemas'])
    const list = { anyOf: [{ items: { type: 'null' } }], unevaluatedItems: false }
    expect(told(list, [1])).toEqual(['/anyOf @ matches none of the allowed schemas'])
  })

  it('still finds what no branch that holds has seen', () => {
    const schema = {
      anyOf: [{ properties: { a: { const: 1 } } }, { properties: { b: true }, required: ['b'] }],
      unevaluatedProperties: false,
    }
    expect(told(schema, { a: 1, b: 2 })).toEqual([])
    expect(told(schema, { a: 2, b: 2 })).toEqual([
      '/unevaluatedProperties @/a is a property that the schema does not allow',
    ])
  })

  it('takes names of Object.prototype for ordinary names', () => {
    const names = ['toString', '__proto__', 'constructor', 'hasOwnProperty']
    const schema = { required: names, properties: { constructor: { type: 'null' } } }
    expect(evaluate(createNode(schema), {})).toHaveLength(4)
    const full: unknown = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`)
    expect(evaluate(createNode(schema), full)).toEqual([])
    expect(told({ additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toHaveLength(1)
  })

  it('counts lengths in code points', () => {
    expect(told({ maxLength: 1 }, '\u{1f600}')).toEqual([])
    expect(told({ minLength: 2 }, '\u{1f600}')).toEqual(['/minLength @ is shorter than 2 characters'])
    expect(told({ maxLength: 1 }, '\u{1f600}a')).toEqual(['/maxLength @ is longer than 1 character'])
  })

  it('overlooks arguments that make no sense', () => {
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
    expect(told(schema, { a: 1 })).toEqual([])
    expect(told(schema, [1])).toEqual([])
    expect(told(schema, 'text')).toEqual([])
    expect(told(schema, 1)).toEqual([])
    expect(told({ multipleOf: -2 }, 1)).toEqual([])
    expect(told({ type: ['null', 'anything'] }, 1)).toEqual([])
  })

  it('ends where references go in circles', () => {
    const schema = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] } },
      $ref: '#/$defs/a',
    }
    expect(told(schema, 1)).toEqual(['/$defs/b/allOf/1/type @ is not of type null'])
    expect(told({ $dynamicRef: '#x', $dynamicAnchor: 'x', type: 'null' }, 1)).toEqual([
      '/type @ is not of type null',
    ])
  })

  it('follows references as deep as the value goes', () => {
    const schema = { properties: { next: { $ref: '#' } }, required: ['id'] }
    expect(told(schema, { id: 1, next: { id: 2, next: {} } })).toEqual([
      '/required @/next/next lacks the required property id',
    ])
  })

  it('survives values of any depth', () => {
    const deep = Array.from({ length: 5000 }).reduce<Json>((inner) => [inner], [])
    expect(isValid(createNode({ type: 'array', items: { $ref: '#' } }), deep)).toBe(true)
  })

  it('throws where a reference leads nowhere', () => {
    expect(() => evaluate(createNode({ $ref: '#/$defs/none' }), 1)).toThrow('#/$defs/none')
  })

  it('judges formats unless told otherwise', () => {
    const node = createNode({ format: 'date' })
    expect(evaluate(node, 'tomorrow')).toMatchObject([
      { keyword: 'format', message: 'is not of the format date' },
    ])
    expect(evaluate(node, 'tomorrow', { formats: false })).toEqual([])
  })

  it('judges number formats by their range', () => {
    expect(isValid(createNode({ format: 'int32' }), 2 ** 31)).toBe(false)
    expect(isValid(createNode({ format: 'int32' }), 2 ** 31 - 1)).toBe(true)
  })
})
