import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Mock, startMock } from './start-mock.ts'

const json = (more: object = {}): object => ({ 'application/json': more })
const done = { 200: { description: 'Done.', content: json({ example: { ok: true } }) } }
const text = { type: 'string' }
const query = (name: string, schema: object, more: object = {}): object => ({
  parameters: [{ name, in: 'query', required: true, schema, ...more }],
  responses: done,
})
const form = (schema: object, encoding: object = {}): object => ({
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema, encoding } } },
  responses: done,
})
const port = {
  type: 'object',
  required: ['code', 'wait', 'opened'],
  properties: {
    code: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    wait: { type: 'string', format: 'duration' },
    opened: { type: 'string', format: 'date' },
  },
}
const document = {
  openapi: '3.1.1',
  info: { title: 'Ferries', version: '1' },
  servers: [{ url: 'https://ferries.example/v1' }],
  paths: {
    '/ferries': {
      post: {
        requestBody: {
          required: true,
          content: json({
            schema: { type: 'object', required: ['seats'], properties: { seats: { type: 'integer' } } },
          }),
        },
        responses: {
          201: { description: 'Built.', content: json({ example: { id: 1 } }) },
          422: { description: 'Not built.', content: json({ example: { error: 'seats' } }) },
        },
      },
      get: query('filter[owner]', text),
    },
    '/ferries/{id}': {
      get: { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], responses: done },
      head: { responses: { 204: { description: 'It is there.' } } },
    },
    '/ferries/{id}.json': { get: { responses: done } },
    '/piers(no={no})/häfen': {
      get: {
        parameters: [{ name: 'no', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: done,
      },
    },
    '/tags': { get: query('tags', { type: 'array', items: { type: 'integer' } }, { explode: false }) },
    '/near': {
      get: query('at', { type: 'object', properties: { lat: { type: 'number' } } }, { style: 'deepObject' }),
    },
    '/flag': { get: query('flag', { type: 'boolean' }) },
    '/links': { get: query('url', text, { allowReserved: true }) },
    '/header': {
      get: {
        parameters: ['Authorization', 'Accept', 'Content-Type'].map((name) => ({
          name,
          in: 'header',
          required: true,
          schema: text,
        })),
        responses: {
          200: {
            description: 'Done.',
            headers: {
              'X-List': { schema: { type: 'array', items: text }, example: ['a', 'b'] },
              'X-Range': {
                schema: { type: 'object', properties: { from: { type: 'integer', example: 1 } } },
              },
              'X-Name': { schema: text, example: 'Zoë → Łódź' },
              'Content-Encoding': { schema: { type: 'string', enum: ['br'] } },
              'Transfer-Encoding': { schema: text, example: 'chunked' },
            },
            content: json({ example: { ok: true } }),
          },
        },
      },
    },
    '/form': {
      post: form(
        {
          type: 'object',
          properties: { ferry: { type: 'object', properties: { id: { type: 'integer' } } } },
        },
        { ferry: { contentType: 'application/json' } },
      ),
    },
    '/list': {
      post: form({ type: 'object', required: ['n'], properties: { n: { type: 'array', items: text } } }),
    },
    '/port': { get: { responses: { 200: { description: 'It.', content: json({ schema: port }) } } } },
    '/locked': {
      get: { security: [{ key: [] }, { token: [] }], responses: done },
    },
    '/reports': {
      get: {
        responses: {
          '2XX': {
            description: 'Reports.',
            content: { 'text/*': { schema: text, example: 'all' }, 'application/xml': { example: { a: 1 } } },
          },
          default: { description: 'Not done.', content: json({ example: { error: 'any' } }) },
        },
      },
    },
    '/broken': {
      get: { parameters: [{ $ref: '#/components/parameters/Gone' }], responses: done },
      post: { responses: done },
    },
    '/nothing': { get: { responses: { 101: { description: 'Switched.' } } } },
    '/hooks': {
      post: {
        requestBody: {
          content: json({
            schema: { type: 'object', properties: { to: { type: 'string', format: 'uri' } } },
          }),
        },
        responses: { 202: { description: 'Later.' }, 400: { description: 'Unreadable.' } },
        callbacks: {
          done: {
            '{$request.body#/to}': {
              post: {
                requestBody: { content: json({ schema: port }) },
                responses: { 200: { description: 'Heard.' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'api[key]' },
      token: { type: 'http', scheme: 'bearer' },
    },
  },
}

const notes: string[] = []
let mock: Mock
beforeAll(async () => {
  mock = await startMock({ document, port: 0, onNote: (note) => void notes.push(note) })
})
afterAll(() => mock.close())

/** Sends a path as it is written, which `fetch` does not. */
async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Buffer = '',
) {
  const { port: at } = new URL(mock.url)
  const length = Buffer.byteLength(body)
  const sent = request({
    host: '127.0.0.1',
    port: at,
    method,
    path,
    headers: { ...headers, ...(length > 0 && { 'content-length': length }) },
  })
  const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage]
  const chunks = await response.toArray()
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }
}

const type = (contentType: string) => ({ 'content-type': contentType })
const form1 = type('application/x-www-form-urlencoded')

describe('a mock', () => {
  it.each([
    ['[', 422],
    ['{"seats":', 422],
    ['', 422],
    [Buffer.from([0xff, 0xfe, 0x22]), 422],
    ['{"seats":"two"}', 422],
    ['{"seats":2}', 201],
  ])('responds to the body %s by %i', async (body, status) => {
    expect(await send('POST', '/ferries', type('application/json'), body)).toMatchObject({ status })
  })

  it('describes faults in the terms of the document', async () => {
    const { body, headers } = await send('POST', '/ferries', type('application/json'), '{}')
    expect(body).toBe('{"error":"seats"}')
    expect(headers['sl-violations']).toContain('seats')
  })

  it.each(['%', '%zz', '%E4', '%C3%28', 'a%2'])('responds to the escape %s by 400', async (escape) => {
    expect(await send('GET', `/ferries/${escape}`)).toMatchObject({ status: 400 })
    expect(await send('GET', '/ferries/x')).toMatchObject({ status: 200 })
  })

  it.each([
    '/ferries?filter[owner]=Ada',
    '/ferries?filter%5Bowner%5D=Ada',
    '/ferries/a%2Fb',
    "/ferries/a:b@c!$&'()*+,;=",
    '/ferries/7.json',
    '/piers(no=3)/h%C3%A4fen',
    '/tags?tags=1,2',
    '/tags?tags=1%2C2',
    '/near?at[lat]=1.5',
    '/near?at%5Blat%5D=1.5',
    '/links?url=https://a.example/b?c=d',
    '/header',
    '/locked?api[key]=k',
    '/locked?api%5Bkey%5D=k',
  ])('takes %s', async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 200, body: '{"ok":true}' })
  })

  it.each([
    '/ferries',
    '/tags?tags=a',
    '/tags?tags=1%2Ca',
    '/flag?flag=1',
    '/flag?flag=yes',
    '/near?at[lat]=north',
    '/piers(no=x)/h%C3%A4fen',
  ])('rejects %s', async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 422 })
  })

  it.each([
    ['/form', `ferry=${encodeURIComponent('{"id":1}')}`, 200],
    ['/form', `ferry=${encodeURIComponent('{"id":"x"}')}`, 422],
    ['/list', 'n=a&n=b', 200],
    ['/list', 'n=a', 200],
    ['/list', 'm=a', 422],
    ['/list', 'n=%', 200],
  ])('reads the form %s %s by its encoding: %i', async (path, body, status) => {
    expect(await send('POST', path, form1, body)).toMatchObject({ status })
  })

  it('writes headers by their style, and leaves out those about the connection', async () => {
    const { headers, body } = await send('GET', '/header')
    expect(headers).toMatchObject({ 'x-list': 'a,b', 'x-range': 'from,1' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('x-name')
    expect(body).toBe('{"ok":true}')
  })

  it('responds to HEAD as to GET, without the body', async () => {
    const { status, headers, body } = await send('HEAD', '/port')
    expect([status, headers['content-type'], body]).toStrictEqual([200, 'application/json', ''])
    expect(await send('HEAD', '/ferries/1')).toMatchObject({ status: 204 })
  })

  it('names the methods of a path', async () => {
    const allow = 'POST, GET, HEAD, OPTIONS'
    expect(await send('DELETE', '/ferries')).toMatchObject({ status: 405, headers: { allow } })
    expect(await send('OPTIONS', '/ferries')).toMatchObject({ status: 204, headers: { allow } })
    expect(await send('GET', '/v1/ferries')).toMatchObject({ status: 404 })
  })

  it('names an operation that cannot be read, and serves the others', async () => {
    expect(notes).toStrictEqual([expect.stringMatching(/^GET \/broken cannot be read.*501: .*Gone/)])
    expect(await send('GET', '/broken')).toMatchObject({ status: 501 })
    expect(await send('POST', '/broken')).toMatchObject({ status: 200 })
  })

  it('lets pages of other origins in', async () => {
    const origin = 'https://app.example'
    const asked = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-a' }
    expect(await send('OPTIONS', '/ferries', asked)).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'x-a',
      },
    })
    expect((await send('GET', '/none', { origin })).headers['access-control-allow-origin']).toBe(origin)
  })

  it('asks for credentials, of any value', async () => {
    const { status, headers } = await send('GET', '/locked')
    expect([status, headers['www-authenticate']]).toStrictEqual([401, 'Bearer'])
    expect(await send('GET', '/locked', { authorization: 'Bearer any' })).toMatchObject({ status: 200 })
    expect(await send('GET', '/locked', { authorization: 'Basic any' })).toMatchObject({ status: 401 })
  })

  it.each(['nothing', '*', 'a/b/c', 'text/html;=', ', ,', 'application/json, nothing'])(
    'responds to the accept header %s',
    async (accept) => {
      expect(await send('GET', '/ferries/1', { accept })).toMatchObject({ status: 200 })
    },
  )

  it.each(['code=', 'code=abc', '"', '=;=', 'example="', 'code=200, code=404'])(
    'survives the preference %s',
    async (prefer) => {
      const { status = 0 } = await send('GET', '/ferries/1', { prefer })
      expect(status).toBeGreaterThanOrEqual(200)
      expect(await send('GET', '/ferries/1')).toMatchObject({ status: 200 })
    },
  )

  it('makes values that match their schemas, also random ones', async () => {
    const shape = {
      code: expect.stringMatching(/^[A-Z]{3}-\d{4}$/),
      wait: expect.stringMatching(/^P/),
      opened: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    }
    const plain = await send('GET', '/port')
    const random = await send('GET', '/port?__dynamic=true')
    expect([JSON.parse(plain.body), JSON.parse(random.body)]).toStrictEqual([shape, shape])
    expect(random.body).not.toBe(plain.body)
  })

  it('chooses by Accept and by Prefer', async () => {
    expect(await send('GET', '/reports')).toMatchObject({ status: 200, body: 'all' })
    const xml = await send('GET', '/reports', { accept: 'application/xml' })
    expect(xml.body).toBe('<xml><a>1</a></xml>')
    const failed = await send('GET', '/reports', { prefer: 'code=503' })
    expect([failed.status, failed.body]).toStrictEqual([503, '{"error":"any"}'])
    expect(await send('GET', '/ferries/1', { prefer: 'code=418' })).toMatchObject({ status: 404 })
  })

  it('responds where the document has no final response', async () => {
    expect(await send('GET', '/nothing')).toMatchObject({ status: 500 })
  })

  it('rejects a coded and a too large body', async () => {
    const coded = { ...type('application/json'), 'content-encoding': 'gzip' }
    expect(await send('POST', '/list', { ...form1, 'content-encoding': 'gzip' }, 'n=a')).toMatchObject({
      status: 415,
    })
    expect(await send('POST', '/ferries', coded, '{"seats":1}')).toMatchObject({ status: 415 })
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, 'a')
    expect(await send('POST', '/list', form1, large)).toMatchObject({ status: 413 })
  })

  it('responds to a body that is no JSON where it would call back', async () => {
    expect(await send('POST', '/hooks', type('application/json'), '{"to":')).toMatchObject({ status: 400 })
  })

  it('calls back', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    const heard = once(listener, 'request') as Promise<[IncomingMessage, ServerResponse]>
    onTestFinished(() => void listener.close())
    await once(listener, 'listening')
    const to = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
    const sent = await send('POST', '/hooks', type('application/json'), JSON.stringify({ to }))
    expect(sent.status).toBe(202)
    const [incoming, response] = await heard
    const chunks = (await incoming.toArray()) as Buffer[]
    response.end()
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ wait: expect.stringMatching(/^P/) })
  })
})
