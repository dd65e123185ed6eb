import { connect } from 'node:net'
import express from 'express'
import { describe, expect, it } from 'vitest'
import {
  checkResponses,
  contractResponses,
  createResponseCheck,
  ResponseBreachError,
  type OnBreach,
  type OpenApiDocument,
} from '../src/index.ts'
import { exchange, json, petsDocument, serve } from './exchange.ts'

const replacement = {
  status: 500,
  headers: { 'content-type': 'application/problem+json', 'x-problem': 'internal_error' },
  body: '{"title":"Größe"}',
}
const array = petsDocument(json({ type: 'array' }))

const pipelined = (path: string, close = '') => `GET /${path} HTTP/1.1\r\nHost: a\r\n${close}\r\n`

describe('contractResponses', () => {
  const paths = {
    '/files/{file-id}.{ext}': { get: { operationId: 'mixed', responses: {} } },
    '/files/{id}': {
      get: { operationId: 'template', responses: {} },
      delete: { operationId: 'delete', responses: {} },
    },
    '/files/latest': { get: { operationId: 'literal', responses: {} } },
    '/{kind}/{id}/parts/{part}': { get: { operationId: 'parts', responses: {} } },
    '/café+': { get: { operationId: 'literal-text', responses: {} } },
    '/': { get: { operationId: 'root', responses: {} } },
  }
  const servers = [
    {
      url: 'https://{host}.test/{version}',
      variables: { host: { default: 'a' }, version: { default: 'v1' } },
    },
    { url: '/v1/beta/' },
  ]
  const document: OpenApiDocument = { openapi: '3.1.1', servers, paths }
  const findOperation = async (url: string, method = 'GET', options: { basePath?: string } = {}) => {
    const { messages } = await exchange({
      document,
      send: (_request, response) => void response.end(),
      url,
      request: { method },
      ...options,
    })
    return messages[0]?.split(' 200')[0]
  }

  it.each<[string, string | undefined, string?, { basePath: string }?]>([
    ['/v1/files/latest', 'literal'],
    ['/v1/files/latest/?page=1', 'literal'],
    ['/v1/FILES/latest', 'literal'],
    ['/v1/beta/files/latest', 'literal'],
    ['/v1/files/7', 'template'],
    ['/v1/files/a%2Fb', 'template'],
    ['/v1/files/7.pdf', 'mixed'],
    ['/v1/files/7/parts/2', 'parts'],
    ['/v1/caf%C3%A9+', 'literal-text'],
    ['/v1', 'root'],
    ['/v1/files', undefined],
    ['/v1/files/7/parts', undefined],
    ['/v2/files/7', undefined],
    ['/v10/files/7', undefined],
    ['/files/7', undefined],
    ['/v1/files/latest', 'delete', 'DELETE'],
    ['/v1/files/latest', 'literal', 'HEAD'],
    ['/v1/files/latest', undefined, 'OPTIONS'],
    ['/api/v9/files/7', 'template', 'GET', { basePath: '/api/v9/' }],
    ['/v1/files/7', undefined, 'GET', { basePath: '/api/v9' }],
  ])('finds the operation of %s: %s', async (url, operation, method, options) => {
    expect(await findOperation(url, method, options)).toBe(operation)
  })

  it('follows the routing settings of its application', async () => {
    const found: string[] = []
    const app = express().enable('case sensitive routing').enable('strict routing')
    app.use('/v1', contractResponses({ document, onBreach: ({ message }) => void found.push(message) }))
    const url = await serve(app)
    for (const path of ['/v1/files/latest', '/v1/files/Latest', '/v1/files/latest/', '/v1/Files/latest'])
      await fetch(url + path)
    expect(found.map((message) => message.split(' ')[0])).toStrictEqual(['literal', 'template'])
  })

  it('writes no value of a response into messages', async () => {
    const secret = 'correct-horse-battery'
    const schemas = [
      { type: 'integer' }, { enum: ['a'] }, { const: 'a' }, { pattern: '^a$' }, { format: 'uuid', type: 'string' },
      { maxLength: 1 }, { not: {} }, { oneOf: [{ maxLength: 1 }, { type: 'null' }] },
    ] // prettier-ignore
    const properties = Object.fromEntries(schemas.map((schema, index) => [`p${index}`, schema]))
    const strict = petsDocument({
      200: { ...json({ properties })[200], headers: { 'x-value': { schema: { type: 'integer' } } } },
    })
    const { messages } = await exchange({
      document: strict,
      send: (_request, response) =>
        void response
          .set('x-value', secret)
          .json(Object.fromEntries(schemas.map((_, index) => [`p${index}`, secret]))),
    })
    expect(messages.join('')).toMatch(
      /^list-pets 200: header x-value must be integer; body \/p0 must be integer/,
    )
    expect(messages.join('')).not.toContain(secret)
  })

  it('checks errors that reach the error handler', async () => {
    const { messages } = await exchange({
      document: array,
      send: (_request, _response, next) => next(new Error('no')),
    })
    expect(messages).toStrictEqual(['list-pets 500: status must be one of: 200'])
  })

  it('ignores a client that went away', async () => {
    const breaches: ResponseBreachError[] = []
    const ended = Promise.withResolvers<boolean>()
    const app = express()
    app.use(
      contractResponses({ document: array, onBreach: (error) => void breaches.push(error) }),
      (request, response) => {
        response.once('close', () => {
          response.json({ half: true })
          ended.resolve(response.destroyed)
        })
        request.socket.destroy()
      },
    )
    await expect(fetch(`${await serve(app)}/pets`)).rejects.toThrow('fetch failed')
    expect(await ended.promise).toBe(true)
    expect(breaches).toStrictEqual([])
  })
})

