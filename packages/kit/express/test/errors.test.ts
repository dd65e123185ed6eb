import express, { type RequestHandler } from 'express'
import { describe, expect, it } from 'vitest'
import { errorHandler, type ErrorMapper, RequestError, ResponseBreachError } from '../src/index.ts'
import { bodyOf, createRouter, json, parameter, read, startSuite } from './service.ts'

const suite = startSuite()
type Options = Parameters<typeof createRouter>[1]

const operations = {
  'POST /items': {
    operationId: 'add-item',
    parameters: [parameter('query', 'n', { type: 'integer' })],
    ...bodyOf('application/json', { type: 'object' }),
    responses: {
      201: {
        description: '',
        headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
        content: { 'application/json': { schema: { type: 'object', required: ['id'] } } },
      },
      '4XX': { description: '', content: { 'application/json': {}, 'application/problem+json': {} } },
      '500': { description: '', content: { 'application/json': {}, 'application/problem+json': {} } },
    },
  },
}
const serve = async (options?: Options): Promise<string> =>
  `${await suite.listen(express().use(await createRouter(operations, options)))}/items`

/** Handlers of which the one gives this response. */
const giving = (response: object): NonNullable<Options> => ({
  handlers: { 'add-item': () => response as { status: 200; body: unknown } },
})
const good = { status: 201, headers: { 'x-total': 1 }, body: { id: 1 } }

const throwing = (error: unknown) => serve({ guards: [(_request, _response, next) => next(error)] })

class TeapotError extends Error {
  readonly status = 418
}

describe('problem details', () => {
  it('describe a rejected request', async () => {
    const response = await fetch(`${await serve(giving(good))}?n=x`, json([]))
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await read(response)).toStrictEqual([
      400,
      {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'Request does not match the document',
        errors: [
          { in: 'query', at: 'n', detail: 'must be integer' },
          { in: 'body', at: '', detail: 'must be object' },
        ],
      },
    ])
  })

  it('tell nothing of a defect', async () => {
    const url = await serve({ handlers: { 'add-item': () => Promise.reject(new Error('secret')) } })
    expect(await read(await fetch(url, json({})))).toStrictEqual([
      500,
      { type: 'about:blank', title: 'Internal Server Error', status: 500 },
    ])
  })

  it('keep the status of an expected error alone', async () => {
    const statuses = [new TeapotError(), Object.assign(new Error('x'), { status: 503 }), 'text'].map(
      async (error) => (await fetch(await throwing(error), json({}))).status,
    )
    expect(await Promise.all(statuses)).toStrictEqual([418, 500, 500])
  })
})

describe('a response that breaks the document', () => {
  it.each([
    ['an undeclared status', { ...good, status: 200 }],
    ['a missing header', { ...good, headers: {} }],
    ['a wrong header', { ...good, headers: { 'x-total': 'many' } }],
    ['an undeclared media type', { ...good, mediaType: 'text/plain', body: 'x' }],
    ['a wrong body', { ...good, body: {} }],
    ['a missing body', { ...good, body: undefined }],
  ])('is a defect: %s', async (_title, response) => {
    expect(await read(await fetch(await serve(giving(response)), json({})))).toStrictEqual([
      500,
      { type: 'about:blank', title: 'Internal Server Error', status: 500 },
    ])
  })

  it('is sent as it is where onBreach says so', async () => {
    const breaches: string[] = []
    const url = await serve({
      ...giving({ ...good, status: 202 }),
      onBreach: ({ message }) => void breaches.push(message),
    })
    expect((await fetch(url, json({}))).status).toBe(202)
    expect(breaches).toStrictEqual(['add-item 202: status must be one of: 201, 500, 4XX'])
  })

  it('is no defect where it keeps the document', async () => {
    const response = await fetch(await serve(giving(good)), json({}))
    expect([response.headers.get('x-total'), await read(response)]).toStrictEqual(['1', [201, { id: 1 }]])
  })
})

describe('an own error mapper', () => {
  it('sees every error', async () => {
    const seen: unknown[] = []
    const errors: ErrorMapper = (error, request, response) => {
      const { operationId } = response.locals['operation'] as { operationId: string }
      seen.push([error instanceof Error ? error.constructor : error, request.method, operationId])
      return { status: 400, headers: { 'x-problem': 'e1' }, body: { message: ['no'] } }
    }
    const guard: RequestHandler = (request, _response, next) =>
      next(request.headers['x-guard'] === 'no' ? new TeapotError() : undefined)
    const url = await serve({ guards: [guard], ...giving({ ...good, status: 299 }), errors })
    const failing = await serve({ errors, handlers: { 'add-item': () => Promise.reject(new RangeError()) } })
    const responses = [
      await fetch(url, { ...json({}), headers: { 'x-guard': 'no' } }),
      await fetch(url, json([])),
      await fetch(url, json({})),
      await fetch(failing, json({})),
    ]
    expect(seen).toStrictEqual([
      [TeapotError, 'POST', 'add-item'],
      [RequestError, 'POST', 'add-item'],
      [ResponseBreachError, 'POST', 'add-item'],
      [RangeError, 'POST', 'add-item'],
    ])
    for (const response of responses) {
      expect([response.status, response.headers.get('content-type')]).toStrictEqual([
        400,
        'application/json; charset=utf-8',
      ])
      expect(response.headers.get('x-problem')).toBe('e1')
      expect(await response.json()).toStrictEqual({ message: ['no'] })
    }
  })

  it('sees what no operation has caused', async () => {
    const codes: unknown[] = []
    const errors: ErrorMapper = (error) => {
      codes.push((error as RequestError).code)
      return { status: 404, body: null }
    }
    const url = await serve({ errors })
    await fetch(url, { method: 'DELETE' })
    expect(codes).toStrictEqual(['method_not_allowed'])
  })
})

describe('errorHandler', () => {
  it('serves the rest of an application', async () => {
    const app = express()
    app.use(await createRouter(operations))
    app.use(() => {
      throw new RequestError('not_found', 'No such path')
    })
    app.use(errorHandler())
    const url = await suite.listen(app)
    expect(await read(await fetch(`${url}/other`))).toStrictEqual([
      404,
      { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such path' },
    ])
  })

  it('sends a text that is no JSON as it is', async () => {
    const app = express().use((_request, _response, next) => next(new RequestError('not_found', 'No')))
    app.use(errorHandler(() => ({ status: 404, mediaType: 'text/plain', body: 'No such path' })))
    const response = await fetch(`${await suite.listen(app)}/other`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('No such path')
  })

  it('closes a response that has begun', async () => {
    const app = express()
    app.get('/', (_request, response) => {
      response.write('begun')
      throw new Error('late')
    })
    app.use(errorHandler())
    app.use(((_error, _request, response, _next) => response.destroy()) as express.ErrorRequestHandler)
    const url = await suite.listen(app)
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow(/terminated|failed/)
  })
})
