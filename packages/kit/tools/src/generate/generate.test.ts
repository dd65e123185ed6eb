import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../documents/json.ts'
import { listOperations, renderDocument, renderOperationTable } from './operation-table.ts'
import { renderTypes } from './render-types.ts'

const schemas = (members: JsonObject): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Tiny', version: '1' },
  paths: {},
  components: { schemas: members },
})

const kindOf = (kind: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind } },
})

const responseWith = (members: JsonObject): JsonObject => ({
  200: { description: 'It.', content: { 'application/json': members } },
})

describe('renderTypes', () => {
  const n = { type: 'integer', default: 1 }
  it.each([
    ['any members to a bare object', { type: 'object' }, /A: Record<string, unknown>/],
    ['none to a closed one', { type: 'object', additionalProperties: false }, /A: Record<string, never>/],
    ['none to an empty one', { type: 'object', maxProperties: 0 }, /A: Record<string, never>/],
    ['a property with a default as an option', { type: 'object', properties: { n } }, /n\?: number/],
    [
      'quotes around names that are not identifiers',
      { type: 'object', properties: { 'a-b': n } },
      /"a-b"\?: number/,
    ],
  ])('gives %s', async (_title, schema, expected) => {
    expect(await renderTypes(schemas({ A: schema }))).toMatch(expected)
  })

  it('gives each schema an alias that hides no type', async () => {
    const names = ['Record', 'Omit', 'pet', 'PET', 'Pet', '1Click', 'a-b', 'operations']
    const text = await renderTypes(
      schemas(Object.fromEntries(names.map((name) => [name, { type: 'object' }]))),
    )
    expect(text.match(/^export type \S+ = components.*/gm)).toEqual([
      "export type Record2 = components['schemas']['Record'];",
      "export type Omit = components['schemas']['Omit'];",
      "export type Pet = components['schemas']['pet'];",
      "export type PET = components['schemas']['PET'];",
      "export type Pet2 = components['schemas']['Pet'];",
      "export type _1Click = components['schemas']['1Click'];",
      "export type AB = components['schemas']['a-b'];",
      "export type Operations = components['schemas']['operations'];",
    ])
  })

  it('reads a mapping by the names of schemas, and leaves out what leads nowhere', async () => {
    const variant = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }
    const mapping = { saw: 'Saw', drill: 'Big Drill', old: 'Plane', lost: '#/components/schemas/Lost' }
    const oneOf = ['Saw', 'Big Drill'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const Tool = { oneOf, discriminator: { propertyName: 'kind', mapping } }
    const text = await renderTypes(schemas({ Saw: variant, 'Big Drill': variant, Tool }))
    expect(text).toMatch(/kind: "saw"/)
    expect(text).toMatch(/kind: "drill"/)
    expect(text).not.toMatch(/old|lost/i)
  })

  it('types the first operation of an operationId by it, and the others by their paths', async () => {
    const get = { operationId: 'dock', responses: { 204: { description: 'Done.' } } }
    const text = await renderTypes({
      openapi: '3.1.1',
      info: { title: 'Ferries', version: '1' },
      paths: {
        '/a': { get, post: { ...get, callbacks: { done: { '{$request.body}': { post: get } } } } },
        '/b': { get },
      },
      webhooks: { docked: { post: get } },
      components: { pathItems: { Pier: { put: get } } },
    })
    expect(text.match(/operations\["dock"\]/g)).toHaveLength(1)
    expect(text).toMatch(/"\/b": \{[^]*get: \{/)
  })

  it('types the rest of a document with a name that is no text, and a schema that is none', async () => {
    const get = { operationId: 7, responses: { 204: { description: 'Done.' } } }
    const document = { ...schemas({ Pier: { type: 'string' }, None: null }), paths: { '/a': { get } } }
    expect(await renderTypes(document)).toMatch(/Pier: string/)
  })

  it('keeps what stands beside a choice', async () => {
    const [a, b] = [{ type: 'string' }, { type: 'integer' }]
    const text = await renderTypes(
      schemas({
        Alone: { type: 'object', properties: { a, b }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
        Both: {
          description: 'Told.',
          type: 'object',
          required: ['a'],
          properties: { a },
          anyOf: [{ type: 'object', required: ['b'], properties: { b } }, { type: 'object' }],
        },
      }),
    )
    expect(text).toMatch(/Alone: \{\s*a\?: string;\s*b\?: number;\s*\} & \(unknown \| unknown\);/)
    expect(text).toMatch(
      /@description Told[^]*Both: \{\s*a: string;\s*\} & \(\{\s*b: number;\s*\} \| Record<string, unknown>\);/,
    )
  })

  it('extends a choice with a discriminator as a whole', async () => {
    const oneOf = ['Saw', 'Drill'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const text = await renderTypes(
      schemas({
        Saw: kindOf('saw'),
        Drill: kindOf('drill'),
        Tool: { oneOf, discriminator: { propertyName: 'kind', mapping: { saw: 'Saw', drill: 'Drill' } } },
        Lent: {
          allOf: [
            { $ref: '#/components/schemas/Tool' },
            { type: 'object', properties: { until: { type: 'string' } } },
          ],
        },
      }),
    )
    expect(text).toMatch(/Lent: components\["schemas"\]\["Tool"\] & \{\s*until\?: string;/)
  })

  it('gives further properties the types of the named ones, too', async () => {
    const properties = { a: { type: 'integer' } }
    const additionalProperties = { type: 'string' }
    const text = await renderTypes(
      schemas({
        Some: { type: 'object', properties, additionalProperties },
        All: { type: 'object', required: ['a'], properties, additionalProperties },
        Any: { type: 'object', properties, additionalProperties: true },
      }),
    )
    expect(text).toMatch(
      /Some: [^]*\[key: string\]: string \| number \| undefined;[^]*All: [^]*\[key: string\]: string \| number;/,
    )
    expect(text).toMatch(/Any: [^]*\[key: string\]: unknown;/)
  })

  const reference = { $ref: '#/components/schemas/Gone', more: [{ $ref: 7 }] }
  it.each<[string, JsonObject]>([
    ['an example of a schema', schemas({ A: { type: 'object', example: reference } })],
    ['examples of a schema', schemas({ A: { type: 'object', examples: [reference] } })],
    ['a default', schemas({ A: { type: 'object', default: reference } })],
    ['a constant', schemas({ A: { const: reference } })],
    ['an enum', schemas({ A: { enum: [reference] } })],
    ['an extension', { ...schemas({ A: { type: 'string', 'x-note': reference } }), 'x-note': reference }],
    [
      'the example of a response',
      { ...schemas({}), paths: { '/a': { get: { responses: responseWith({ example: reference }) } } } },
    ],
    [
      'named examples',
      {
        ...schemas({}),
        paths: { '/a': { get: { responses: responseWith({ examples: { one: { value: reference } } }) } } },
        components: { examples: { one: { value: reference } } },
      },
    ],
    [
      'the parameters of a link',
      {
        ...schemas({}),
        components: {
          links: { next: { operationId: 'a', parameters: { a: reference }, requestBody: reference } },
        },
      },
    ],
  ])('follows no reference in %s', async (_place, document) => {
    const before = structuredClone(document)
    expect(await renderTypes(document)).not.toMatch(/\uE000|\\uE000/)
    expect(document).toStrictEqual(before)
  })

  it('shows data that looks like a reference as it is written', async () => {
    const text = await renderTypes(
      schemas({ A: { const: { $ref: 'a' } }, B: { type: 'object', example: { $ref: 'b' } } }),
    )
    expect(text).toMatch(/A: \{\s*"\$ref": "a";\s*\}/)
    expect(text).toMatch(/@example \{[\s*]*"\$ref": "b"/)
  })

  it('follows references in properties that are named like data', async () => {
    const properties = {
      example: { $ref: '#/components/schemas/B' },
      default: { $ref: '#/components/schemas/B' },
    }
    const text = await renderTypes(schemas({ A: { type: 'object', properties }, B: { type: 'string' } }))
    expect(text.match(/(?:example|default)\?: components\["schemas"\]\["B"\]/g)).toHaveLength(2)
  })

  it('marks read-only and write-only when asked', async () => {
    const [id, pin] = [
      { type: 'string', readOnly: true },
      { type: 'string', writeOnly: true },
    ]
    const document = schemas({ A: { type: 'object', properties: { id, pin } } })
    expect(await renderTypes(document)).not.toMatch(/\$Read|\$Write/)
    expect(await renderTypes(document, { readWriteMarkers: true })).toMatch(
      /id\?: \$Read<string>[^]*pin\?: \$Write<string>/,
    )
  })
})

const document: JsonObject = {
  openapi: '3.2.0',
  paths: {
    '/tools/{tool-id}': {
      get: {
        operationId: 'show-tool',
        tags: ['Tools'],
        'x-access': 'member',
        responses: { 200: {}, '4XX': {}, default: {}, 'x-note': 'none' },
      },
      delete: { responses: { 204: {} } },
      additionalOperations: { COPY: { operationId: 'copyTool', responses: { 201: {} } } },
    },
    '/shared': { $ref: '#/components/pathItems/Shared' },
  },
  components: { pathItems: { Shared: { get: { operationId: 'shared', responses: {} } } } },
}

describe('renderDocument', () => {
  it('has no paths where the document has webhooks alone', () => {
    const { paths, ...webhooks } = schemas({})
    expect(renderDocument({ ...webhooks, paths: paths ?? {} })).toMatch(/^ {2}paths: Record</m)
    expect(renderDocument(webhooks)).toMatch(/^ {2}paths\?: Record</m)
  })
})

describe('listOperations', () => {
  it('keeps ranges, default and what has no operationId', () => {
    const path = '/tools/{tool-id}'
    const statuses = [200, '4XX', 'default']
    const tagged = { tags: ['Tools'], access: 'member' }
    expect(listOperations(document, 'x-access')).toStrictEqual([
      { operationId: 'show-tool', method: 'get', path, statuses, ...tagged },
      { operationId: 'DELETE /tools/{tool-id}', method: 'delete', path, statuses: [204], tags: [] },
      { operationId: 'copyTool', method: 'COPY', path, statuses: [201], tags: [] },
      { operationId: 'shared', method: 'get', path: '/shared', statuses: [], tags: [] },
    ])
  })
})

describe('renderOperationTable', () => {
  it('quotes keys that are no identifiers', () => {
    const text = renderOperationTable(listOperations(document))
    expect(text).toContain('\n  "show-tool": {')
    expect(text).toContain('\n  "DELETE /tools/{tool-id}": {')
    expect(text).toContain('\n  copyTool: {')
  })
})
