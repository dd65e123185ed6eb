import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, type Listening } from '../../test/listen.ts'
import { DocumentError } from './document-part.ts'
import { loadDocument } from './load-document.ts'
import { findNamedReferences } from './named-references.ts'
import { sendableDocument } from '../wire/sendable-document.ts'

const FILES: Readonly<Record<string, string>> = {
  'api.yaml': `
openapi: 3.1.0
info: { title: Split, version: 1 }
paths:
  /pets/{id}:
    $ref: paths.yaml#/pet
  /shops:
    get:
      responses:
        200: { $ref: 'shared.json#/responses/Shops' }
components:
  schemas:
    Id: { type: integer }
    default: { $ref: shared.json#/schemas/Shop }
`,
  'paths.yaml': `
pet:
  parameters:
    - { $ref: './shared.json#/parameters/id' }
  get:
    operationId: readPet
    responses:
      200:
        description: A pet.
        content:
          application/json:
            schema: { $ref: 'schemas/pet%20one.yaml' }
            examples:
              file: { externalValue: schemas/bo.json }
              lost: { externalValue: schemas/lost.json }
`,
  'shared.json': JSON.stringify({
    parameters: {
      id: { name: 'id', in: 'path', required: true, schema: { $ref: 'api.yaml#/components/schemas/Id' } },
    },
    responses: {
      Shops: {
        description: 'Shops.',
        content: { 'application/json': { schema: { $ref: '#/schemas/Shop' } } },
      },
    },
    schemas: { Shop: { type: 'object', example: { $ref: 'never-read.yaml' } } },
  }),
  'pet.yaml': 'type: object\nproperties:\n  default: { $ref: ../api.yaml#/components/schemas/Id }\n',
  'self.yaml': `
openapi: 3.2.0
$self: https://pets.example.com/v1/api
paths:
  /a:
    get:
      parameters: [{ $ref: 'https://pets.example.com/v1/api#/components/parameters/Id' }]
      responses:
        200: { $ref: 'shared.json#/responses/Shops' }
components:
  parameters:
    Id: { name: id, in: query, schema: { $ref: '#/components/schemas/Id' } }
  schemas:
    Id: { type: integer }
    Pet: { properties: { id: { $ref: 'schemas/named.yaml#the-id' } } }
`,
  'named.yaml': `
a b: { $anchor: the-id, type: string }
c: { $id: 'https://pets.example.com/c', items: { $ref: c } }
back: { $ref: 'https://pets.example.com/v1/api#/components/schemas/Id' }
gone: { $ref: '#gone' }
`,
  'bo.json': '{"default":1}',
  'broken.yaml': 'openapi: 3.1.0\npaths:\n  a: [1\n  b: 2\n',
  'lost.yaml':
    'openapi: 3.1.0\npaths:\n  /a:\n    get:\n      responses:\n        200: { $ref: gone.yaml#/A }\n',
  'unused.yaml':
    'openapi: 3.1.0\npaths: { /a: { get: { responses: {} } } }\ncomponents: { schemas: { A: { $ref: gone.yaml } } }\n',
  'old.yaml':
    'openapi: 3.0.3\npaths: { /a: { get: { parameters: [{ $ref: "plain.json#/p" }, { $ref: "new.json#/p" }], responses: {} } } }\n',
  'plain.json': '{"p":{"name":"p","in":"query","schema":{}}}',
  'new.json':
    '{"$schema":"https://json-schema.org/draft/2020-12/schema","p":{"name":"n","in":"query","schema":{}}}',
  'merge.yaml':
    'openapi: 3.1.0\nx-base: &base { responses: { 204: { description: Fine. } } }\npaths: { /a: { get: { <<: *base, operationId: a } } }\n',
  'bomb.yaml': `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replaceAll(
    /./g,
    (c) =>
      `${c}: &${c} [${Array(9)
        .fill(`*${String.fromCharCode(c.charCodeAt(0) - 1)}`)
        .join()}]\n`,
  )}`,
}

