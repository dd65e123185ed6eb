import { describe, expect, it } from 'vitest'
import { generateClient } from '../../generate/index.ts'
import {
  declarationOf,
  docOf,
  documentOf,
  generate,
  json,
  methodOf,
  operation,
  rowOf,
} from './tiny-document.ts'

const done = { 204: {} }

function named(operationId: string) {
  return documentOf({ '/things': { get: operation(operationId, done) } })
}

/** The reasons why operations of two documents cannot be read. */
const nowhere =
  '`in` at #/paths/~1a/get/parameters/0 must be one of path, query, header, cookie, not nowhere.'
const lostSchema =
  'The reference #/components/schemas/No at #/paths/~1b/post/responses/200/content/application~1json/schema ' +
  'cannot be resolved: there is nothing at that place.'

describe('generateClient', () => {
  it.each([
    ['list-pets', 'listPets'],
    ['Pets_list', 'petsList'],
    ['listPets', 'listPets'],
    ['ListPets', 'listPets'],
    ['GETPet', 'getPet'],
    ['GET_PETS', 'getPets'],
    ['pets.list/all', 'petsListAll'],
    ['404-page', '_404Page'],
  ])('turns the operationId %s into %s', (operationId, name) => {
    expect(methodOf(generate(named(operationId)), name)).toContain(`${name}(options?: CallOptions)`)
  })

  it('names a method without an operationId after its path', () => {
    const petId = { name: 'pet-id', in: 'path', required: true, schema: {} }
    const { text, notes } = generateClient(
      documentOf({ '/pets/{pet-id}': { get: { parameters: [petId], responses: done } } }),
    )
    expect(methodOf(text, 'getPetsPetId')).toContain('getPetsPetId(input: GetPetsPetIdInput')
    expect(notes).toEqual(['GET /pets/{pet-id}: has no operationId; the method is called getPetsPetId'])
  })

  it.each(['raw', 'then', 'catch', 'finally', 'constructor', 'toString', 'valueOf', 'toJSON'])(
    'gives the reserved method name %s a suffix',
    (operationId) => {
      const { text, notes } = generateClient(named(operationId))
      expect(rowOf(text, `${operationId}Operation`)).toContain("path: '/things'")
      expect(notes).toEqual([
        `GET /things (${operationId}): the method is called ${operationId}Operation, because ${operationId} is taken`,
      ])
    },
  )

  const twins = {
    '/c': { get: operation('read-it', done), put: operation('readIt', done), post: operation('--', done) },
    '/c/': { put: operation('readIt', done) },
    '/d': { get: operation('putC', done), delete: operation('__proto__', done) },
  }

  it('names methods that want one name after method and path', () => {
    const { text, notes } = generateClient(documentOf(twins))
    expect(declarationOf(text, 'operations').match(/^ {2}\w+/gm)).toEqual(
      ['readIt', 'putC2', 'postC', 'putC3', 'putC', 'proto'].map((name) => `  ${name}`),
    )
    expect(notes).toEqual([
      'PUT /c (readIt): the method is called putC2, because readIt is taken',
      'POST /c (--): the method is called postC, because its operationId has no letters',
      'PUT /c/ (readIt): the method is called putC3, because readIt is taken',
    ])
  })

  it('gives methods and types the names of an option', () => {
    const properties = { id: { type: 'string', readOnly: true }, name: { type: 'string' } }
    const schemas = { Record: { type: 'object', properties } }
    const record = { $ref: '#/components/schemas/Record' }
    const put = {
      ...operation('then', { 200: json(record) }),
      requestBody: json({ type: 'array', items: record }),
    }
    const document = documentOf({ ...twins, '/e': { put } }, schemas)
    const rename = {
      'read-it': 'readBack',
      'PUT /c/': 'write',
      then: 'writeRecords',
      '#/components/schemas/Record': 'Row',
    }
    const { text, notes } = generateClient(document, { rename })
    expect(
      declarationOf(text, 'operations')
        .match(/^ {2}\w+/gm)
        ?.join(''),
    ).toBe('  readBack  readIt  postC  write  putC  proto  writeRecords')
    expect(text.match(/^export \w+ Row\w*/gm)).toEqual(['export interface Row', 'export interface RowInput'])
    expect(notes).toHaveLength(1)
  })

  it.each([
    [{ twin: 'x' }, 'rename: the client has no method or type of twin'],
    [{ 'POST /c': 'x', putC: 'x' }, 'GET /d (putC) cannot be called x, which is taken'],
    [{ putC: 'raw' }, 'GET /d (putC) cannot be called raw, which is taken'],
    [{ putC: 'put it' }, 'putC cannot be called put it'],
  ])('rejects the new names %j', (rename, problem) => {
    expect(() => generate(documentOf(twins), { rename })).toThrow(problem)
  })

  it('lists every problem of the document at once', () => {
    const paths = {
      '/a': {
        get: { ...operation('a', { 302: {} }), parameters: [{ name: 'x', in: 'nowhere' }] },
        trace: operation('b', done),
      },
      '/b': { post: operation('c', { 200: json({ $ref: '#/components/schemas/No' }) }) },
    }
    expect(() => generate(documentOf(paths))).toThrow(
      [
        'TRACE /a (b): fetch does not send TRACE requests',
        `GET /a (a): ${nowhere}`,
        `POST /b (c): ${lostSchema}`,
      ].join('\n'),
    )
    expect(() => generate(named('read'), { skip: ['raed'] })).toThrow(
      'skip: the document has no operation raed',
    )
  })

  it.each(['read', 'GET /things'])('leaves out the operation %s', (skip) => {
    const paths = { '/things': { get: operation('read', {}), post: operation('write', done) } }
    const text = generate(documentOf(paths), { skip: [skip] })
    expect(declarationOf(text, 'operations')).toContain('write:')
    expect(declarationOf(text, 'operations')).not.toContain('read:')
  })

  it('leaves out what it cannot express on request, and says why', () => {
    const lost = { name: 'x', in: 'nowhere', required: true }
    const paths = {
      '/a': { get: { ...operation('a', { 302: {} }), parameters: [lost] } },
      '/b': { post: operation('b', { 200: json({ $ref: '#/components/schemas/No' }) }) },
      '/d': { get: operation('d', done) },
    }
    const { text, notes } = generateClient(documentOf(paths), { skipUnsupported: true })
    expect(notes).toEqual([`GET /a (a): left out: ${nowhere}`, `POST /b (b): left out: ${lostSchema}`])
    expect(declarationOf(text, 'operations')).toMatch(/^[^:]*\n {2}d:/)
  })

  it('rejects what concerns no single operation, whatever may be left out', () => {
    const schemas = { Odd: { 'x-variants': { property: 'kind', values: { a: {} } } } }
    const paths = { '/d': { get: operation('d', done) } }
    expect(() => generate(documentOf(paths, schemas), { skipUnsupported: true })).toThrow(/Odd/)
  })

  it('notes webhooks, callbacks and servers of an operation', () => {
    const servers = [{ url: 'https://other.example.com' }]
    const get = { ...operation('read', done), callbacks: { changed: {} }, servers }
    const document = {
      ...documentOf({ '/things': { get } }),
      webhooks: { changed: { post: operation('changed', done) } },
    }
    expect(generateClient(document).notes).toEqual([
      'GET /things (read): has its own servers; the client sends it to its base URL',
      'GET /things (read): its callbacks do not become methods',
      'The client has no methods for webhooks, because a client does not receive them.',
    ])
  })

  it.each([
    [{}, 'The document has no `openapi` field, such as `openapi: 3.1.0`.'],
    [{ swagger: '1.2' }, 'The document has a Swagger version other than 2.0'],
    [null, 'The document must be an object with an `openapi` field.'],
    [{ openapi: '2.0' }, 'The document is OpenAPI "2.0": only 3.0, 3.1 and 3.2'],
  ])('rejects the document %j', (document, problem) => {
    expect(() => generateClient(document)).toThrow(problem)
  })

  it('reads a path by reference', () => {
    const document = documentOf({ '/things': { $ref: '#/components/pathItems/Things' } })
    const pathItems = { Things: { get: operation('read', done) } }
    expect(methodOf(generate({ ...document, components: { pathItems } }), 'read')).toContain('read(')
  })

  it('reads Swagger 2.0, and says so', () => {
    const body = { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }
    const { text, notes } = generateClient({
      swagger: '2.0',
      info: { title: 'Tiny', version: '1' },
      paths: {
        '/pets': {
          post: {
            operationId: 'addPet',
            consumes: ['application/json'],
            parameters: [body],
            responses: { 204: { description: '' } },
          },
        },
      },
      definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    })
    expect(declarationOf(text, 'Pet')).toBe('export interface Pet {\n  name?: string | undefined\n}')
    expect(rowOf(text, 'addPet')).toContain("contentType: 'application/json', bodyIn: 'members'")
    expect(notes).toEqual([expect.stringContaining('converted from Swagger 2.0')])
  })

  it('reads QUERY and further methods of OpenAPI 3.2', () => {
    const requestBody = { required: true, ...json({ type: 'object', properties: { q: { type: 'string' } } }) }
    const query = { ...operation('findPets', done), requestBody }
    const paths = { '/pets': { query, additionalOperations: { COPY: operation('copyPets', done) } } }
    const text = generate(documentOf(paths, {}, '3.2.0'))
    expect(rowOf(text, 'findPets')).toContain(
      "method: 'QUERY', path: '/pets', idempotency: 'always', contentType",
    )
    expect(rowOf(text, 'copyPets')).toContain("method: 'COPY', path: '/pets', idempotency: 'never'")
  })

  it('reads references however they are spelled', () => {
    const page = { name: 'page[size]', in: 'query', schema: { type: 'integer' } }
    const get = {
      ...operation('list', {
        200: json({ type: 'array', items: { $ref: '#/components/schemas/Page%5BPet%5D' } }),
        404: json({ $ref: '#/components/schemas/Page[Pet]' }),
      }),
      parameters: [
        { $ref: '#/components/parameters/page%5Bsize%5D' },
        { name: 'limit', in: 'query', schema: { $ref: '#/components/parameters/page[size]/schema' } },
      ],
    }
    const schemas = { 'Page[Pet]': { type: 'object', properties: { a: { type: 'string' } } } }
    const components = { schemas, parameters: { 'page[size]': page } }
    const text = generate({ ...documentOf({ '/pets': { get } }), components })
    expect(text.match(/^export (?:interface|type) \w*Page\w*/gm)).toEqual([
      'export interface PagePet',
      'export type PageSize',
    ])
    expect(declarationOf(text, 'ListInput')).toContain("'page[size]'?: number")
    expect(methodOf(text, 'list')).toContain('PagePet[]')
  })

  it('uses the given names, and imports only the types that it uses', () => {
    const names = { banner: 'Made.', interfaceName: 'Pets', errorCodesName: 'PetErrors' }
    const text = generate(named('read'), names)
    expect(text).toMatch(/^\/\/ Made\.\nimport type \{ ApiCall, ApiResponse, CallOptions, Operations \} from/)
    expect(declarationOf(text, 'Pets')).toContain('read(options?: CallOptions)')
    expect(declarationOf(text, 'PetErrors')).toContain('read: {}')
  })
})