describe('checkResponses', () => {
  const operation = { path: '/pets', method: 'GET', operationId: 'list-pets' }

  it('checks one operation wherever it is mounted', async () => {
    const errors: ResponseBreachError[] = []
    const onBreach: OnBreach = (error, request, response) => {
      errors.push(error)
      return { status: 502, body: `${request.path} ${response.statusCode}` }
    }
    const app = express()
    app.get(
      '/animals',
      checkResponses(createResponseCheck(array), operation, onBreach),
      (_request, response) => {
        response.status(418).end()
      },
    )
    const response = await fetch(`${await serve(app)}/animals`)
    expect([response.status, await response.text()]).toStrictEqual([502, '/animals 418'])
    expect(errors).toMatchObject([
      { name: 'ResponseBreachError', operation, status: 418, breaches: [{ place: 'status' }] },
    ])
  })

  it('leaves the methods of other responses alone', async () => {
    const app = express()
    const check = checkResponses(createResponseCheck(array), operation, () => replacement)
    app.get('/checked', check, (_request, response) => void response.json({}))
    app.get('/plain', (_request, response) => void response.json({}))
    const url = await serve(app)
    const statuses = [await fetch(`${url}/checked`), await fetch(`${url}/plain`)].map(({ status }) => status)
    expect(statuses).toStrictEqual([500, 200])
  })

  it('serves pipelined requests in order', async () => {
    const app = express()
    const check = checkResponses(createResponseCheck(array), operation, () => replacement)
    app.get(
      '/:value',
      check,
      (request, response) => void response.json(request.params['value'] === 'good' ? [] : {}),
    )
    const socket = connect(Number(new URL(await serve(app)).port), '127.0.0.1')
    socket.write(pipelined('good') + pipelined('bad') + pipelined('good', 'Connection: close\r\n'))
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    const statuses = Array.from(text.matchAll(/HTTP\/1.1 (\d+)/g), ([, status]) => status)
    expect(statuses).toStrictEqual(['200', '500', '200'])
  })
})