let folder = ''
let server: Listening

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-checker-'))
  await mkdir(join(folder, 'schemas'))
  for (const [name, text] of Object.entries(FILES)) {
    const path =
      {
        'pet.yaml': 'schemas/pet one.yaml',
        'bo.json': 'schemas/bo.json',
        'named.yaml': 'schemas/named.yaml',
      }[name] ?? name
    await writeFile(join(folder, path), text)
  }
  const files = createServer((request, response) => {
    const name = request.url?.slice(1) ?? ''
    if (name === 'old') return response.writeHead(302, { location: '/dir/new.yaml' }).end()
    if (name === 'dir/new.yaml') return response.end('openapi: 3.0.0\npaths: { /a: { $ref: item.yaml } }')
    if (name === 'dir/item.yaml')
      return response.end('get: { operationId: far, responses: { 200: { description: Fine. } } }')
    return response.writeHead(404).end()
  })
  server = await listen(files)
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('loadDocument', () => {
  test('follows references across files, there and back', async () => {
    const document = await loadDocument(join(folder, 'api.yaml'))
    const [read, shops] = document.operations
    const at = (name: string): string => pathToFileURL(join(folder, name)).href
    expect(read).toMatchObject({ id: 'readPet', documentUri: at('paths.yaml'), pointer: '/pet/get' })
    expect(read?.parameters[0]).toMatchObject({ documentUri: at('shared.json'), pointer: '/parameters/id' })
    const id = read?.parameters[0]?.schema
    expect(id && document.schemas.resolve(id, 'api.yaml#/components/schemas/Id').schema).toEqual({
      type: 'integer',
    })
    expect(shops?.responses.get('200')).toMatchObject({
      documentUri: at('shared.json'),
      pointer: '/responses/Shops',
    })
  })

  test('takes $self of OpenAPI 3.2 for its name, and reads from where it lies', async () => {
    const { uri, operations, unread } = await loadDocument(join(folder, 'self.yaml'))
    expect({ uri, unread }).toEqual({ uri: 'https://pets.example.com/v1/api', unread: [] })
    expect(operations[0]?.parameters).toMatchObject([
      { documentUri: uri, pointer: '/components/parameters/Id' },
    ])
    expect(operations[0]?.responses.get('200')?.documentUri).toBe('https://pets.example.com/v1/shared.json')
  })

  test('reads the files that examples name, where they are', async () => {
    const { operations } = await loadDocument(pathToFileURL(join(folder, 'api.yaml')).href)
    const examples = operations[0]?.responses.get('200')?.media[0]?.examples
    expect(examples?.map(({ name, value }) => [name, value])).toEqual([['file', { default: 1 }]])
  })

  test('never follows what looks like a reference in data', async () => {
    const { operations } = await loadDocument(join(folder, 'api.yaml'))
    expect(operations[1]?.responses.get('200')?.media[0]?.examples[0]?.value).toEqual({
      $ref: 'never-read.yaml',
    })
  })

  test('overlooks a lost reference that nothing uses', async () => {
    expect((await loadDocument(join(folder, 'unused.yaml'))).operations).toHaveLength(1)
  })

  test('reads plain files in the dialect of the document', async () => {
    const { operations } = await loadDocument(join(folder, 'old.yaml'))
    expect(operations[0]?.parameters.map(({ schema }) => schema?.dialect)).toEqual(['openapi-3.0', '2020-12'])
  })

  test('applies YAML merge keys', async () => {
    const { operations } = await loadDocument(join(folder, 'merge.yaml'))
    expect([...(operations[0]?.responses.keys() ?? [])]).toEqual(['204'])
  })

  test('reads a URL, relative to where it was found', async () => {
    const document = await loadDocument(`${server.url}/old`)
    expect(document.uri).toBe(`${server.url}/dir/new.yaml`)
    expect(document.operations[0]?.id).toBe('far')
  })

  test.each([
    ['gone.yaml', /^The document .*gone\.yaml cannot be read: there is no such file\.$/],
    ['schemas', /cannot be read: it is a directory\.$/],
    ['broken.yaml', /broken\.yaml is neither JSON nor YAML at line \d+, column \d+: [^\n]+\.$/],
    [
      'lost.yaml',
      /^The reference gone\.yaml#\/A at #\/paths\/~1a\/get\/responses\/200 cannot be resolved: The document .*gone\.yaml cannot be read: there is no such file\.$/,
    ],
    ['bomb.yaml', /bomb\.yaml has YAML anchors that cannot be resolved: /],
  ])('reports in one sentence the error in %s', async (name, message) => {
    const loading = loadDocument(join(folder, name)).then(sendableDocument)
    await expect(loading).rejects.toThrow(DocumentError)
    await expect(loading).rejects.toThrow(message)
  })

  test('reports the response of the server', async () => {
    await expect(loadDocument(`${server.url}/none`)).rejects.toThrow(
      '/none cannot be read: the server returned 404.',
    )
  })

  test('is read anew where any file of it has changed, and only there', async () => {
    const own = await mkdtemp(join(tmpdir(), 'changed-'))
    const file = join(own, 'api.yaml')
    const paths = '{ /a: { get: { responses: { 200: { $ref: answer.yaml } } } } }'
    await writeFile(file, `{ openapi: 3.1.0, info: { title: Parts, version: 1 }, paths: ${paths} }`)
    await writeFile(join(own, 'answer.yaml'), 'description: First.')
    const first = await loadDocument(file)
    expect(await loadDocument(file)).toBe(first)
    await writeFile(join(own, 'answer.yaml'), 'description: Second.')
    const second = await loadDocument(file)
    expect(second).not.toBe(first)
    expect(await loadDocument(file)).toBe(second)
    await rm(own, { recursive: true })
  })
})

describe('findNamedReferences', () => {
  test('finds what path and JSON Pointer lead to', async () => {
    const found = await findNamedReferences(join(folder, 'self.yaml'))
    const at = (name: string): string => pathToFileURL(join(folder, name)).href
    expect(Object.fromEntries(found)).toStrictEqual({
      [at('self.yaml')]: [
        { pointer: '/paths/~1a/get/parameters/0', key: '$ref', plain: '#/components/parameters/Id' },
        { pointer: '/components/schemas/Pet/properties/id', key: '$ref', plain: 'schemas/named.yaml#/a%20b' },
      ],
      [at('schemas/named.yaml')]: [
        { pointer: '/c/items', key: '$ref', plain: '#/c' },
        { pointer: '/back', key: '$ref', plain: '../self.yaml#/components/schemas/Id' },
      ],
    })
  })

  test('finds none in a document of paths and pointers', async () => {
    expect(await findNamedReferences(join(folder, 'api.yaml'))).toStrictEqual(new Map())
  })
})
