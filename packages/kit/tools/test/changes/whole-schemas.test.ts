import { describe, expect, it } from 'vitest'
import type { Change } from '../../src/changes/change.ts'
import { compareDocuments } from '../../src/changes/compare-documents.ts'
import type { Json, JsonObject } from '../../src/documents/json.ts'

type Way = 'sent' | 'received'

const ok = { 200: { description: 'OK' } }
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } })

/** Returns a document with one operation that uses a schema. */
function documentOf(way: Way, schema: Json, schemas: JsonObject = {}, openapi = '3.1.1'): JsonObject {
  const operation =
    way === 'sent'
      ? { requestBody: json(schema), responses: ok }
      : { responses: { 200: { description: 'OK', ...json(schema) } } }
  return {
    openapi,
    info: { title: 'Orchard', version: '1.0.0' },
    paths: { '/trees': { post: operation } },
    components: { schemas },
  }
}

const worse = (changes: readonly Change[]): readonly string[] =>
  changes.flatMap(({ impact, what, example }) =>
    impact === 'patch' ? [] : [`${impact}: ${what} ${example ?? ''}`.trim()],
  )

const [text, whole, none] = [{ type: 'string' }, { type: 'integer' }, { type: 'null' }]
const record = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
})
const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const form = (file: JsonObject): JsonObject => record({ file, name: text })
const upload = (type: string, schema: JsonObject | undefined, openapi: string): JsonObject => ({
  ...documentOf('sent', {}, {}, openapi),
  paths: {
    '/trees': { post: { requestBody: { content: { [type]: schema ? { schema } : {} } }, responses: ok } },
  },
})

describe('the same values in other words', () => {
  const branch = record({ m: { enum: [1, 2] } }, 'm')
  it.each<[string, Json, Json]>([
    ['a type list and a choice', { type: ['string', 'integer'] }, { anyOf: [text, whole] }],
    ['a type list and an exclusive choice', { type: ['string', 'integer'] }, { oneOf: [text, whole] }],
    [
      'null in the type and beside it',
      { ...branch, type: ['object', 'null'] },
      { oneOf: [to('Branch'), none] },
    ],
    ['constants and a list', { oneOf: [{ const: 'a' }, { const: 'b' }] }, { enum: ['b', 'a'] }],
    ['a boolean and its values', { type: 'boolean' }, { enum: [true, false] }],
    [
      'a list of one and a constant',
      { type: 'string', not: { enum: ['x'] } },
      { type: 'string', not: { const: 'x' } },
    ],
    [
      'members of `allOf` in another order',
      { allOf: [text, { minLength: 3 }] },
      { allOf: [{ minLength: 3 }, text] },
    ],
    [
      'members in a choice and beside it',
      { ...branch, properties: { m: { enum: [1, 2] }, n: text } },
      { allOf: [to('Branch')], properties: { n: text } },
    ],
    [
      'properties that a choice has, too',
      record({ a: text, b: text }, 'a'),
      { oneOf: [record({ a: text, b: text }, 'a')] },
    ],
    ['two negations', branch, { not: { not: branch } }],
    [
      'a bound that another one implies',
      { type: 'integer', minimum: 3 },
      { type: 'integer', minimum: 3, exclusiveMinimum: 2 },
    ],
  ])('are no change: %s', (_title, before, after) => {
    for (const way of ['sent', 'received'] as const)
      for (const [old, young] of [
        [before, after],
        [after, before],
      ] as const) {
        const schemas = { Branch: branch }
        const inside = (schema: Json) =>
          documentOf(way, record({ p: schema, list: { type: 'array', items: schema } }), schemas)
        expect(
          worse(compareDocuments(documentOf(way, old, schemas), documentOf(way, young, schemas))),
        ).toStrictEqual([])
        expect(worse(compareDocuments(inside(old), inside(young)))).toStrictEqual([])
      }
  })

  it('are no change from OpenAPI 3.0 to 3.1', () => {
    const before = record({
      p: { type: 'string', nullable: true },
      n: { type: 'integer', minimum: 0, exclusiveMinimum: true },
    })
    const after = record({ p: { anyOf: [text, none] }, n: { type: 'integer', exclusiveMinimum: 0 } })
    for (const way of ['sent', 'received'] as const)
      expect(
        worse(compareDocuments(documentOf(way, before, {}, '3.0.3'), documentOf(way, after))),
      ).toStrictEqual([])
  })

  it('are no change where the value is a file', () => {
    const [binary, bytes] = [
      { type: 'string', format: 'binary' },
      { contentMediaType: 'application/octet-stream' },
    ]
    for (const [type, old, young] of [
      ['application/octet-stream', binary, undefined],
      ['image/png', binary, bytes],
      ['multipart/form-data', form(binary), form({})],
      ['multipart/form-data', form(binary), form(bytes)],
    ] as const) {
      const [before, after] = [upload(type, old, '3.0.3'), upload(type, young, '3.1.1')]
      expect(worse([...compareDocuments(before, after), ...compareDocuments(after, before)])).toStrictEqual(
        [],
      )
    }
  })
})

