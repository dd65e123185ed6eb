import express from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { contractRouter, type ErrorMapper, type Handlers, operationOf, RequestError } from '../src/index.ts'
import {
  bodyOf,
  createRouter,
  documentOf,
  echo,
  json,
  parameter,
  read,
  sendRaw,
  startSuite,
} from './service.ts'

const suite = startSuite()
type Options = Parameters<typeof createRouter>[1]

const serve = async (operations: Readonly<Record<string, object>>, options?: Options): Promise<string> =>
  suite.listen(express().use(await createRouter(operations, options)))

const id = parameter('path', 'item-id', { type: 'string' })
const item = { parameters: [id] }

/** The name of the operation that has handled a request, and its path parameters. */
const namesOf = (operations: Readonly<Record<string, object>>): NonNullable<Options> => ({
  handlers: Object.fromEntries(
    Object.keys(operations).map((key) => [
      key,
      ({ path }: { path: object }) => ({ status: 200, body: [key, ...Object.values(path)] }) as const,
    ]),
  ),
})

class Denied extends Error {
  readonly status = 403
}

const codeOrText: ErrorMapper = (error) => ({
  status: 400,
  body: error instanceof RequestError ? error.code : String(error),
})

const statusesOf = async (url: string, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await fetch(url + path)).status))

describe('contractRouter', () => {
  it('shows the error mapper the URL as it was sent', async () => {
    const limited = { parameters: [parameter('query', 'size', { enum: ['s', 'm'] })] }
    const url = await serve(
      { 'GET /items': limited, 'GET /orders': limited },
      { errors: (_error, request) => ({ status: 400, body: request.url }) },
    )
    expect(await read(await fetch(`${url}/orders?size=xl`))).toStrictEqual([400, '/orders?size=xl'])
  })

  it('judges requests in one order', async () => {
    const steps: string[] = []
    const note = (step: string) => steps.push(step)
    const operations = {
      'POST /items/{item-id}': {
        parameters: [id, parameter('query', 'n', { type: 'integer' })],
        ...bodyOf('application/json', { type: 'object' }),
      },
    }
    const url = await serve(operations, {
      guards: [
        (request, _response, next) => {
          note(`guard ${typeof request.body}`)
          if (request.headers['x-guard'] === 'deny') throw new Denied('guard')
          next()
        },
      ],
      context: () => void note('context'),
      authorize: () => void note('authorize'),
      around: async (_operation, _context, run) => {
        note('around')
        const result = await run()
        note('after')
        return result
      },
      handlers: {
        'POST /items/{item-id}': ({ path }) => {
          note('handler')
          return { status: 200, body: path }
        },
      },
      errors: codeOrText,
    })
    const ask = async (query: string, init: RequestInit) => {
      steps.length = 0
      const [, body] = await read(await fetch(`${url}/items/7?n=${query}`, init))
      return [body, ...steps]
    }
    const text = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }
    const denied = { ...text, headers: { 'x-guard': 'deny' } }
    expect(await ask('x', denied)).toStrictEqual(['Error: guard', 'guard undefined'])
    expect(await ask('x', text)).toStrictEqual(['unsupported_media_type', 'guard undefined'])
    expect(await ask('x', json([]))).toStrictEqual(['validation_failed', 'guard undefined'])
    const all = ['guard undefined', 'context', 'authorize', 'around', 'handler', 'after']
    expect(await ask('1', json({}))).toStrictEqual([{ 'item-id': '7' }, ...all])
  })

  it('rejects what authorize throws', async () => {
    const url = await serve({ 'GET /items': {} }, { authorize: () => Promise.reject(new Denied()) })
    expect(await read(await fetch(`${url}/items`))).toMatchObject([403, { title: 'Forbidden' }])
  })

  it('gives guards of each operation its document', async () => {
    const url = await serve(
      { 'GET /open': {}, 'GET /closed': { 'x-access': 'none' } },
      {
        guards: ({ object }) =>
          object['x-access'] === 'none' ? [(_request, response) => void response.status(204).end()] : [],
        onBreach: () => undefined,
      },
    )
    const statuses = [await fetch(`${url}/open`), await fetch(`${url}/closed`)].map(({ status }) => status)
    expect(statuses).toStrictEqual([200, 204])
  })

  it.each(['/other/100%?a=%zz', '/items', '/items/1/', '/Items/1'])(
    'lets the unknown path %s fall through as it was sent',
    async (path) => {
      const app = express().use(await createRouter({ 'GET /items/{item-id}': item }))
      app.use((request, response) => void response.json([request.url, operationOf(response) ?? null]))
      expect(await read(await fetch((await suite.listen(app)) + path))).toStrictEqual([200, [path, null]])
    },
  )

  it('serves a path below another beside other routes', async () => {
    const app = express()
    app.get('/shop/about', (_request, response) => void response.json('about'))
    app.use('/shop/:country', await createRouter({ 'GET /items/{item-id}': item }))
    app.get('/shop/:country/:page', (request, response) => void response.json(request.params))
    const url = await suite.listen(app)
    const bodyAt = async (path: string): Promise<unknown> => (await fetch(`${url}/shop/${path}`)).json()
    expect(await bodyAt('about')).toBe('about')
    expect(await bodyAt('fr/items/7')).toMatchObject({ path: { 'item-id': '7' } })
    expect(await bodyAt('fr/help')).toStrictEqual({ country: 'fr', page: 'help' })
  })

  it('leaves earlier middleware alone, and reads cookies as they were sent', async () => {
    const app = express()
    app.use((request, response, next) => {
      request.cookies = { theme: 'dark' }
      response.set('x-request-id', 'r1')
      next()
    })
    app.use(await createRouter({ 'GET /items': { parameters: [parameter('cookie', 'theme', {})] } }))
    const response = await fetch(`${await suite.listen(app)}/items`, { headers: { cookie: 'theme=pink' } })
    expect(response.headers.get('x-request-id')).toBe('r1')
    expect(await response.json()).toMatchObject({ cookies: { theme: 'pink' } })
  })

  it('takes bodies that the application has parsed', async () => {
    const app = express().use(express.json(), express.text())
    const content = { 'application/json': { schema: { type: 'object' } }, 'text/plain': {} }
    const router = await createRouter({
      'POST /items': { requestBody: { required: true, content } },
      'GET /items': {},
    })
    const url = `${await suite.listen(app.use(router))}/items`
    expect(await read(await fetch(url, json({ a: 1 })))).toMatchObject([200, { body: { a: 1 } }])
    expect(await read(await fetch(url, json([])))).toMatchObject([400, {}])
    expect(await read(await fetch(url, { method: 'POST', body: 'text' }))).toMatchObject([
      200,
      { body: 'text' },
    ])
    expect(await read(await fetch(url))).toMatchObject([200, {}])
  })

  it.each([
    [
      'no handler for the second operation of a name',
      { 'GET /a': { operationId: 'toString' }, 'GET /b': { operationId: 'toString' } },
      'toString has no handler',
    ],
    ['no handler', { 'GET /a': { operationId: 'one' } }, 'one has no handler'],
    [
      'a handler that is an inherited property',
      { 'GET /a': { operationId: 'constructor' } },
      'constructor has no handler',
    ],
  ])('rejects %s', async (_title, operations, message) => {
    const options = { document: documentOf(operations), handlers: {} as Handlers<Record<string, object>> }
    await expect(contractRouter(options)).rejects.toThrow(message)
  })
})

