import { readContract } from './api-contract.ts'
import { bindApi, type ApiOptions } from './bind-api.ts'
import type { BoundHandler } from './bind-operations.ts'
import { createHttpApp } from './http-app.ts'
import type { HttpAppOptions } from './http-app-options.ts'
import type { ExchangeRecord } from './record-exchange.ts'
import { listen, type Listening } from './listen.ts'

/** What the guard of the toy API finds out. */
export interface BookCaller {
  app: string
}

const integer = (limits: object = {}): object => ({ type: 'integer', ...limits })
const json = (schema: object): object => ({ 'application/json': { schema } })
const answers = (schema: object, ...statuses: number[]): object => ({
  ...Object.fromEntries(statuses.map((status) => [status, { description: 'done', content: json(schema) }])),
  400: { description: 'refused', content: json({ $ref: '#/components/schemas/Problem' }) },
})
const bookId = { $ref: '#/components/parameters/bookId' }

/** A small document with one of each: path integer and UUID, literal beside template, union body, query, headers. */
export const bookshopDocument = {
  openapi: '3.1.1',
  info: { title: 'Bookshop', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com/elsewhere' }],
  security: [{ app: [] }],
  paths: {
    '/v1/books': {
      post: {
        operationId: 'addBook',
        parameters: [
          { name: 'x-app', in: 'header', required: true, schema: { type: 'string', minLength: 40 } },
          { name: 'X-Priority', in: 'header', schema: integer({ minimum: 1 }) },
          { name: 'mode', in: 'query', required: true, schema: { type: 'string', const: 'now' } },
        ],
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/NewBook' }) },
        responses: answers({ $ref: '#/components/schemas/Book' }, 201),
      },
    },
    '/v1/books/{bookId}': {
      parameters: [bookId],
      get: {
        operationId: 'getBook',
        parameters: [
          { name: 'limit', in: 'query', schema: integer({ minimum: 1, maximum: 10 }) },
          { name: 'full', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: answers({ $ref: '#/components/schemas/Book' }, 200),
      },
      delete: { operationId: 'removeBook', responses: answers({ type: 'object' }, 200) },
    },
    '/v1/books/latest': {
      get: { operationId: 'getLatestBook', responses: answers({ $ref: '#/components/schemas/Book' }, 200) },
    },
    '/v1/shelves/{shelfId}': {
      put: {
        operationId: 'putShelf',
        parameters: [
          { name: 'shelfId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        requestBody: {
          content: json({
            type: 'object',
            required: ['rows'],
            properties: {
              rows: {
                type: 'array',
                maxItems: 3,
                items: {
                  type: 'object',
                  required: ['height'],
                  properties: { height: integer({ minimum: 1 }) },
                },
              },
              note: { type: 'string', maxLength: 5 },
              wood: { type: 'string', enum: ['oak', 'pine'] },
            },
          }),
        },
        responses: answers({ type: 'object' }, 200),
      },
    },
    '/v1/ping': { post: { operationId: 'ping', responses: answers({ type: 'object' }, 200) } },
  },
  components: {
    securitySchemes: { app: { type: 'apiKey', in: 'header', name: 'x-app' } },
    parameters: { bookId: { name: 'bookId', in: 'path', required: true, schema: integer({ minimum: 1 }) } },
    schemas: {
      Problem: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'array', items: { type: 'string' } } },
      },
      Book: {
        type: 'object',
        required: ['id', 'title'],
        properties: { id: integer(), title: { type: 'string' } },
      },
      Author: {
        type: 'object',
        required: ['email'],
        properties: { email: { type: 'string', format: 'email' }, name: { type: 'string', minLength: 1 } },
      },
      NewBook: {
        oneOf: [
          {
            type: 'object',
            required: ['title', 'author', 'copies'],
            properties: {
              title: { type: 'string' },
              author: { $ref: '#/components/schemas/Author' },
              copies: integer({ minimum: 1, maximum: 100 }),
            },
            not: { required: ['isbn'] },
          },
          {
            type: 'object',
            required: ['isbn', 'copies'],
            properties: { isbn: { type: 'string', pattern: '^\\d{3}$' }, copies: integer({ minimum: 1 }) },
            not: { anyOf: [{ required: ['title'] }, { required: ['author'] }] },
          },
        ],
      },
    },
  },
}

/** Handlers that answer with what they were given. */
export const bookshopHandlers: Record<string, BoundHandler<BookCaller>> = {
  addBook: async ({ body }) => ({
    status: 201,
    body: { id: 1, title: JSON.stringify(body) },
    headers: { location: '/1' },
  }),
  getBook: async ({ path, query, caller }) => ({
    status: 200,
    body: { id: path['bookId'], title: JSON.stringify({ ...query, app: caller.app }) },
  }),
  removeBook: async () => ({ status: 200, body: {} }),
  getLatestBook: async () => ({ status: 200, body: { id: 99, title: 'latest' } }),
  putShelf: async ({ body, path }) => ({ status: 200, body: { got: body ?? null, ...path } }),
  ping: async ({ body, query }) => ({ status: 200, body: { pong: true, body: body ?? null, query } }),
}

const VALID = { 'x-app': 'demo' }

/** A running bookshop, and what its hooks were told. */
export interface Bookshop extends Listening {
  readonly records: ExchangeRecord[]
  readonly defects: unknown[]
  /** Sends a request that passes the guard, JSON unless `init` says otherwise. */
  send(
    method: string,
    path: string,
    init?: { json?: unknown; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<Response>
}

/** Starts a bookshop on a free port; the guard takes any `x-app` but a missing one. */
export async function openBookshop(
  changes: { api?: Partial<ApiOptions<BookCaller>>; app?: Partial<HttpAppOptions> } = {},
): Promise<Bookshop> {
  const records: ExchangeRecord[] = []
  const defects: unknown[] = []
  const api = bindApi<BookCaller>({
    contract: readContract(bookshopDocument, ['X-App']),
    handlers: bookshopHandlers,
    guards: [
      (facts) => {
        const app = facts.header('x-app')
        return app === undefined
          ? { failure: { status: 401, messages: ['Unauthorized'], code: 'no_app' } }
          : { caller: { app } }
      },
    ],
    malformedPathParameter: (_id, name) => ({ status: 404, messages: [`${name} not found`], code: 'absent' }),
    ...changes.api,
  })
  const app = createHttpApp({
    apis: [api],
    onExchange: (record) => records.push(record),
    onDefect: (error) => defects.push(error),
    ...changes.app,
  })
  await app.ready()
  const listening = await listen(app.handler, { host: '127.0.0.1', port: 0, messages: app.messages })
  return {
    ...listening,
    records,
    defects,
    send: (method, path, { json: value, body, headers } = {}) => {
      const isJson = value !== undefined
      const sent = isJson ? JSON.stringify(value) : body
      return fetch(`${listening.url}${path}`, {
        method,
        headers: { ...VALID, ...(isJson && { 'content-type': 'application/json' }), ...headers },
        ...(sent !== undefined && { body: sent }),
      })
    },
  }
}