const variants = (limit: number) => ({
  oneOf: [
    record(
      {
        kind: { const: 'a' },
        deep: record({ list: { type: 'array', items: { type: 'string', maxLength: limit } } }),
      },
      'kind',
    ),
    record({ kind: { const: 'b' } }, 'kind'),
  ],
})

const limited = (maximum: number): JsonObject => ({ type: 'integer', maximum })
const orText = (schema: Json): JsonObject => ({ anyOf: [schema, text] })
const page = (item: Json): JsonObject =>
  record({ more: { type: 'boolean' }, items: { type: 'array', items: item } }, 'more', 'items')
const manyMembers: JsonObject = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`member${index}`, record({ more: text })]),
)

describe('a choice', () => {
  it('is judged as a whole: what one variant rejects, another may accept', () => {
    const before = {
      anyOf: [
        { type: 'string', maxLength: 9 },
        { type: 'string', minLength: 2 },
      ],
    }
    const after = {
      anyOf: [
        { type: 'string', maxLength: 5 },
        { type: 'string', minLength: 2 },
      ],
    }
    expect(worse(compareDocuments(documentOf('sent', before), documentOf('sent', after)))).toStrictEqual([])
  })

  it.each<[string, (maximum: number) => JsonObject]>([
    [
      'in an optional member that needs others, among many',
      (maximum) =>
        record({ ...manyMembers, page: page(record({ ...manyMembers, page: page(limited(maximum)) })) }),
    ],
    [
      'in a member beside which there is no other',
      (maximum) => ({
        ...record({ ...manyMembers, page: page(limited(maximum)) }),
        minProperties: 1,
        maxProperties: 1,
      }),
    ],
  ])('breaks %s', (_place, of) => {
    const [before, after] = [9, 5].map((maximum) => documentOf('sent', orText(of(maximum))))
    expect(compareDocuments(before!, after!)).toMatchObject([{ impact: 'major', example: expect.anything() }])
  })

  it('breaks nobody where the outermost of three takes anything', () => {
    const [before, after] = [9, 5].map((maximum) => {
      const inner = orText(record({ a: limited(maximum) }, 'a'))
      const middle = orText(record({ b: inner }, 'b'))
      return documentOf('sent', { anyOf: [record({ c: middle }, 'c'), record({})] })
    })
    const impacts = compareDocuments(before!, after!).map(({ impact }) => impact)
    expect(impacts).not.toContain('major')
  })

  it('breaks where no other variant accepts what one rejects, deep below it', () => {
    const [change] = compareDocuments(documentOf('sent', variants(9)), documentOf('sent', variants(5)))
    expect(change).toMatchObject({ impact: 'major', place: expect.stringContaining('deep.list[]') })
    expect((JSON.parse(change?.example ?? '') as string).length).toBeGreaterThan(5)
  })
})

