import { describe, expect, test } from 'vitest'
import { petsDocument } from './fixtures/pets.ts'
import { loadDocument } from './load-document.ts'

const load = async (paths: object, rest: object = {}) => loadDocument({ openapi: '3.0.3', paths, ...rest })
const responses = { 200: { description: '' } }

const parametersOf = async (path: string, parameters: readonly object[]) =>
  (await load({ [path]: { get: { parameters, responses } } })).operations[0]?.parameters

describe('readOperation', () => {
  test('takes an undeclared path parameter for text', async () => {
    const schema = expect.objectContaining({ schema: { type: 'string', minLength: 1 } }) as unknown
    expect(await parametersOf('/a/{id}', [])).toMatchObject([
      { name: 'id', in: 'path', required: true, pointer: '/paths/~1a~1{id}/get', schema },
    ])
  })

  test('leaves out a path parameter that the template lacks, and headers that are described elsewhere', async () => {
    const headers = ['Accept', 'content-type', 'AUTHORIZATION', 'X-A'].map((name) => ({ name, in: 'header' }))
    const found = await parametersOf('/a', [{ name: 'id', in: 'path' }, ...headers])
    expect(found?.map(({ name }) => name)).toEqual(['X-A'])
  })

  test('reads 3.0 schemas in the words of 3.1', async () => {
    const schema = { type: 'string', nullable: true }
    const [parameter] = (await parametersOf('/a', [{ name: 'q', in: 'query', schema }])) ?? []
    expect(parameter?.schema?.schema).toMatchObject({ type: ['string', 'null'] })
  })

  test('needs every path parameter, once', async () => {
    const parameters = [{ name: 'id', in: 'path', allowReserved: true }]
    const { operations } = await load({
      '/a/{id}/{id}/{x}/{x}': { get: { parameters, responses: { ...responses, 'x-note': 1 } } },
    })
    expect(
      operations[0]?.parameters.map(({ name, required, allowReserved }) => [name, required, allowReserved]),
    ).toEqual([
      ['x', true, false],
      ['id', true, false],
    ])
    expect([...(operations[0]?.responses.keys() ?? [])]).toEqual(['200'])
  })

  test('reads callbacks, and those of no callback', async () => {
    const post = { operationId: 'changed', requestBody: { content: { 'text/plain': {} } }, responses }
    const onChange = { '{$request.body#/url}': { $ref: '#/components/x-item' }, 'x-note': 1 }
    const callbacks = { onChange: { $ref: '#/components/callbacks/onChange' }, bad: { '{$url}': 1 } }
    const document = await load(
      { '/a': { get: { operationId: 'read', callbacks, responses } } },
      { components: { callbacks: { onChange }, 'x-item': { post: { ...post, callbacks } } } },
    )
    expect(document.operations[0]?.callbacks).toMatchObject([
      {
        name: 'onChange',
        operation: {
          id: 'changed',
          method: 'POST',
          path: '{$request.body#/url}',
          body: { media: [{ contentType: 'text/plain' }] },
          callbacks: [],
        },
      },
    ])
    expect(document.notes).toStrictEqual([
      'The callback bad of read cannot be read: #/paths/~1a/get/callbacks/bad/{$url} must be an object.',
    ])
  })

  test.each([
    [3, '3.0'],
    [3.1, '3.1'],
    ['3.0', '3.0'],
    ['3.2.0', '3.1'],
  ])('reads the version %j as %s', async (openapi, version) => {
    const document = await loadDocument({ openapi, paths: { '/a': { get: { responses } } } })
    expect(document.version).toBe(version)
  })

  test('treats empty YAML values as absent', async () => {
    const { operations } = await load(
      { '/a': { get: { parameters: null, requestBody: null, tags: null, responses: null } } },
      { servers: null },
    )
    expect(operations[0]).toMatchObject({ parameters: [], body: undefined, tags: [] })
  })

  test('follows links into path items that are referred to', async () => {
    const links = { next: { operationRef: '#/x-items/B/get' }, same: { operationRef: '#/paths/~1b/get' } }
    const get = { responses: { 200: { description: '', links } } }
    const { operations } = await load(
      { '/a': { get }, '/b': { $ref: '#/x-items/B' } },
      { 'x-items': { B: { get: { responses } } } },
    )
    expect(operations[0]?.responses.get('200')?.links.map(({ operationId }) => operationId)).toEqual([
      'GET /b',
      'GET /b',
    ])
  })

  test('adds what stands beside the reference of a path item', async () => {
    const { operations } = await load(
      {
        '/b': {
          $ref: '#/x-items/B',
          parameters: [{ name: 'q', in: 'query' }],
          get: { operationId: 'own', responses },
        },
      },
      {
        'x-items': {
          B: { parameters: [{ name: 'r', in: 'query' }], get: { operationId: 'other' }, put: { responses } },
        },
      },
    )
    expect(operations.map(({ id }) => id)).toEqual(['own', 'PUT /b'])
    expect(operations[1]?.parameters.map(({ name }) => name)).toEqual(['r', 'q'])
  })

  test('falls back on the examples of a schema', async () => {
    const limit = { schema: { $ref: '#/components/schemas/Limit' } }
    const size = { schema: { type: 'string', example: 'small' } }
    const parameters = [limit, size, { ...size, example: 'big' }].map((part, index) => ({
      name: `p${index}`,
      in: 'query',
      ...part,
    }))
    const { operations } = await load(
      { '/a': { get: { parameters, responses } } },
      { components: petsDocument.components },
    )
    expect(
      operations[0]?.parameters.map(({ examples }) => examples.map(({ value, pointer }) => [value, pointer])),
    ).toEqual([
      [
        [10, '/components/schemas/Limit/examples/0'],
        [20, '/components/schemas/Limit/examples/1'],
      ],
      [['small', '/paths/~1a/get/parameters/1/schema/example']],
      [['big', '/paths/~1a/get/parameters/2/example']],
    ])
  })
})
