import { describe, expect, test } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiOperation } from './api-document.ts'
import { petsDocument } from './fixtures/pets.ts'
import { collectReferences, findOutsideReference, loadDocument } from './load-document.ts'
import { openDocument } from './open-document.ts'
import { parseDocumentText } from './parse-document.ts'

const pets = await loadDocument(petsDocument)

const operationOf = (document: ApiDocument, id: string): ApiOperation => {
  const found = document.operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`There is no ${id}.`)
  return found
}

const list = operationOf(pets, 'listPets')
const create = operationOf(pets, 'POST /pets')
const read = operationOf(pets, 'readPet')

describe('loadDocument', () => {
  test('reads the document itself', () => {
    expect(pets).toMatchObject({
      uri: 'memory:/document.json',
      version: '3.1',
      title: 'Pets',
      basePath: '/v2',
    })
    expect(pets.raw['x-extension']).toEqual({ any: 'thing' })
    expect(pets.operations.map(({ id }) => id)).toEqual(['listPets', 'POST /pets', 'readPet', 'dropPet'])
    expect([...pets.paths].map(([path, operations]) => [path, operations.length])).toEqual([
      ['/pets', 2],
      ['/pets/{petId}', 2],
    ])
  })

  test('does not change the object it is given', () => {
    expect(pets.raw).not.toBe(petsDocument)
  })

  test('is one document for all that say the same', async () => {
    const { info, ...others } = petsDocument
    expect(await loadDocument(structuredClone(petsDocument))).toBe(pets)
    expect(await loadDocument({ ...others, info: { ...info, title: 'Cats' } })).not.toBe(pets)
  })

  test('says where an operation really stands', () => {
    expect(list).toMatchObject({ pointer: '/paths/~1pets/get', method: 'GET', path: '/pets', tags: ['pets'] })
    expect(read.pointer).toBe('/components/pathItems/Pet/get')
  })

  test('merges the parameters of the path, the operation winning', () => {
    expect(list.parameters.map(({ name, pointer, required }) => [name, pointer, required])).toEqual([
      ['X-Trace', '/components/parameters/Trace', false],
      ['limit', '/paths/~1pets/get/parameters/0', true],
      ['filter', '/paths/~1pets/get/parameters/1', false],
    ])
  })

  test('gives each parameter the default style of its place', () => {
    expect(list.parameters.map(({ style, explode }) => [style, explode])).toEqual([
      ['simple', false],
      ['form', true],
      ['form', true],
    ])
    expect(read.parameters[0]).toMatchObject({ in: 'path', required: true, style: 'simple' })
  })

  test('takes schema and examples of a parameter from its content', () => {
    const filter = list.parameters[2]
    expect(filter?.contentType).toBe('application/json')
    expect(filter?.schema?.pointer).toBe('/paths/~1pets/get/parameters/1/content/application~1json/schema')
    expect(filter?.examples).toMatchObject([
      { value: { a: 1 }, pointer: '/paths/~1pets/get/parameters/1/content/application~1json/example' },
    ])
  })

  test('follows references of bodies, responses, headers and examples', () => {
    expect(create.body).toMatchObject({ required: true, pointer: '/components/requestBodies/NewPet' })
    expect(create.body?.media.map(({ contentType }) => contentType)).toEqual([
      'application/json',
      'multipart/form-data',
    ])
    expect(create.body?.media[0]?.examples.map(({ name, value, pointer }) => [name, value, pointer])).toEqual(
      [
        ['bo', { name: 'Bo' }, '/components/examples/Bo/value'],
        ['none', null, '/components/requestBodies/NewPet/content/application~1json/examples/none/value'],
      ],
    )
    expect(create.body?.media[1]?.encoding).toEqual({ photo: { contentType: 'image/png' } })
    expect(list.responses.get('4XX')?.pointer).toBe('/components/responses/Problem')
    expect(list.responses.get('200')?.headers).toMatchObject([
      { name: 'X-Total', required: true, pointer: '/components/headers/Total', examples: [{ value: 3 }] },
    ])
  })

  test('finds the operations that links mean', () => {
    expect(list.responses.get('200')?.links).toMatchObject([
      { name: 'first', operationId: 'readPet', parameters: { petId: '$response.body#/0/id' } },
    ])
    expect(create.responses.get('201')?.links.map(({ operationId }) => operationId)).toEqual([
      'readPet',
      undefined,
    ])
  })

  test('inherits security, unless the operation says otherwise', () => {
    expect(read.security).toMatchObject([{ pointer: '/security/0', schemes: [{ name: 'key', scopes: [] }] }])
    expect(create.security).toEqual([])
    expect(list.security.map(({ schemes }) => schemes.map(({ name }) => name))).toEqual([
      [],
      ['oauth', 'key'],
    ])
  })

  test('reads security schemes', () => {
    expect([...pets.securitySchemes.values()]).toMatchObject([
      { name: 'key', type: 'apiKey', in: 'header', parameterName: 'X-Key' },
      { name: 'oauth', type: 'oauth2', in: undefined },
      { name: 'basic', type: 'http', scheme: 'basic' },
    ])
  })

  test('makes one node of a schema that many use, and follows a long chain to its end', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `Thing${index}`)
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        { items: { $ref: `#/components/schemas/${names[index + 1] ?? 'End'}` } },
      ]),
    )
    const schema = { $ref: '#/components/schemas/Thing0' }
    const get = { responses: { 200: { description: '', content: { 'application/json': { schema } } } } }
    const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get }]))
    const components = { schemas: { ...schemas, End: { type: 'null' } } }
    const chain = await loadDocument({ openapi: '3.1.0', paths, components })
    expect(chain.schemas.node(chain.uri, '/components/schemas/End').schema).toEqual({ type: 'null' })
    const used = chain.operations.map(({ responses }) => responses.get('200')?.media[0]?.schema)
    expect(used).toHaveLength(300)
    const target = (node: (typeof used)[number]) => node && chain.schemas.resolve(node, schema.$ref)
    expect(new Set(used.map(target)).size).toBe(1)
  })

  test('keeps recursive schemas whole', () => {
    const media = list.responses.get('200')?.media[0]?.schema
    const pet = media && pets.schemas.resolve(media.set.child(media, 'items'), '#/components/schemas/Pet')
    expect(pet?.schema).toMatchObject({ required: ['id', 'name'] })
  })
})