const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }

/** Returns the row of an operation with the given method. */
function rowFor(method: string, more: object = {}): string {
  return rowOf(generate(documentOf({ '/a': { [method]: { ...operation('act', done), ...more } } })), 'act')
}

describe('generateClient with x-idempotency', () => {
  it.each([
    ['get', 'always'],
    ['head', 'always'],
    ['options', 'always'],
    ['put', 'always'],
    ['delete', 'always'],
    ['post', 'never'],
    ['patch', 'never'],
  ])('knows how to retry %s', (method, idempotency) => {
    expect(rowFor(method)).toContain(
      `method: '${method.toUpperCase()}', path: '/a', idempotency: '${idempotency}'`,
    )
  })

  it.each(['post', 'patch'])('retries %s with an idempotency key, which the caller may choose', (method) => {
    const text = generate(
      documentOf({ '/a': { [method]: { ...operation('act', done), parameters: [key] } } }),
    )
    expect(rowOf(text, 'act')).toContain("idempotency: 'key'")
    expect(methodOf(text, 'act')).toContain('(options?: IdempotentCallOptions)')
  })

  it.each(['always', 'key', 'never'])('believes the document that says %s', (stated) => {
    expect(rowFor('put', { 'x-idempotency': stated })).toContain(`idempotency: '${stated}'`)
  })

  it('rejects an unknown word', () => {
    expect(() => rowFor('put', { 'x-idempotency': 'maybe' })).toThrow(
      'PUT /a (act): x-idempotency is "maybe"; it can be always, key or never',
    )
  })

  it('rejects silence where it is asked to', () => {
    const document = documentOf({ '/a': { get: operation('read', done), put: operation('act', done) } })
    expect(() => generate(document, { requireIdempotency: true })).toThrow(
      'PUT /a (act): does not say whether it can be retried; add x-idempotency',
    )
  })
})