describe('a schema that a reference leads to', () => {
  const before = record({ a: text })
  const after = record({ a: whole }, 'a')
  it.each<[string, Json, JsonObject]>([
    ['an anchor', { $ref: '#tree' }, { $anchor: 'tree' }],
    ['an `$id`', { $ref: 'https://orchard.example/tree' }, { $id: 'https://orchard.example/tree' }],
    ['a dynamic anchor', { $dynamicRef: '#node' }, { $dynamicAnchor: 'node' }],
    ['a pointer, below `not`', { not: to('T') }, {}],
    ['a pointer, below `if`', { if: to('T'), then: { required: ['z'] } }, {}],
    ['a pointer, below `contains`', { type: 'array', contains: to('T') }, {}],
    ['a pointer, below `propertyNames`', { type: 'object', additionalProperties: to('T') }, {}],
    ['a pointer, below `dependentSchemas`', { dependentSchemas: { b: to('T') } }, {}],
  ])('is compared: %s', (_title, schema, mark) => {
    const [old, young] = [before, after].map((target) =>
      documentOf('sent', schema, { T: { ...mark, ...target } }),
    )
    const [change] = compareDocuments(old!, young!)
    expect(change).toMatchObject({ impact: 'major', example: expect.anything() })
  })

  it('is new in `allOf` or `dependentSchemas`', () => {
    for (const more of [{ allOf: [to('T')] }, { dependentSchemas: { b: to('T') } }]) {
      const [change] = compareDocuments(
        documentOf('sent', before, { T: after }),
        documentOf('sent', { ...before, ...more }, { T: after }),
      )
      expect(change).toMatchObject({ impact: 'major', example: expect.anything() })
    }
  })
})

const discriminator = (mapping?: JsonObject): JsonObject => ({
  discriminator: { propertyName: 'k', ...(mapping && { mapping }) },
})

const choice = (mapping?: JsonObject): JsonObject => ({
  oneOf: [to('A'), to('B')],
  ...discriminator(mapping),
})

const parent = (mapping?: JsonObject): JsonObject => ({
  ...record({ k: text }, 'k'),
  ...discriminator(mapping),
})

describe('variants that extend a schema by `allOf`', () => {
  const child = (z: JsonObject, ...required: string[]): JsonObject => ({
    allOf: [to('P'), record({ z }, ...required)],
  })
  const rate = (way: Way, before: JsonObject, after: JsonObject, version?: string) =>
    compareDocuments(documentOf(way, to('P'), before, version), documentOf(way, to('P'), after, version))

  it.each([
    ['mapped', { c: to('C')['$ref']! }],
    ['by their own name', undefined],
  ] as const)('are compared: %s', (_title, mapping) => {
    const P = parent(mapping)
    for (const way of ['sent', 'received'] as const)
      for (const version of ['3.0.3', '3.1.1'])
        expect(rate(way, { P, C: child(text) }, { P, C: child(whole) }, version)[0]).toMatchObject({
          impact: 'major',
          rule: 'schema-type-changed',
          example: expect.anything(),
        })
  })

  it('break who sends one that is gone, and who receives one that is new', () => {
    const [with_, without] = [{ P: parent(), C: child(text) }, { P: parent() }]
    expect(rate('sent', with_, without)[0]?.impact).toBe('major')
    expect(rate('received', with_, without)[0]?.impact).toBe('minor')
    expect(rate('received', without, with_)[0]?.impact).toBe('major')
    expect(rate('sent', without, with_)[0]?.impact).toBe('minor')
  })

  it('are the same in every spelling of the mapping', () => {
    const schemas = { A: record({ k: text }, 'k'), B: record({ k: text, n: whole }, 'k', 'n') }
    const rated = (before?: JsonObject, after?: JsonObject) =>
      worse(
        compareDocuments(
          documentOf('received', choice(before), schemas),
          documentOf('received', choice(after), schemas),
        ),
      )
    expect(
      rated({ a: '#/components/schemas/A', b: '#/components/schemas/B' }, { a: 'A', b: 'B' }),
    ).toStrictEqual([])
    expect(rated(undefined, { A: 'A', B: '#/components/schemas/B' })).toStrictEqual([])
    expect(rated({ a: 'A', b: 'B' }, { a: 'B', b: 'A' })).toHaveLength(2)
  })
})