describe('collectReferences', () => {
  test.each<[root: Json, documents: readonly string[]]>([
    [
      [{ $ref: 'b.yaml#/x' }, { items: { $ref: '../c.yaml' } }],
      ['dir/b.yaml', 'c.yaml'],
    ],
    [{ $ref: '#/d' }, ['dir/api.yaml']],
    [{ $id: 'http://a.test/x/', not: { $ref: 'c.json' } }, ['x/c.json']],
    // Data is not read.
    [{ example: { $ref: 'b.yaml' } }, []],
    [{ default: { $ref: 'b.yaml' } }, []],
    [{ enum: [{ $ref: 'b.yaml' }] }, []],
    [{ examples: { one: { value: { $ref: 'b.yaml' } } } }, []],
    [{ examples: { one: { dataValue: { $ref: 'b.yaml' } } } }, []],
    [{ schema: { examples: [{ $ref: 'b.yaml' }] } }, []],
    [{ schema: { 'x-thing': { $ref: 'b.yaml' } } }, []],
    [{ paths: { 'x-thing': { $ref: 'b.yaml' } } }, []],
    [{ links: { next: { parameters: { id: { $ref: 'b.yaml' } }, requestBody: { $ref: 'b.yaml' } } } }, []],
    [{ swagger: '2.0', responses: { 200: { examples: { 'a/b': { $ref: 'b.yaml' } } } } }, []],
    [{ discriminator: { mapping: { dog: 'Dog' } } }, []],
    [{ properties: { $ref: { type: 'string' }, $id: { type: 'string' } } }, []],
    [{ $ref: 5 }, []],
    // What only has the name of data is read.
    [{ properties: { example: { $ref: 'b.yaml' } } }, ['dir/b.yaml']],
    [{ properties: { properties: { items: { $ref: 'b.yaml' } } } }, ['dir/b.yaml']],
    [{ responses: { default: { $ref: 'b.yaml' } } }, ['dir/b.yaml']],
    [{ examples: { value: { $ref: 'b.yaml' } } }, ['dir/b.yaml']],
    [{ headers: { 'x-thing': { $ref: 'b.yaml' } } }, ['dir/b.yaml']],
    [
      { discriminator: { mapping: { dog: './dog.yaml', cat: 'cat.json#/Cat' } } },
      ['dir/dog.yaml', 'dir/cat.json'],
    ],
    [
      { get: { $ref: '#/x-a' }, 'x-a': { $ref: '#/x-b/c' }, 'x-b': { c: { $ref: 'b.yaml' } } },
      ['dir/api.yaml', 'dir/api.yaml', 'dir/b.yaml'],
    ],
    [{ schemas: { const: { $dynamicRef: 'b.yaml#x' } } }, ['dir/b.yaml']],
  ])('finds in %j the documents %j', (root, documents) => {
    expect(collectReferences(root, 'http://a.test/dir/api.yaml').documents).toEqual(
      documents.map((path) => `http://a.test/${path}`),
    )
  })

  test('distinguishes texts from documents', () => {
    const root = {
      examples: { one: { externalValue: 'one.txt' } },
      properties: { externalValue: { $ref: '#/x' } },
    }
    expect(collectReferences(root, 'http://a.test/api.yaml').texts).toEqual(['http://a.test/one.txt'])
  })
})

