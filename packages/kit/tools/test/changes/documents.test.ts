import { describe, expect, it } from 'vitest'
import { compareDocuments } from '../../src/changes/compare-documents.ts'
import type { Json, JsonObject } from '../../src/documents/json.ts'

interface Operation {
  readonly sends?: JsonObject
  readonly gets?: JsonObject
  readonly more?: JsonObject
  readonly schemas?: JsonObject
  readonly version?: string
}

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })

/** Returns a document with one operation. */
function document({ sends, gets, more = {}, schemas = {}, version = '3.1.1' }: Operation): JsonObject {
  const response = { description: 'OK', ...(gets !== undefined && json(gets)) }
  const operation = {
    responses: { 200: response },
    ...(sends !== undefined && { requestBody: json(sends) }),
    ...more,
  }
  return {
    openapi: version,
    info: { title: 'Harbor', version: '1.0.0' },
    paths: { '/boats': { post: operation } },
    components: { schemas },
  }
}

const compare = (before: Operation, after: Operation) => compareDocuments(document(before), document(after))
/** Returns the changes that affect more than wording, as `impact: what`. */
const findChanges = (before: Operation, after: Operation) =>
  compare(before, after).flatMap(({ impact, what }) => (impact === 'patch' ? [] : [`${impact}: ${what}`]))
const text = { type: 'string' }
const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

describe('another spelling of the same', () => {
  const boat = { type: 'object', required: ['name'], properties: { name: text } }
  const spellings: Readonly<Record<string, readonly [Operation, Operation]>> = {
    'a component in place': [{ gets: boat }, { gets: to('Boat'), schemas: { Boat: boat } }],
    'defaults that are said': [
      { gets: boat },
      {
        gets: {
          ...boat,
          additionalProperties: true,
          minProperties: 0,
          deprecated: false,
          required: ['name', 'name'],
        },
      },
    ],
    'one value as a list': [{ gets: { const: 'a' } }, { gets: { enum: ['a'] } }],
    'a list in another order': [{ gets: { enum: ['a', 'b'] } }, { gets: { enum: ['b', 'a'] } }],
    'parts in one': [
      { gets: { allOf: [boat, { properties: { flag: text } }] } },
      { gets: { ...boat, properties: { name: text, flag: text } } },
    ],
    'variants in another order': [
      { gets: { oneOf: [boat, text] } },
      { gets: { oneOf: [text, to('Boat')] }, schemas: { Boat: boat } },
    ],
    'the words of OpenAPI 3.0': [
      { version: '3.0.3', gets: { type: 'integer', nullable: true, minimum: 1, exclusiveMinimum: true } },
      { gets: { type: ['integer', 'null'], exclusiveMinimum: 1 } },
    ],
    'a recursive schema': [
      { gets: to('Node'), schemas: { Node: { type: 'object', properties: { next: to('Node') } } } },
      { gets: to('Link'), schemas: { Link: { type: 'object', properties: { next: to('Link') } } } },
    ],
  }

  it.each(Object.entries(spellings))('is no change: %s', (_name, [before, after]) => {
    expect(findChanges(before, after)).toStrictEqual([])
    expect(findChanges(after, before)).toStrictEqual([])
  })

  it('is no change where it is inherited', () => {
    const parameter = { name: 'id', in: 'query', schema: text }
    const security = [{ key: [] }]
    const base = document({ more: { parameters: [parameter], security } })
    const revision = {
      ...document({}),
      security,
      paths: { '/boats': { parameters: [parameter], post: { responses: { 200: { description: 'OK' } } } } },
    }
    expect(compareDocuments(base, revision)).toStrictEqual([])
  })
})

const pattern = (expression: string): Operation => ({ sends: { type: 'string', pattern: expression } })

describe('an example', () => {
  it('is a value that was valid and is not any more', () => {
    const [change] = compare(
      { sends: { type: 'integer', maximum: 9 } },
      { sends: { type: 'integer', maximum: 5 } },
    )
    expect(change).toMatchObject({ impact: 'major', place: 'POST /boats, request body' })
    expect(Number(change?.example)).toBeGreaterThan(5)
    expect(Number(change?.example)).toBeLessThan(10)
  })

  it('tells a wider pattern from another one', () => {
    expect(compare(pattern('^[a-c]+$'), pattern('^[a-z]+$'))[0]?.impact).toBe('minor')
    expect(compare(pattern('^[a-c]+$'), pattern('^[b-z]+$'))[0]).toMatchObject({
      impact: 'major',
      example: '"a"',
    })
  })
})

