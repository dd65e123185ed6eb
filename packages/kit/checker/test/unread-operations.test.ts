import { describe, expect, it } from 'vitest'
import { checkContract } from '../src/runner/contract-run.ts'
import { loadDocument } from '@contract-kit/openapi'
import { sendableDocument } from '@contract-kit/openapi/wire'

const responses = { 204: { description: 'Done.' } }
const bad = { schemas: { Bad: { type: 'number', exclusiveMinimum: true } } }
const parameters = [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/Bad' } }]

const load = (paths: object, more: object = {}) =>
  loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more }).then(
    sendableDocument,
  )

describe('sendableDocument', () => {
  it('leaves out every operation that leads to a schema it cannot take', async () => {
    const document = await load(
      {
        '/a': { get: { responses }, put: { operationId: 'putA', parameters, responses } },
        '/b': { get: { parameters, responses } },
      },
      { components: bad },
    )
    const reason = '#/components/schemas/Bad/exclusiveMinimum must be a number.'
    expect(document.operations.map(({ id }) => id)).toStrictEqual(['GET /a'])
    expect(document.unread).toStrictEqual([
      { id: 'putA', path: '/a', method: 'PUT', reason },
      { id: 'GET /b', path: '/b', method: 'GET', reason },
    ])
  })

  it('leaves out an operation that needs a security scheme that cannot be read', async () => {
    const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'k' }, lost: { $ref: '#/gone' } }
    const { operations, unread } = await load(
      {
        '/a': { get: { responses, security: [{ key: [] }] }, put: { responses, security: [{ lost: [] }] } },
        '/b': { get: { responses, security: [{ key: [] }, { unheard: [] }] } },
      },
      { components: { securitySchemes } },
    )
    expect(operations.map(({ id }) => id)).toStrictEqual(['GET /a'])
    expect(unread.map(({ reason }) => reason)).toStrictEqual([
      'The reference #/gone at #/components/securitySchemes/lost cannot be resolved: there is nothing at that place.',
      '#/paths/~1b/get/security/1 asks for the security scheme unheard, which components.securitySchemes does not declare.',
    ])
  })

  it('leaves out a path item that leads nowhere', async () => {
    const { unread } = await load({ '/a': { get: { responses } }, '/b': { $ref: '#/gone' } })
    expect(unread).toMatchObject([{ id: '* /b', method: undefined }])
    expect(unread[0]?.reason).toMatch(/^The reference #\/gone at #\/paths\/~1b cannot be resolved/)
  })

  it('names the second operation of one id by its path', async () => {
    const operation = { operationId: 'x', responses }
    const { operations, notes } = await load({ '/a': { get: operation, put: operation } })
    expect(operations.map(({ id }) => id)).toStrictEqual(['x', 'PUT /a'])
    expect(notes).toStrictEqual([
      'The operationId x at #/paths/~1a/put is already used at #/paths/~1a/get; the second operation goes by PUT /a.',
    ])
  })

  it('notes a pattern that is not checked', async () => {
    const schema = { type: 'string', pattern: '(?i)a' }
    const { operations, notes } = await load({
      '/a': { get: { parameters: [{ name: 'q', in: 'query', schema }], responses } },
    })
    expect(operations).toHaveLength(1)
    expect(notes).toStrictEqual([
      'The pattern at #/paths/~1a/get/parameters/0/schema/pattern is not a regular expression of ECMA-262, so it is not checked.',
    ])
  })

  it('follows the reference of an operation', async () => {
    const { operations } = await load({
      '/a': { get: { $ref: '#/x-operations/read', operationId: 'ignored' } },
      '/x': { get: { $ref: '#/x-operations/gone' }, put: { responses } },
    }, { 'x-operations': { read: { operationId: 'read', responses } } }) // prettier-ignore
    expect(operations.map(({ id, pointer }) => [id, pointer])).toStrictEqual([
      ['read', '/x-operations/read'],
      ['PUT /x', '/paths/~1x/put'],
    ])
  })

  it('leaves out what it cannot send of OpenAPI 3.2', async () => {
    const itemSchema = { type: 'object' }
    const whole = { name: 'q', in: 'querystring', content: { 'application/json': { schema: itemSchema } } }
    const lines = { 'application/jsonl': { itemSchema } }
    const { operations, unread, notes } = await load(
      {
        '/a': {
          get: { parameters: [whole], responses },
          put: { requestBody: { content: lines }, responses },
        },
        '/b': { put: { requestBody: { content: { ...lines, 'text/plain': {} } }, responses } },
      },
      { openapi: '3.2.0' },
    )
    expect(unread.map(({ reason }) => reason)).toStrictEqual([
      '#/paths/~1a/get/parameters/0 describes the whole query string (`in: querystring`), which cannot be sent.',
      'No request can be written as application/jsonl: the body at #/paths/~1a/put/requestBody is a stream (`itemSchema`).',
    ])
    expect(operations[0]?.body?.media.map(({ contentType }) => contentType)).toStrictEqual(['text/plain'])
    expect(notes).toContain(
      'No request to PUT /b is written as application/jsonl: the body at #/paths/~1b/put/requestBody/content/application~1jsonl is a stream (`itemSchema`).',
    )
  })

  it('reads cookies of style cookie and references to media types', async () => {
    const text = { schema: { type: 'string' } }
    const { operations } = await load(
      {
        '/a': {
          get: {
            parameters: [{ name: 'c', in: 'cookie', style: 'cookie', ...text }],
            responses: {
              200: { description: '', content: { 'text/plain': { $ref: '#/components/mediaTypes/Text' } } },
            },
          },
        },
      },
      { openapi: '3.2.0', components: { mediaTypes: { Text: text } } },
    )
    expect(operations[0]?.parameters).toMatchObject([{ name: 'c', explode: true }])
    expect(operations[0]?.responses.get('200')?.media).toMatchObject([
      { pointer: '/components/mediaTypes/Text' },
    ])
  })

  it('reads the serialized examples of media types that say how', async () => {
    const examples = {
      data: { dataValue: { id: 1 }, serializedValue: 'never read' },
      text: { serializedValue: '{"id":2}' },
    }
    const content = { 'application/json': { examples }, 'application/xml': { examples } }
    const { operations } = await load(
      { '/a': { put: { requestBody: { content }, responses } } },
      { openapi: '3.2.0' },
    )
    expect(
      operations[0]?.body?.media.map((media) =>
        media.examples.map(({ value, pointer }) => [value, pointer.split('/').at(-1)]),
      ),
    ).toStrictEqual([
      [
        [{ id: 1 }, 'dataValue'],
        [{ id: 2 }, 'serializedValue'],
      ],
      [[{ id: 1 }, 'dataValue']],
    ])
  })

  it('reads QUERY and additional methods of OpenAPI 3.2 only', async () => {
    const paths = { '/a': { get: { responses }, query: { responses }, additionalOperations: { COPY: { responses } } } } // prettier-ignore
    const methodsIn = async (openapi: string) =>
      (await load(paths, { openapi })).operations.map(({ method }) => method)
    expect(await methodsIn('3.2.0')).toStrictEqual(['GET', 'QUERY', 'COPY'])
    expect(await methodsIn('3.1.1')).toStrictEqual(['GET'])
  })
})

describe('checkContract', () => {
  it('tells what cannot be read, and accuses nothing of it', async () => {
    const asked = new Set<string>()
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: { responses }, put: { parameters, responses } } },
      components: bad,
    }
    const fetch = ({ method, url }: Request): Response => {
      if (new URL(url).pathname === '/a') asked.add(method)
      if (new URL(url).pathname !== '/a') return new Response(null, { status: 404 })
      const isServed = ['GET', 'HEAD', 'PUT'].includes(method)
      return new Response(null, { status: isServed ? 204 : 405, headers: isServed ? {} : { allow: 'GET, HEAD, PUT' } }) // prettier-ignore
    }
    const result = await checkContract({ document, fetch, cases: 2 })
    expect(result.skipped.map(({ operationId }) => operationId)).toStrictEqual(['PUT /a'])
    expect(result.findings).toStrictEqual([])
    expect(asked.has('PUT')).toBe(false)
    expect(asked.has('POST')).toBe(true)
  })
})