describe('findOutsideReference', () => {
  test.each([
    [{ $ref: '#/components/schemas/B' }, undefined],
    [{ $id: 'http://a.test/x', not: { $ref: '#/$defs/y' } }, undefined],
    [{ $id: 'http://a.test/x', $defs: { y: { $id: 'y' } }, not: { $ref: 'y' } }, undefined],
    [{ example: { $ref: 'b.yaml' } }, undefined],
    [{ items: { $ref: './b.yaml#/x' } }, './b.yaml#/x'],
  ])('finds in the schema %j the reference %s', (A, reference) => {
    const document = openDocument({ openapi: '3.1.0', paths: {}, components: { schemas: { A } } })
    expect(findOutsideReference(document)).toBe(reference)
  })
})

describe('parseDocumentText', () => {
  test.each(['[1.10, -0, 1e400, 12345678901234567890]', '- 1.10\n- -0\n- 1e400\n- 12345678901234567890\n'])(
    'gives a reader of numbers their text in %j',
    (text) => {
      expect(parseDocumentText(text, 'It', (digits) => digits)).toStrictEqual([
        '1.10',
        '-0',
        '1e400',
        '12345678901234567890',
      ])
    },
  )

  test('gives numbers that YAML alone writes as JSON writes them', () => {
    expect(parseDocumentText('a: 0x1F\nb: .5\nc: +7', 'It', (digits) => digits)).toStrictEqual({
      a: '31',
      b: '0.5',
      c: '7',
    })
  })

  test('reads a YAML text once', () => {
    expect(parseDocumentText('title: Once', 'One')).toBe(parseDocumentText('title: Once', 'Other'))
    expect(parseDocumentText('title: Twice', 'One')).toStrictEqual({ title: 'Twice' })
    expect([parseDocumentText('', 'One'), parseDocumentText('', 'One')]).toStrictEqual([null, null])
  })

  test.each(['One', 'Other'])('reports a mistake under the name %s', (name) => {
    expect(() => parseDocumentText('a: [', name)).toThrow(`${name} is neither JSON nor YAML`)
  })
})