const choice = (...oneOf: Json[]): Operation => ({ sends: { oneOf } })

describe('variants', () => {
  const cat = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }
  const dog = { type: 'object', required: ['tricks'], properties: { tricks: text } }
  const schemas = { Cat: cat, Dog: dog }
  const renamedTo = (lives: JsonObject) => {
    const Feline = { ...cat, properties: { lives: { type: 'integer', ...lives } } }
    return findChanges(
      { sends: { oneOf: [to('Cat'), to('Dog')] }, schemas },
      { sends: { oneOf: [to('Feline'), to('Dog')] }, schemas: { Feline, Dog: dog } },
    )
  }
  const whats = (before: Json[], after: Json[], side: 'sends' | 'gets') =>
    findChanges({ [side]: { anyOf: before }, schemas }, { [side]: { anyOf: after }, schemas })

  it('that are replaced by a component break who sends them', () => {
    expect(whats([text, dog], [to('Cat'), dog], 'sends')).toStrictEqual([
      'major: Variant {"type":"string"} of `anyOf` was removed.',
      'minor: Variant Cat of `anyOf` is new.',
    ])
    expect(whats([cat], [to('Cat')], 'sends')).toStrictEqual([])
  })

  it('of oneOf that overlap break who sends them', () => {
    const [change] = compare(choice(text), choice(text, { maxLength: 3 }))
    // A new variant normally allows more values, but a short text now matches two variants.
    expect(change).toMatchObject({ impact: 'major', what: 'Variant {"maxLength":3} of `oneOf` is new.' })
    expect(change?.example).toMatch(/^".{0,3}"$/)
  })

  it('that join a schema that was alone are new', () => {
    const alone: Operation = { sends: to('Cat'), gets: text, schemas }
    const orNull: Operation = {
      sends: { anyOf: [to('Cat'), { type: 'null' }], description: 'A cat.' },
      gets: { oneOf: [text, { type: 'null' }] },
      schemas,
    }
    expect(findChanges(alone, orNull)).toStrictEqual([
      'major: Variant {"type":"null"} of `oneOf` is new.',
      'minor: Variant {"type":"null"} of `anyOf` is new.',
    ])
    expect(findChanges(orNull, alone)).toStrictEqual([
      'major: Variant {"type":"null"} of `anyOf` was removed.',
      'minor: Variant {"type":"null"} of `oneOf` was removed.',
    ])
  })

  it('that are new break who receives them', () => {
    expect(whats([to('Dog')], [to('Dog'), to('Cat')], 'gets')).toStrictEqual([
      'major: Variant Cat of `anyOf` is new.',
    ])
    expect(whats([to('Dog'), to('Cat')], [to('Dog')], 'gets')).toStrictEqual([
      'minor: Variant Cat of `anyOf` was removed.',
    ])
  })

  it('that are renamed are compared by what they say', () => {
    expect(renamedTo({ 'x-unit': 'lives' })).toStrictEqual([])
    expect(renamedTo({ maximum: 9 })).toStrictEqual(['major: `maximum` is new: 9.'])
  })
})

const schemas = (limit: number): JsonObject => ({ Name: { type: 'string', maxLength: limit } })

const both = (limit: number): Operation => ({ sends: to('Name'), gets: to('Name'), schemas: schemas(limit) })

describe('a schema that is used twice', () => {
  it('is told once, by the way in which it breaks', () => {
    expect(compare(both(9), both(5))).toMatchObject([
      { impact: 'major', place: 'POST /boats, request body (schema Name)' },
    ])
    expect(compare(both(5), both(9))).toMatchObject([
      { impact: 'major', place: 'POST /boats, response 200 (schema Name)' },
    ])
  })
})

const secured = (...security: Json[]): Operation => ({ more: { security } })
const impactOf = (before: Operation, after: Operation) => compare(before, after)[0]?.impact