describe('the base path', () => {
  const operations = { 'GET /items/{item-id}': item, 'GET /': {} }
  const servers = [{ url: 'https://a.test/{version}/', variables: { version: { default: 'v1' } } }]
  const document = documentOf(operations, {
    servers: [...servers, { url: '/v2' }],
    webhooks: { closed: { post: { operationId: 'closed', responses: {} } } },
  })
  it('is the path of the first server', async () => {
    const url = await serve({}, { document })
    expect(
      await statusesOf(url, ['/v1/items/7', '/v1/', '/v2/items/7', '/items/7', '/v1/closed']),
    ).toStrictEqual([200, 200, 404, 404, 404])
  })

  it('is an option', async () => {
    const url = await serve({}, { document, basePath: '/api/(beta)/' })
    expect(await statusesOf(url, ['/api/(beta)/items/7', '/api/(beta)/', '/v1/items/7'])).toStrictEqual([
      200, 200, 404,
    ])
    const root = await serve({}, { document, basePath: '/' })
    expect(await statusesOf(root, ['/items/7', '/'])).toStrictEqual([200, 200])
  })

  it('is validated like any other', async () => {
    const numbered = { 'GET /items/{n}': { parameters: [parameter('path', 'n', { type: 'integer' })] } }
    const url = await serve({}, { document: documentOf(numbered, { servers }) })
    expect(await statusesOf(url, ['/v1/items/7', '/v1/items/seven'])).toStrictEqual([200, 400])
  })
})

