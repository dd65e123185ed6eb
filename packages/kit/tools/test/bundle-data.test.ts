import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keywordOf, referencesOf, schemasAt } from '@contract-kit/json-schema/schemas'
import { openDocument } from '@contract-kit/openapi'
import { describe, expect, it } from 'vitest'
import { bundleDocument, writeBundle } from '../src/documents/bundle.ts'
import { renderDocument } from '../src/generate/operation-table.ts'
import { renderTypes } from '../src/generate/render-types.ts'
import { InputError } from '../src/input-error.ts'
import { createFolder } from './project.ts'

/** Documents whose schema is inline, or in a separate file, so that Redocly bundles it. */
const documents = (schema: string, operation = '') => {
  const head =
    "openapi: 3.1.0\ninfo: { title: O, version: '1' }\npaths:\n  /a:\n    get:\n      operationId: a\n"
  const responses = (place: string) =>
    `${operation}      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '${place}' } } } } }\n`
  return {
    'one file': {
      'openapi.yaml': `${head}${responses('#/components/schemas/A')}components: { schemas: { A: ${schema} } }\n`,
    },
    'two files': { 'openapi.yaml': `${head}${responses('schemas/A.yaml')}`, 'schemas/A.yaml': schema },
    'two files of JSON and YAML': {
      'openapi.yaml': `${head}${responses('schemas/A.json')}`,
      'schemas/A.json': schema,
    },
  }
}

const forms = ['one file', 'two files', 'two files of JSON and YAML'] as const

async function bundleFiles(files: Readonly<Record<string, string>>) {
  const folder = await createFolder(files)
  const bundle = await bundleDocument(join(folder, 'openapi.yaml'))
  await writeBundle(join(folder, 'dist'), 'a', bundle)
  const read = (name: string) => readFile(join(folder, 'dist', name), 'utf8')
  return { bundle, yaml: await read('a.yaml'), json: await read('a.json') }
}