describe('security', () => {
  it('keeps what was enough', () => {
    expect(impactOf(secured({ a: [] }), secured({ a: [] }, { b: [] }))).toBe('minor')
    expect(impactOf(secured({ a: [] }, { b: [] }), secured({ a: [] }))).toBe('major')
    expect(impactOf(secured({ a: ['read', 'write'] }), secured({ a: ['read'] }))).toBe('minor')
    expect(impactOf(secured({ a: ['read'] }), secured({ a: ['read', 'write'] }))).toBe('major')
    expect(impactOf(secured({ a: [], b: [] }), secured({ a: [] }))).toBe('minor')
    expect(impactOf(secured(), secured({}))).toBeUndefined()
  })

  it('finds a scheme again under another name', () => {
    const scheme = { type: 'http', scheme: 'bearer' }
    const named = (name: string) => ({
      ...document(secured({ [name]: [] })),
      components: { securitySchemes: { [name]: scheme } },
    })
    expect(compareDocuments(named('token'), named('bearer'))).toStrictEqual([])
  })
})

const webhook = (schema: JsonObject): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Harbor', version: '1.0.0' },
  webhooks: {
    arrival: {
      post: { requestBody: { required: true, ...json(schema) }, responses: { 200: { description: 'OK' } } },
    },
  },
})

describe('webhooks', () => {
  it('are received', () => {
    const [wide, narrow] = [webhook({ enum: ['a', 'b'] }), webhook({ enum: ['a'] })]
    expect(compareDocuments(wide, narrow)).toMatchObject([{ impact: 'minor' }])
    expect(compareDocuments(narrow, wide)).toMatchObject([
      { impact: 'major', place: 'webhook arrival, POST, request body', example: '"b"' },
    ])
  })
})

const properties = (value: boolean): Operation => ({ sends: { properties: { a: value, b: value } } })

describe('a schema', () => {
  it('that shuts two properties breaks both', () => {
    const changes = compare(properties(true), properties(false))
    expect(changes.map(({ impact, place }) => [impact, place])).toStrictEqual([
      ['major', 'POST /boats, request body, a'],
      ['major', 'POST /boats, request body, b'],
    ])
  })

  it('has no null by nullable in OpenAPI 3.1', () => {
    const nullable: Operation = { sends: { type: 'string', nullable: true } }
    expect(compare({ sends: text }, nullable)).toMatchObject([{ impact: 'patch' }])
    expect(compare({ ...nullable, version: '3.0.3' }, { sends: text })[0]?.example).toBe('null')
  })
})

const item = (schema: Json): JsonObject => ({ $anchor: 'item', type: 'object', properties: { a: schema } })

describe('a reference', () => {
  it.each([
    ['an anchor', '#item'],
    ['a pointer', '#/components/schemas/The%20item'],
    ['an id', 'https://shed.example/item'],
  ])('by %s leads to what is compared', (_title, $ref) => {
    const referring = (schema: Json): Operation => ({
      sends: { $ref },
      schemas: {
        'The item': $ref.startsWith('#')
          ? item(schema)
          : { ...item(schema), $id: 'https://shed.example/item' },
      },
    })
    expect(findChanges(referring(text), referring({ type: 'integer' }))).toStrictEqual([
      'major: `type` was "string" and is "integer".',
    ])
  })
})

const swagger = (type: string) => ({
  swagger: '2.0',
  info: { title: 'A', version: '1' },
  paths: {
    '/a': { get: { responses: { 200: { description: '', schema: { $ref: '#/definitions/A' } } } } },
  },
  definitions: { A: { type } },
})

describe('a document', () => {
  it('must be one of OpenAPI 3', () => {
    expect(() => compareDocuments(document({}), { openapi: '4.0.0' })).toThrow(
      'The revision is not a document of OpenAPI 3.0, 3.1 or 3.2: "openapi" is "4.0.0".',
    )
  })

  it('may be one of Swagger 2.0', () => {
    expect(compareDocuments(swagger('string'), swagger('integer')).map(({ what }) => what)).toStrictEqual([
      '`type` was "string" and is "integer".',
    ])
  })

  it('may refer to what is not there, and have patterns that are none', () => {
    const broken = document({
      sends: { $ref: '#/components/schemas/Gone' },
      gets: { type: 'string', pattern: '(' },
    })
    const other = document({ sends: text, gets: { type: 'string', pattern: '[' } })
    expect(compareDocuments(broken, other).map(({ impact }) => impact)).toStrictEqual(['major', 'major'])
  })
})