describe('other methods of a path', () => {
  const operations = { 'GET /items': {}, 'POST /items': {}, 'DELETE /items/{item-id}': item }

  it('are rejected with 405 and Allow', async () => {
    const url = await serve(operations)
    const response = await fetch(`${url}/items`, { method: 'PUT' })
    expect([response.status, response.headers.get('allow')]).toStrictEqual([405, 'GET, POST, HEAD, OPTIONS'])
    expect(await response.json()).toMatchObject({ status: 405, detail: 'Method not allowed' })
    const head = await fetch(`${url}/items/7`, { method: 'HEAD' })
    expect([head.status, head.headers.get('allow')]).toStrictEqual([405, 'DELETE, OPTIONS'])
  })

  it('include HEAD and OPTIONS', async () => {
    const url = await serve(operations)
    const head = await fetch(`${url}/items`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toStrictEqual([
      200,
      String(JSON.stringify(await (await fetch(`${url}/items`)).json()).length),
      '',
    ])
    const options = await fetch(`${url}/items/7`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toStrictEqual([204, 'DELETE, OPTIONS'])
  })

  it.each(['HEAD', 'OPTIONS'])('do not include %s with implicitMethods off', async (method) => {
    const url = await serve(operations, { implicitMethods: false })
    const { status, headers } = await fetch(`${url}/items`, { method })
    expect([status, headers.get('allow')]).toStrictEqual([405, 'GET, POST'])
  })
})

describe('the match of a path', () => {
  const operations = {
    'GET /files/{a}': { parameters: [parameter('path', 'a', { type: 'string' })] },
    'GET /files/{a}.{b}': {
      parameters: ['a', 'b'].map((name) => parameter('path', name, { type: 'string' })),
    },
    'GET /files/latest': {},
    'GET /files/{a}:archive': { parameters: [parameter('path', 'a', { type: 'string' })] },
    'GET /café': {},
    'GET /~piers/a%20b': {},
  }
  let url: string
  beforeAll(async () => {
    url = await serve(operations, namesOf(operations))
  })

  it.each([
    ['/files/7', ['GET /files/{a}', '7']],
    ['/files/latest', ['GET /files/latest']],
    ['/files/7.txt', ['GET /files/{a}.{b}', '7', 'txt']],
    ['/files/7:archive', ['GET /files/{a}:archive', '7']],
    ['/files/a%2Fb%20c', ['GET /files/{a}', 'a/b c']],
    ['/files/100%', ['GET /files/{a}', '100%']],
    ['/files/%E0%A4%A', ['GET /files/{a}', '%E0%A4%A']],
    ['/caf%C3%A9', ['GET /café']],
    ['/caf%c3%a9', ['GET /café']],
    ['/%66ile%73/lat%65st', ['GET /files/latest']],
    ['/fi%6Ces/7%3Aarchive', ['GET /files/{a}', '7:archive']],
    ['/%7Epiers/a%20b', ['GET /~piers/a%20b']],
  ])('finds the operation of %s', async (path, found) => {
    expect(await read(await fetch(url + path))).toStrictEqual([200, found])
  })

  it('takes an absolute request target', async () => {
    const text = await sendRaw(
      url,
      `GET ${url}/files/latest HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a path with characters that routes read as syntax', () => {
  it.each(['/files({key})', '/a+b/{key}', '/a!b/{key}'])('takes %s literally', async (path) => {
    const url = await serve({
      [`GET ${path}`]: { parameters: [parameter('path', 'key', { type: 'integer' })] },
    })
    const send = async (value: string): Promise<number> =>
      (await fetch(url + path.replace('{key}', value))).status
    expect([await send('7'), await send('x')]).toStrictEqual([200, 400])
  })
})

describe('an operation that cannot be read', () => {
  const operations = {
    'GET /good': {},
    'GET /nowhere': { parameters: [{ $ref: '#/components/parameters/none' }] },
    'GET /outside': { parameters: [{ $ref: 'other.yaml#/parameters/none' }] },
    'POST /list': bodyOf('application/json', { allOf: {} }),
    'POST /schema': bodyOf('application/json', { $ref: '#/components/schemas/none' }),
  }

  it('is named at start with the reason', async () => {
    const reasons: Record<string, string> = {}
    await createRouter(operations, {
      onUnsupported: ({ operationId }, { message }) => void (reasons[operationId] = message),
    })
    expect(reasons).toStrictEqual({
      'GET /nowhere': expect.stringContaining('#/components/parameters/none at #/paths/~1nowhere/get'),
      'GET /outside': expect.stringContaining('other.yaml#/parameters/none at #/paths/~1outside/get'),
      'POST /list': expect.stringContaining('schema/allOf must be a list of schemas.'),
      'POST /schema': expect.stringContaining('#/components/schemas/none at #/paths/~1schema/post'),
    })
  })

  it('gets 501 while the others run', async () => {
    const url = await serve(operations, { onUnsupported: () => undefined })
    const statuses = ['/good', '/nowhere', '/outside'].map(async (path) => (await fetch(url + path)).status)
    expect(await Promise.all(statuses)).toStrictEqual([200, 501, 501])
  })
})

describe('a handler', () => {
  it('gets the operation that other middleware sees', async () => {
    const app = express()
    const seen: unknown[] = []
    app.use((_request, response, next) => {
      response.once('finish', () => seen.push(operationOf(response)?.operationId))
      next()
    })
    app.use(await createRouter({ 'GET /items': { operationId: 'list-items' } }))
    await fetch(`${await suite.listen(app)}/items`)
    expect(seen).toStrictEqual(['list-items'])
  })

  it('sends no response to a caller that has gone', async () => {
    const finished = Promise.withResolvers<boolean>()
    const url = await serve(
      { 'GET /items': {} },
      {
        context: (request, response) =>
          void response.once('close', () => finished.resolve(request.complete && response.destroyed)),
        handlers: {
          'GET /items': async (input) => {
            caller.abort()
            await finished.promise
            return echo(input)
          },
        },
      },
    )
    const caller = new AbortController()
    await expect(fetch(`${url}/items`, { signal: caller.signal })).rejects.toThrow('aborted')
    expect(await finished.promise).toBe(true)
  })
})