function sectionOf(described: Readonly<Record<`x-${string}`, unknown>>): string {
  return `Section ${String(described['x-section'])}.`
}

describe('generateClient with documentation', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'a1' }
  const post = {
    ...operation('changeThing', { 200: json({ type: 'object', properties: {} }) }),
    summary: 'Change a thing',
    description: `${'A long sentence about things. '.repeat(5)}\n\n- One.\n- Two\n  goes on.\n\n    code @here\n@nobody minds`,
    deprecated: true,
    'x-section': '4.2',
    parameters: [id],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { required: ['names'], properties: { names: {} } },
          examples: { two: { value: { names: ['a', "b's"] } }, one: { value: { names: [] } } },
        },
      },
    },
  }
  const document = (more: object = {}) => documentOf({ '/things/{id}': { post: { ...post, ...more } } })

  it('writes summary, description, address, example and tags', () => {
    expect(docOf(generate(document(), { clientName: 'api', note: sectionOf }), 'changeThing')).toEqual([
      'Change a thing.',
      'A long sentence about things. A long sentence about things. A long sentence about things. A long sentence',
      'about things. A long sentence about things.',
      '- One.',
      '- Two goes on.',
      '    code @here',
      '\\@nobody minds',
      '`POST /things/{id}`. Section 4.2.',
      '@example',
      "const data = await api.changeThing({ id: 'a1', names: ['a', 'b\\'s'] })",
      '@deprecated',
    ])
  })

  const docWith = (required: readonly string[], properties: object) =>
    docOf(
      generate(document({ requestBody: { required: true, ...json({ required, properties }) } })),
      'changeThing',
    )

  it('makes an example of the examples of schemas, if no value lacks', () => {
    const list = { type: 'array', items: { type: 'string', examples: ['x'] } }
    expect(docWith(['list', 'fixed'], { list, fixed: { const: 1 }, no: {} })).toContain(
      "const data = await client.changeThing({ id: 'a1', list: ['x'] })",
    )
    expect(docWith(['a'], { a: { type: 'string' } })).not.toContain('@example')
  })
})