const long = (size: number): Json => ({ type: 'string', pattern: `^(a|b){${size}}$` })

const deep = (levels: number, leaf: JsonObject): JsonObject =>
  levels === 0 ? leaf : record({ a: deep(levels - 1, leaf) }, 'a')

describe('what a schema negates, or makes a condition of', () => {
  it.each([1, 3, 8])('is compared %i levels below', (levels) => {
    const schemas = [
      (leaf: JsonObject) => ({ not: deep(levels, leaf) }),
      (leaf: JsonObject) => ({ if: deep(levels, leaf), then: { required: ['z'] } }),
    ]
    for (const around of schemas) {
      const [change] = compareDocuments(
        documentOf('sent', around({ const: 1 })),
        documentOf('sent', around(whole)),
      )
      expect(change).toMatchObject({ impact: 'major', example: expect.anything() })
    }
  })
})

describe('a rating that no value proves', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a text that is too long to be made', { type: 'string' }, { maxLength: 1_000_000 }],
    ['a list that is', { type: 'array', maxItems: 9000 }, { maxItems: 8000 }],
    ['an object that is', { type: 'object' }, { maxProperties: 300 }],
    ['a format that nothing here knows', { type: 'string' }, { format: 'x-iban' }],
  ])('is that of %s', (_title, schema, more) => {
    for (const around of [(one: JsonObject) => one, (one: JsonObject) => record({ p: one })]) {
      const [change] = compareDocuments(
        documentOf('sent', around(schema)),
        documentOf('sent', around({ ...schema, ...more })),
      )
      expect(change).toMatchObject({ impact: 'major', isUnproven: true })
    }
  })

  it('is marked', () => {
    const [change] = compareDocuments(
      documentOf('sent', { type: 'string', contentEncoding: 'base64' }),
      documentOf('sent', { type: 'string', contentEncoding: 'base32' }),
    )
    expect(change).toMatchObject({ impact: 'major', isUnproven: true })
    expect(compareDocuments(documentOf('sent', long(3)), documentOf('sent', long(4)))[0]).not.toHaveProperty(
      'isUnproven',
    )
  })
})

const operation = (more: JsonObject, root: JsonObject = {}): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Orchard', version: '1.0.0' },
  paths: { '/trees': { get: { responses: ok, ...more } } },
  ...root,
})

const header = (name: string, schema: JsonObject) => ({ name, in: 'header', required: true, schema })

describe('what says nothing to a consumer', () => {
  it('is a header that OpenAPI ignores', () => {
    const [before, after] = [text, whole].map((schema) => ({
      parameters: ['Accept', 'content-type', 'Authorization'].map((name) => header(name, schema)),
      responses: { 200: { description: 'OK', headers: { 'Content-Type': { schema } } } },
    }))
    expect(worse(compareDocuments(operation(before!), operation(after!)))).toStrictEqual([])
    expect(worse(compareDocuments(operation(before!), operation({})))).toStrictEqual([])
  })

  it('is the name of a security scheme', () => {
    const scheme = { type: 'http', scheme: 'bearer' }
    const named = (name: string, security: boolean) =>
      operation(security ? { security: [{ [name]: [] }] } : {}, {
        components: { securitySchemes: { [name]: scheme } },
      })
    for (const security of [true, false])
      expect(worse(compareDocuments(named('token', security), named('bearer', security)))).toStrictEqual([])
  })

  it('is an order', () => {
    const parameters = ['a', 'b'].map((name) => ({ name, in: 'query', schema: { enum: ['x', 'y'] } }))
    const security = [{ a: [] }, { b: ['r', 's'] }]
    const root = {
      components: {
        securitySchemes: { a: { type: 'http', scheme: 'basic' }, b: { type: 'http', scheme: 'bearer' } },
      },
    }
    const after = {
      parameters: parameters.toReversed().map((one) => ({ ...one, schema: { enum: ['y', 'x'] } })),
      security: [{ b: ['s', 'r'] }, { a: [] }],
    }
    expect(
      worse(compareDocuments(operation({ parameters, security }, root), operation(after, root))),
    ).toStrictEqual([])
  })
})

