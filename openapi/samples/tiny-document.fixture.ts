import type { JsonObject } from '../scripts/publish.ts'
import type { ApiDocument, OperationObject } from './api-document.ts'
import { type SampleRequest, toSampleRequest } from './sample-request.ts'

const answer = (description: string, schema: string, more: JsonObject = {}): JsonObject => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${schema}` },
      examples: { done: { value: {}, 'x-request': { request: null, state: 'fresh', ...more } } },
    },
  },
})

/** A document of a bookshop with one operation of each kind that a sample tells apart. */
export const tinyDocument = {
  openapi: '3.1.1',
  servers: [{ url: 'http://127.0.0.1:3000' }, { url: 'http://127.0.0.1:4010' }],
  paths: {
    '/session': {
      post: {
        operationId: 'open',
        'x-access': 'none',
        responses: {
          '200': {
            ...answer('Opened', 'Session'),
            headers: { authorization: { $ref: '#/components/headers/issued' } },
          },
        },
      },
    },
    '/login': {
      post: {
        operationId: 'enter',
        'x-access': 'session',
        responses: {
          '200': {
            ...answer('Entered', 'Session'),
            headers: { authorization: { $ref: '#/components/headers/issued' } },
          },
        },
      },
    },
    '/shelves/{shelfId}/books': {
      parameters: [
        { name: 'shelfId', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
        { name: 'User-Agent', in: 'header', required: true, schema: { type: 'string' }, example: 'shop/1' },
      ],
      get: {
        operationId: 'listBooks',
        'x-access': 'session',
        parameters: [
          { name: 'page', in: 'query', required: false, schema: { type: 'integer' }, example: 9 },
          { name: 'kind', in: 'query', required: true, schema: { enum: ['all'] }, example: 'all' },
        ],
        responses: { '200': answer('Found', 'BookResult', { query: { sort: 'a b' } }) },
      },
      post: {
        operationId: 'addBook',
        'x-access': 'customer',
        parameters: [{ $ref: '#/components/parameters/Idempotency-Key' }],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/AddBookRequest' },
              examples: {
                other: { value: { title: 'Not this one' } },
                quoted: { value: { action: 'add', title: "Nobody's `Book` ${HOME}", pages: 120 } },
              },
            },
          },
        },
        responses: {
          '201': answer('Added', 'Book', { request: 'quoted', path: { shelfId: 8 } }),
          '400': { description: 'Refused' },
        },
      },
    },
    '/__sandbox/shelves/{shelfId}': {
      delete: {
        operationId: 'dropShelf',
        'x-access': 'sandbox',
        parameters: [
          { name: 'shelfId', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
        ],
        responses: { '200': answer('Gone', 'Shelf') },
      },
    },
  },
  components: {
    headers: { issued: { required: true, schema: { type: 'string' } } },
    parameters: {
      'Idempotency-Key': { name: 'Idempotency-Key', in: 'header', required: false, example: 'purchase-42' },
    },
    schemas: {
      Session: { type: 'object', required: ['token', 'lifetime'] },
      Book: { type: 'object', required: ['id', 'title'] },
      Shelf: { type: 'object', required: ['shelf'] },
      FullResult: { type: 'object', required: ['books'] },
      PartialResult: { type: 'object', required: ['books', 'missing'] },
      BookResult: {
        oneOf: [{ $ref: '#/components/schemas/FullResult' }, { $ref: '#/components/schemas/PartialResult' }],
      },
      EitherResult: {
        oneOf: [{ $ref: '#/components/schemas/Book' }, { $ref: '#/components/schemas/Session' }],
      },
      AddBookRequest: {
        type: 'object',
        properties: { action: { const: 'add' }, title: { type: 'string' }, pages: { type: 'integer' } },
      },
    },
  },
} as const

/** The sample's request of an operation of the tiny document. */
export function requestOf(operationId: string): SampleRequest {
  const document = tinyDocument as unknown as ApiDocument
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, value] of Object.entries(item)) {
      const operation = value as OperationObject
      if (operation.operationId === operationId) return toSampleRequest(document, path, method, operation)
    }
  }
  throw new Error(`The tiny document has no ${operationId}`)
}