describe('bundleDocument', () => {
  const numbers = [
    '9223372036854775807',
    '-9223372036854775808',
    '9007199254740993',
    '1.10',
    '1.0',
    '0.1000000000000000055',
    '1e400',
    '123456789012345678901234567890.5',
  ]

  it.each(forms)('keeps the digits of numbers of %s', async (form) => {
    const schema = `{ "type": "number", "examples": [${numbers.join(', ')}] }`
    const { bundle, yaml, json } = await bundleFiles(documents(schema)[form])
    for (const text of [yaml, json, renderDocument(bundle.published, bundle.digits)])
      expect(numbers.filter((number) => !new RegExp(`[ -]${number}[,\\n]`).test(text))).toStrictEqual([])
    const types = await renderTypes(bundle.published, {}, bundle.digits)
    expect(numbers.filter((number) => !types.includes(`@example ${number}\n`))).toStrictEqual([])
  })

  it.each(forms)('leaves a member $ref of data as it is in %s', async (form) => {
    const data = { $ref: '#/components/schemas/A' }
    const schema = {
      example: data,
      examples: [data],
      default: { deep: [data] },
      enum: [data],
      const: { $ref: 'urn:tree', other: 1 },
      'x-thing': data,
      properties: { example: { type: 'string' } },
    }
    const { bundle } = await bundleFiles(documents(JSON.stringify(schema))[form])
    expect(bundle.full['components']).toStrictEqual({ schemas: { A: schema } })
  })

  it('follows references into an extension that others refer into', async () => {
    const { bundle } = await bundleFiles({
      'openapi.yaml':
        "openapi: 3.1.0\ninfo: { title: O, version: '1' }\npaths: { /a: { get: { $ref: '#/x-operations/a' } } }\nx-operations: { a: { operationId: a, responses: { '200': { $ref: r.yaml } } } }\nx-data: { $ref: r.yaml }\n",
      'r.yaml': 'description: found',
    })
    expect(bundle.full).toMatchObject({
      paths: { '/a': { get: { operationId: 'a' } } },
      components: { responses: { r: { description: 'found' } } },
      'x-data': { $ref: 'r.yaml' },
    })
  })

  it.each(forms)('reads keys that YAML takes for numbers as the numbers of %s', async (form) => {
    const { bundle } = await bundleFiles(
      documents('{ x-names: { 1.10: a, 9007199254740993: b, 200: c } }')[form],
    )
    expect(bundle.full).toMatchObject({
      components: { schemas: { A: { 'x-names': { 1.1: 'a', '9007199254740993': 'b', 200: 'c' } } } },
    })
  })

  it('finds files and places that are percent-encoded', async () => {
    const { bundle } = await bundleFiles({
      ...documents('')['two files'],
      'schemas/A.yaml': "{ $ref: 'my%20pets.yaml#/the%20pets/a~1b' }",
      'schemas/my pets.yaml': "{ 'the pets': { a/b: { type: string } } }",
    })
    expect(JSON.stringify(bundle.full['components'])).toContain('{"type":"string"}')
  })

  it('gives components the names that OpenAPI allows, and keeps those of the author', async () => {
    const places = ['My%20Type', 'Größe', 'a~1b', '%7Bid%7D', 'per%25cent', 'Own%20Name', 'Pet.v1']
    const { bundle } = await bundleFiles({
      'openapi.yaml': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'O', version: '1' },
        paths: {
          '/a': {
            get: {
              responses: {
                200: {
                  description: 'ok',
                  content: {
                    'application/json': {
                      schema: {
                        allOf: [
                          { $ref: '#/components/schemas/Own%20Name' },
                          ...places.map((place) => ({ $ref: `b.yaml#/${place}` })),
                        ],
                      },
                    },
                  },
                },
              },
            },
          },
        },
        components: { schemas: { 'Own Name': { title: 'own' }, My_Type: { title: 'mine' } } },
      }),
      'b.yaml':
        'My Type: { title: My Type }\nGröße: { title: Größe }\na/b: { title: a/b }\n' +
        "'{id}': { title: '{id}' }\nper%cent: { title: per%cent }\nOwn Name: { title: Own Name }\nPet.v1: { title: Pet.v1 }\n",
    })
    const [operation] = openDocument(bundle.full).operations
    const schema = operation?.responses.get('200')?.media[0]?.schema
    const all = schema && schemasAt(schema, 'allOf')
    expect(
      all?.flatMap((one) => referencesOf(one).map((target) => keywordOf(target, 'title'))),
    ).toStrictEqual(['own', 'My Type', 'Größe', 'a/b', '{id}', 'per%cent', 'Own Name', 'Pet.v1'])
    const { schemas } = bundle.full['components'] as { readonly schemas: object }
    expect(Object.keys(schemas).filter((name) => !/^[\w.-]+$/.test(name))).toStrictEqual(['Own Name'])
    expect(Object.keys(schemas)).toContain('My_Type-2')
  })

  it('gives definitions of Swagger 2.0 names that their references lead to', async () => {
    const { bundle } = await bundleFiles({
      'openapi.yaml': `swagger: '2.0'
info: { title: O, version: '1' }
paths: { /a: { get: { responses: { '200': { description: ok, schema: { $ref: 'b.yaml#/a~1b' } } } } } }
`,
      'b.yaml': 'a/b: { type: string }\n',
    })
    expect(bundle.full).toMatchObject({
      paths: { '/a': { get: { responses: { 200: { schema: { $ref: '#/definitions/a_b' } } } } } },
      definitions: { a_b: { type: 'string' } },
    })
  })

  it('leaves no `$id` that would be another base for references into the document', async () => {
    const { bundle } = await bundleFiles({
      ...documents('')['two files'],
      'schemas/A.yaml': `$id: https://example.com/a
properties: { b: { $ref: '#/$defs/B' }, $id: { type: string } }
$defs: { B: { $id: b, const: { $id: x } } }
`,
    })
    expect(bundle.full['components']).toStrictEqual({
      schemas: {
        A: {
          properties: { b: { $ref: '#/components/schemas/B' }, $id: { type: 'string' } },
          $defs: { B: { const: { $id: 'x' } } },
        },
        B: { const: { $id: 'x' } },
      },
    })
  })

  it('finds what is named by `$anchor`, `$id` and `$self`, in any file', async () => {
    const schemas = {
      Pet: { $anchor: 'pet', properties: { tree: { $ref: 'https://example.com/tree' } } },
      Tree: { $id: 'https://example.com/tree', items: { $dynamicRef: '#node' }, $dynamicAnchor: 'node' },
    }
    const files = {
      'openapi.yaml': `openapi: 3.2.0
$self: https://example.com/v1/api.yaml
info: { title: O, version: '1' }
paths: { /a: { $ref: 'parts/a%20b.yaml' } }
components: ${JSON.stringify({
        parameters: { Q: { name: 'q', in: 'query', schema: { $ref: '#pet' } } },
        schemas,
      })}\n`,
      'parts/a b.yaml': `get:
  operationId: a
  parameters: [{ $ref: 'https://example.com/v1/api.yaml#/components/parameters/Q' }]
  responses: { '200': { description: ok, content: { application/json: { schema: { $ref: 'c.yaml#cat' }, example: { $ref: gone } } } } }
`,
      'parts/c.yaml':
        "$defs: { Cat: { $anchor: cat, items: { $ref: 'https://example.com/v1/api.yaml#pet' } } }\n",
    }
    const { bundle } = await bundleFiles(files)
    expect(bundle.full).toMatchObject({
      $self: 'https://example.com/v1/api.yaml',
      paths: {
        '/a': {
          get: {
            parameters: [{ $ref: '#/components/parameters/Q' }],
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { $ref: '#/components/schemas/Cat' },
                    example: { $ref: 'gone' },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        parameters: { Q: { schema: { $ref: '#/components/schemas/Pet' } } },
        schemas: {
          Pet: { properties: { tree: { $ref: '#/components/schemas/Tree' } } },
          Tree: { items: { $dynamicRef: '#node' } },
          Cat: { items: { $ref: '#/components/schemas/Pet' } },
        },
      },
    })
  })

  it('adds no components to a document without any', async () => {
    const text = "openapi: 3.1.0\ninfo: { title: { $ref: t.yaml }, version: '1' }\npaths: {}\n"
    const { bundle } = await bundleFiles({ 'openapi.yaml': text, 't.yaml': 'Title' })
    expect(bundle.full).toStrictEqual({ openapi: '3.1.0', info: { title: 'Title', version: '1' }, paths: {} })
  })

  it.each([
    ['openapi: 4.0.0', 'Its version must be a text such as "3.1.0" or "2.0", not "4.0.0".'],
    ['openapi: 3.1', 'not 3.1.'],
    ["swagger: '1.2'", 'not "1.2".'],
    ['', 'It is not an OpenAPI document'],
  ])('rejects the document %j with a sentence', async (text, message) => {
    const bundling = bundleFiles({ 'openapi.yaml': text })
    await expect(bundling).rejects.toThrow(message)
    await expect(bundling).rejects.toBeInstanceOf(InputError)
  })

  it('rejects a document without end, and a folder, with a sentence', async () => {
    const deep = `{"openapi":"3.1.0","x-a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    await expect(bundleFiles({ 'openapi.yaml': deep })).rejects.toThrow(/nested too deeply|maxDepth/)
    const folder = await createFolder({ 'openapi.yaml/a.yaml': '' })
    await expect(bundleDocument(join(folder, 'openapi.yaml'))).rejects.toThrow(/cannot be read: EISDIR/)
  })

  it.each([
    [
      'a place that is not there',
      "{ $ref: '#/components/schemas/B' }",
      '#/components/schemas/B at #/components/schemas/A',
    ],
    ['a file that is not there', '{ $ref: nowhere.yaml }', 'nowhere.yaml'],
    ['no YAML', '{ $ref: ', 'at line 9'],
  ])('says that a reference leads to %s', async (_what, schema, message) => {
    await expect(bundleFiles(documents(schema)['one file'])).rejects.toThrow(message)
  })
})
