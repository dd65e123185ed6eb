import { describe, expect, test } from 'vitest'
import { openDocument } from './open-document.ts'

const responses = { 200: { description: '' } }

describe('openDocument', () => {
  test('reads every operation by itself, those of 3.2 and webhooks included', () => {
    const document = openDocument({
      openapi: '3.2.0',
      info: { title: 'Ferries', version: '1' },
      paths: {
        '/ferries': {
          query: { operationId: 'search', responses },
          additionalOperations: { COPY: { operationId: 'copy', responses } },
          parameters: [
            { in: 'querystring', name: 'q', content: { 'application/json': { schema: { type: 'object' } } } },
          ],
        },
        '/lost': { get: { responses: { 200: { $ref: '#/nowhere' } } } },
      },
      webhooks: { departed: { post: { responses } } },
    })
    expect(document.operations.map(({ id, method }) => [id, method])).toEqual([
      ['search', 'QUERY'],
      ['copy', 'COPY'],
    ])
    expect(document.operations[0]?.queryString).toMatchObject({
      contentType: 'application/json',
      pointer: '/paths/~1ferries/parameters/0',
    })
    expect(document.notes).toEqual([
      'The query string of search is described as a whole (`in: querystring`), which is not checked.',
      'The query string of copy is described as a whole (`in: querystring`), which is not checked.',
    ])
    expect(document.webhooks.map(({ id, path }) => [id, path])).toEqual([['POST departed', 'departed']])
    expect(document.unread).toEqual([
      {
        id: 'GET /lost',
        path: '/lost',
        method: 'GET',
        reason:
          'The reference #/nowhere at #/paths/~1lost/get/responses/200 cannot be resolved: there is nothing at that place.',
      },
    ])
  })

  test('names an operation of 3.2 in a document of 3.1', () => {
    const { operations, unread } = openDocument({
      openapi: '3.1.0',
      paths: { '/a': { query: { responses } } },
    })
    expect(operations).toEqual([])
    expect(unread.map(({ reason }) => reason)).toEqual([
      '#/paths/~1a/query is an OpenAPI 3.2 operation, but the document has an earlier version.',
    ])
  })

  test('distinguishes servers of the document, of a path and of an operation', () => {
    const { servers, operations } = openDocument({
      openapi: '3.0.3',
      servers: [{ url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } }],
      paths: {
        '/a': {
          servers: [{ url: '/files' }],
          get: { responses },
          put: { servers: [{ url: 'https://up.example.com' }], responses },
        },
        '/b': { get: { responses } },
      },
    })
    expect(servers).toEqual([
      { url: 'https://eu.example.com/v1/', origin: 'https://eu.example.com', basePath: '/v1' },
    ])
    expect(operations.map((operation) => operation.servers)).toEqual([
      [{ url: '/files', origin: '', basePath: '/files' }],
      [{ url: 'https://up.example.com', origin: 'https://up.example.com', basePath: '' }],
      undefined,
    ])
  })

  test('reads Swagger 2.0, and a document without operations', () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'A', version: '1' },
      paths: { '/a': { get: { responses } } },
    }
    expect(openDocument(swagger).operations.map(({ id }) => id)).toEqual(['GET /a'])
    expect(openDocument({ openapi: '3.1.0' }).operations).toEqual([])
  })
})