const counted = (list: Json, more: JsonObject): JsonObject => ({
  type: 'array',
  contains: { enum: list },
  ...more,
})

const atMostOne = { minContains: 0, maxContains: 1 }

describe('what another keyword decides', () => {
  const dependent = (schema: JsonObject): JsonObject => ({
    ...record({ name: text }),
    dependentSchemas: { name: schema },
  })
  const either = (...needed: string[]): JsonObject => ({
    oneOf: [record({ a: text }, 'a'), record({ b: text }, ...needed)],
  })
  it.each<[string, Way, Json, Json]>([
    ['fewer may count', 'sent', counted([1], atMostOne), counted([1, 2], atMostOne)],
    ['two variants accept one value', 'sent', either('b'), either()],
    ['two variants accepted one value', 'received', either(), either('b')],
    [
      'a property that is there brings a limit',
      'sent',
      record({ name: text }),
      dependent(record({ name: { maxLength: 3 } })),
    ],
    [
      'a limit gets narrower where a property is there',
      'sent',
      dependent(record({ age: whole })),
      dependent(record({ age: { ...whole, maximum: 9 } })),
    ],
    [
      'a limit is gone where a property is there',
      'received',
      dependent(record({ age: whole }, 'age')),
      record({ name: text }),
    ],
  ])('breaks where %s', (_case, way, before, after) => {
    const [change] = compareDocuments(documentOf(way, before), documentOf(way, after))
    expect(change).toMatchObject({ impact: 'major', example: expect.anything() })
  })

  it.each<[string, Json, Json]>([
    ['nothing must count', counted([1, 2], { minContains: 0 }), counted([1], { minContains: 0 })],
    ['the type is known', dependent({ required: ['age'] }), dependent({ type: 'object', required: ['age'] })],
  ])('breaks nobody where %s', (_case, before, after) => {
    expect(worse(compareDocuments(documentOf('sent', before), documentOf('sent', after)))).toStrictEqual([])
  })
})

describe('what breaks nobody, although a keyword says less', () => {
  const open = record({ name: text })
  it.each<[string, Json, Json, readonly string[]]>([
    ['a limit of another type', { ...text, maxItems: 20 }, { ...text, maxItems: 10 }, []],
    [
      'members of a list',
      { type: 'array', properties: { id: text } },
      { ...record({ id: text }, 'id'), type: 'array' },
      [],
    ],
    ['a branch of another name', { anyOf: [to('Dog'), to('Cat')] }, { anyOf: [to('Dog'), to('Hare')] }, []],
    [
      'an optional property by `allOf`',
      { allOf: [open] },
      { allOf: [open, record({ age: whole })] },
      ['minor'],
    ],
  ])('is %s', (_kind, before, after, impacts) => {
    const schemas = { Dog: open, Cat: open, Hare: open }
    const changes = compareDocuments(documentOf('sent', before, schemas), documentOf('sent', after, schemas))
    expect(changes.map(({ impact }) => impact).filter((impact) => impact !== 'patch')).toStrictEqual(impacts)
  })

  it('is a body that a webhook always has now', () => {
    const [free, always] = [false, true].map((required) => ({
      ...documentOf('sent', text),
      webhooks: { ripe: { post: { requestBody: { ...json(open), required }, responses: ok } } },
    }))
    expect(worse(compareDocuments(free!, always!)).map((one) => one.split(':')[0])).toStrictEqual(['minor'])
    expect(worse(compareDocuments(always!, free!)).map((one) => one.split(':')[0])).toStrictEqual(['major'])
  })
})
