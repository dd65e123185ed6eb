import { describe, expect, it } from 'vitest'
import { generateClient } from '../../generate/index.ts'
import { compile } from './compile.ts'
import { declarationOf, documentOf, generate, json, operation, reading, writing } from './tiny-document.ts'

const inner = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
const other = { type: 'object', required: ['b'], properties: { b: { type: 'number' } } }
const string = { type: 'string' }
const number = { type: 'number' }
const loose = { properties: { a: string } }
const arrayOf = (items: unknown) => ({ type: 'array', items })
const schemas = { Inner: inner, Other: other, Kind: { type: 'string', enum: ['x', 'y'] } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

type MemberRow = readonly [title: string, schema: unknown, response: string, request?: string]

/** Schemas of a member, with its type in a response, and its type in a request if it differs. */
const memberRows: readonly MemberRow[] = [
  ['a string', { type: 'string' }, 'string'],
  ['an integer', { type: 'integer' }, 'number'],
  ['a number', { type: 'number' }, 'number'],
  ['a boolean', { type: 'boolean' }, 'boolean'],
  ['null', { type: 'null' }, 'null'],
  ['several types', { type: ['string', 'integer', 'null'] }, 'string | number | null'],
  ['a string or an object', { type: ['string', 'object'] }, 'string | Record<string, unknown>'],
  ['an enum', { enum: ['a', 1, null] }, "'a' | 1 | null"],
  ['an enum with a quote', { enum: ["it's", 'say "a"'] }, "'it\\'s' | 'say \"a\"'"],
  ['a const', { const: 'a' }, "'a'"],
  ['a const object', { const: { a: [1, true] } }, '{ a: [1, true] }'],
  ['a list', arrayOf(string), 'string[]', 'readonly string[]'],
  ['a list of lists', arrayOf(arrayOf({})), 'unknown[][]', 'readonly (readonly unknown[])[]'],
  ['a list of unions', arrayOf({ enum: [1, 2] }), '(1 | 2)[]', 'readonly (1 | 2)[]'],
  ['a list without items', { type: 'array' }, 'unknown[]', 'readonly unknown[]'],
  [
    'a tuple',
    { type: 'array', prefixItems: [string, number], minItems: 2, items: false },
    '[string, number]',
    'readonly [string, number]',
  ],
  [
    'a tuple with a rest',
    { prefixItems: [string], items: number, minItems: 1 },
    '[string, ...number[]]',
    'readonly [string, ...number[]]',
  ],
  [
    'a tuple with an optional end',
    { prefixItems: [string, number], minItems: 1 },
    '[string, number?, ...unknown[]]',
    'readonly [string, number?, ...unknown[]]',
  ],
  ['a map', { type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  ['a map of objects', { additionalProperties: ref('Inner') }, '{ [key: string]: Inner }'],
  ['an object of any members', { type: 'object' }, 'Record<string, unknown>'],
  ['an object with patterns', { type: 'object', patternProperties: { '^x': {} } }, 'Record<string, unknown>'],
  ['an object without members', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
  ['an inline object', { properties: { a: { type: 'string' } }, required: ['a'] }, '{ a: string }'],
  ['required members without a schema', { type: 'object', required: ['a'] }, '{ a: unknown }'],
  ['an impossible member', { properties: { a: false } }, '{ a?: undefined }'],
  ['the empty schema', {}, 'unknown'],
  ['the schema true', true, 'unknown'],
  ['binary data', { type: 'string', format: 'binary' }, 'string'],
  ['base64 in a string', { ...string, contentMediaType: 'image/png', contentEncoding: 'base64' }, 'string'],
  ['a reference', ref('Kind'), 'Kind'],
  ['a reference that may be null', { oneOf: [ref('Inner'), { type: 'null' }] }, 'Inner | null'],
  ['a reference inside allOf', { allOf: [ref('Inner')] }, 'Inner'],
  ['references inside allOf', { allOf: [ref('Inner'), ref('Other')] }, 'Inner & Other'],
  [
    'a reference and members',
    { allOf: [ref('Inner'), { properties: { c: { const: 1 } }, required: ['c'] }] },
    'Inner & { c: 1 }',
  ],
  ['inline objects inside allOf', { allOf: [inner, other] }, '{ a: string; b: number }'],
  ['a member that allOf requires', { allOf: [loose, { required: ['a'] }] }, '{ a: string }'],
  ['a union of primitives', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
  [
    'a union of required sets',
    { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    '({ a: unknown } | { b: unknown }) & { a?: unknown; b?: unknown }',
  ],
  ['titled values', { type: 'string', oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, "'a' | 'b'"],
  ['a known or any string', { anyOf: [{ enum: ['a'] }, { type: 'string' }] }, "'a' | (string & {})"],
  [
    'a known or any string by reference',
    { anyOf: [ref('Kind'), string, { type: 'null' }] },
    'Kind | (string & {}) | null',
  ],
  [
    'a known or any string or null',
    { anyOf: [{ enum: ['a'] }, { type: ['string', 'null'] }] },
    "'a' | (string & {}) | null",
  ],
  ['an extensible enum', { type: 'string', 'x-extensible-enum': ['a', 'b'] }, "'a' | 'b' | (string & {})"],
  ['not and if', { type: 'string', not: { const: 'a' }, if: {}, then: {} }, 'string'],
]

const memberTypes = memberRows.map(([title, schema, response, request = response]) => {
  return { title, schema, response, request }
})

const inObject = (schema: unknown) => ({ type: 'object', required: ['it'], properties: { it: schema } })

const Json = {
  oneOf: [{ type: 'string' }, { type: 'array', items: ref('Json') }, { additionalProperties: ref('Json') }],
}
const recursive = generate(reading(ref('Json'), { Json }))
const Indexed = { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } }
const indexed = generate(reading(ref('Thing'), { Thing: Indexed }))

describe('generateClient', () => {
  it.each(memberTypes)('reads $title as a type', ({ schema, response }) => {
    const text = generate(reading(ref('Thing'), { ...schemas, Thing: inObject(schema) }))
    expect(declarationOf(text, 'Thing')).toContain(`  it: ${response}\n`)
  })

  it.each(memberTypes)('sends $title as a type', ({ schema, request }) => {
    const text = generate(writing(inObject(ref('Thing')), { ...schemas, Thing: inObject(schema) }))
    expect(declarationOf(text, 'Thing')).toContain(`  it: ${request}\n`)
  })

  it('writes types that compile', () => {
    const modules = memberTypes.flatMap(({ schema }, index) => {
      const all = { ...schemas, Thing: inObject(schema) }
      return [
        [`reading${index}.ts`, generate(reading(ref('Thing'), all))],
        [`writing${index}.ts`, generate(writing(ref('Thing'), all))],
      ]
    })
    const all = { ...Object.fromEntries(modules), 'recursive.ts': recursive, 'indexed.ts': indexed }
    expect(compile(all)).toBe('')
  })

  it.each([
    ['pet.status', 'PetStatus'],
    ['pet_status-list', 'PetStatusList'],
    ['404', '_404'],
    ['Error', 'ErrorBody'],
    ['Response', 'ResponseBody'],
    ['Absent', 'AbsentBody'],
    ['Größe', 'Größe'],
  ])('names the type of the schema %s', (schema, name) => {
    const text = generate(reading(ref(schema), { [schema]: inner }))
    expect(declarationOf(text, name)).toBe(`export interface ${name} {\n  a: string\n}`)
  })

  it('numbers a second type of one name', () => {
    const { text, notes } = generateClient(
      reading({ anyOf: [ref('a-b'), ref('a.b')] }, { 'a-b': inner, 'a.b': other }),
    )
    expect(declarationOf(text, 'AB2')).toBe('export interface AB2 {\n  b: number\n}')
    expect(notes).toEqual(['#/components/schemas/a.b: the type is called AB2, because AB is taken'])
  })

  it('names a schema outside the components after its place', () => {
    const place = '#/components/schemas/Inner/properties/deep'
    const text = generate(reading({ $ref: place }, { Inner: { properties: { deep: other } } }))
    expect(declarationOf(text, 'InnerDeep')).toContain('b: number')
  })

  it('writes descriptions, defaults and deprecations as doc comments', () => {
    const Thing = {
      title: 'A thing',
      properties: {
        a: { type: 'string', description: 'Ends */ here.', default: 'x', deprecated: true },
        b: { $ref: '#/components/schemas/Kind' },
      },
    }
    const Kind = { enum: ['x'], description: 'A kind.' }
    const text = generate(reading(ref('Thing'), { Thing, Kind }))
    expect(text).toContain(`/** A thing */
export interface Thing {
  /**
   * Ends *\\/ here.
   *
   * @default 'x'
   * @deprecated
   */
  a?: string
  /** A kind. */
  b?: Kind
}`)
  })

  it('writes recursive types, and index signatures that admit the members', () => {
    expect(declarationOf(recursive, 'Json')).toBe(
      'export type Json = string | Json[] | { [key: string]: Json }',
    )
    expect(declarationOf(indexed, 'Thing')).toContain('[key: string]: number | string | undefined')
  })

  it('names schemas that are called like a keyword or a global', () => {
    const text = generate(
      reading(
        { type: 'object', properties: { a: ref('schema'), b: ref('Record') } },
        {
          schema: { type: 'string' },
          Record: { type: 'object', additionalProperties: ref('schema') },
        },
      ),
    )
    expect(declarationOf(text, 'Schema')).toBe('export type Schema = string')
    expect(declarationOf(text, 'RecordBody')).toBe('export type RecordBody = { [key: string]: Schema }')
  })

  it('writes nullable of OpenAPI 3.0 as null, except beside a reference', () => {
    const a = { type: 'string', nullable: true }
    const b = { nullable: true, allOf: [ref('Inner')] }
    const c = { ...ref('Inner'), nullable: true, description: 'Not null.' }
    const Thing = { type: 'object', properties: { a, b, c } }
    const text = generate(reading(ref('Thing'), { Thing, Inner: inner }, '3.0.3'))
    expect(declarationOf(text, 'Thing')).toBe(
      'export interface Thing {\n  a?: string | null\n  b?: Inner | null\n  /** Not null. */\n  c?: Inner\n}',
    )
  })

  it.each([
    [ref('Nowhere'), 'The reference #/components/schemas/Nowhere at #/paths/~1things/get/'],
    [{ $ref: 'a.yaml#/A' }, 'The reference a.yaml#/A at #/paths/~1things/get/'],
    [
      { type: 'date' },
      '#/paths/~1things/get/responses/200/content/application~1json/schema/type must be one or more of null',
    ],
  ])('rejects the schema %j', (schema, problem) => {
    expect(() => generate(reading(schema))).toThrow(`GET /things (readThings): ${problem}`)
  })

  it.each([
    ['a reference', ref('Own')],
    ['allOf', { allOf: [inner, ref('Own')] }],
    ['a union', { properties: { a: ref('Own') }, oneOf: [ref('Other'), { anyOf: [ref('Own')] }] }],
  ])('rejects a schema that contains itself by %s', (_, Own) => {
    expect(() => generate(reading(ref('Own'), { Own, Other: other }))).toThrow(
      'GET /things (readThings): The schema at #/components/schemas/Own refers to itself without end.',
    )
  })
})

/** Generates a client for a schema that is both sent and received. */
function both(schema: unknown, all: object): string {
  const requestBody = { required: true, ...json(schema) }
  const post = { ...operation('sendThings', { 200: json(schema) }), requestBody }
  return generate(documentOf({ '/things': { post } }, { ...all }))
}

describe('generateClient with readOnly and writeOnly', () => {
  const Pet = {
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      tag: { type: 'string' },
      secret: { type: 'string', writeOnly: true },
    },
  }
  it('splits a schema that is sent and received, and every one that contains it', () => {
    const Herd = { properties: { pets: { type: 'array', items: ref('Pet') } } }
    const text = both(ref('Herd'), { Pet, Herd })
    expect(declarationOf(text, 'Pet')).toBe(
      'export interface Pet {\n  id: number\n  name: string\n  tag?: string\n}',
    )
    expect(declarationOf(text, 'PetInput')).toBe(
      'export interface PetInput {\n  name: string\n  tag?: string | undefined\n  secret?: string | undefined\n}',
    )
    expect(declarationOf(text, 'Herd')).toContain('pets?: Pet[]')
    expect(declarationOf(text, 'HerdInput')).toContain('pets?: readonly PetInput[] | undefined')
  })

  it('leaves out what one direction does not have', () => {
    expect(declarationOf(generate(reading(ref('Pet'), { Pet })), 'Pet')).not.toContain('secret')
    expect(declarationOf(generate(writing(inObject(ref('Pet')), { Pet })), 'Pet')).not.toContain('id')
  })

  it('writes one type for a schema without them', () => {
    const text = both(ref('Loose'), { Loose: { properties: { a: { type: 'array', items: {} } } } })
    expect(declarationOf(text, 'Loose')).toBe('export interface Loose {\n  a?: unknown[] | undefined\n}')
    expect(text).not.toContain('LooseInput')
  })
})
