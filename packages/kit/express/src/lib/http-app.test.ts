import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContract } from './api-contract.ts'
import { bindApi } from './bind-api.ts'
import {
  bookshopDocument,
  bookshopHandlers,
  openBookshop,
  type BookCaller,
  type Bookshop,
} from './bookshop.fixture.ts'
import { notFound } from './failures.ts'
import { htmlPage } from './mount.ts'
import { createRateLimiter } from './rate-limiter.ts'

let shop: Bookshop
beforeAll(async () => {
  shop = await openBookshop()
})
afterAll(() => shop.close())

const SHELF = '/v1/shelves/7d0f2a3e-58a1-4b8e-9a65-0d8b5c7a4a11'
const BOOK = { title: 'T', author: { email: 'a@example.com' }, copies: 1 }

/** Status, code and texts of a refusal, after checking that it has the one error shape. */
async function refusal(answer: Response | Promise<Response>): Promise<[number, string | null, unknown]> {
  const response = await answer
  const body: { message: unknown } = JSON.parse(await response.text())
  expect(Object.keys(body)).toEqual(['message'])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.:-]{1,128}$/)
  return [response.status, response.headers.get('x-error-code'), body.message]
}
const post = (json: unknown): Promise<Response> => shop.send('POST', '/v1/books?mode=now', { json })
const invalid = (...texts: string[]): unknown => [400, 'validation_error', texts]

const toOperation = (operationId: string): object => ({
  operationId,
  responses: { 200: { description: '', content: { 'application/json': { schema: {} } } } },
})

describe('createHttpApp', () => {
  describe('routing', () => {
    it('refuses an unknown path with 404', async () => {
      expect(await refusal(shop.send('GET', '/v1/nothing'))).toEqual([404, 'not_found', ['Not found']])
    })
    it('refuses an unknown path before any guard', async () => {
      expect(await refusal(fetch(`${shop.url}/v1/nothing`))).toEqual([404, 'not_found', ['Not found']])
    })
    it('refuses a wrong method and lists the right ones', async () => {
      const response = await shop.send('PATCH', '/v1/books/1')
      expect(response.headers.get('allow')).toBe('GET, DELETE')
      expect(await refusal(response)).toEqual([405, 'method_not_allowed', ['Method not allowed']])
    })
    it('refuses HEAD where the contract has only GET', async () => {
      const response = await shop.send('HEAD', '/v1/books/1')
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, DELETE'])
    })
    it('refuses OPTIONS when cross-origin calls are off', async () => {
      expect((await shop.send('OPTIONS', '/v1/books/1')).status).toBe(405)
    })
    it('prefers a literal segment to a template', async () => {
      expect(await (await shop.send('GET', '/v1/books/latest')).json()).toEqual({ id: 99, title: 'latest' })
    })
    it('takes a trailing slash for another path', async () => {
      expect((await shop.send('GET', '/v1/books/1/')).status).toBe(404)
    })
    it('takes another letter case for another path', async () => {
      expect((await shop.send('GET', '/V1/books/1')).status).toBe(404)
    })
    it('ignores the base path of the servers', async () => {
      expect((await shop.send('GET', '/elsewhere/v1/books/1')).status).toBe(404)
    })
  })

  describe('order of judgement', () => {
    it('asks the guards before the body', async () => {
      const answer = fetch(`${shop.url}/v1/books`, { method: 'POST', body: 'junk' })
      expect(await refusal(answer)).toEqual([401, 'no_app', ['Unauthorized']])
    })
    it('asks the media type before the schema', async () => {
      const answer = shop.send('POST', '/v1/books', { body: '{}', headers: { 'content-type': 'text/plain' } })
      expect(await refusal(answer)).toEqual([
        415,
        'unsupported_media_type',
        ['Content-Type must be application/json'],
      ])
    })
    it('asks for permission after the schema and before the path', async () => {
      const closed = await openBookshop({
        api: { authorize: () => ({ status: 401, messages: ['Login'], code: 'login_required' }) },
      })
      expect(await refusal(closed.send('GET', '/v1/books/1?limit=99'))).toEqual(
        invalid('limit must be at most 10'),
      )
      expect(await refusal(closed.send('GET', '/v1/books/zero'))).toEqual([401, 'login_required', ['Login']])
      await closed.close()
    })
    it('stops at the first guard that refuses', async () => {
      const asked: string[] = []
      const guarded = await openBookshop({
        api: {
          guards: [
            () => void asked.push('first'),
            () => ({ failure: { status: 403, messages: ['No'], code: 'no' } }),
            () => void asked.push('third'),
          ],
        },
      })
      expect(await refusal(guarded.send('POST', '/v1/ping'))).toEqual([403, 'no', ['No']])
      expect(asked).toEqual(['first'])
      await guarded.close()
    })
  })

  describe('path parameters', () => {
    it('hands an integer over as a number', async () => {
      expect(await (await shop.send('GET', '/v1/books/12')).json()).toMatchObject({ id: 12 })
    })
    it.each(['abc', '0', '1.5', '1e2', '%2010', '0x10', '9007199254740993', '%zz', '%00', '-1', "1'--"])(
      'answers a malformed integer %s as absent',
      async (value) => {
        expect(await refusal(shop.send('GET', `/v1/books/${value}`))).toEqual([
          404,
          'absent',
          ['bookId not found'],
        ])
      },
    )
    it('answers a malformed UUID as absent', async () => {
      const answer = shop.send('PUT', '/v1/shelves/x', { json: { rows: [] } })
      expect(await refusal(answer)).toEqual([404, 'absent', ['shelfId not found']])
    })
    it('judges the body before a malformed path', async () => {
      const answer = shop.send('PUT', '/v1/shelves/x', { json: {} })
      expect(await refusal(answer)).toEqual(invalid('rows is required'))
    })
    it('keeps an encoded slash inside its segment', async () => {
      expect(await refusal(shop.send('GET', '/v1/books/1%2F2'))).toEqual([
        404,
        'absent',
        ['bookId not found'],
      ])
    })
  })

  describe('query and headers', () => {
    it('hands declared values over, typed', async () => {
      const response = await shop.send('GET', '/v1/books/1?limit=5&full=true&other=1')
      const body: { title: string } = JSON.parse(await response.text())
      expect(JSON.parse(body.title)).toEqual({ limit: 5, full: true, app: 'demo' })
    })
    it('ignores an unknown query parameter', async () => {
      expect((await shop.send('GET', '/v1/books/1?__proto__[x]=1&constructor=2')).status).toBe(200)
    })
    it.each([
      ['limit=abc', 'limit must be an integer'],
      ['limit=1e1', 'limit must be an integer'],
      ['limit=', 'limit must be an integer'],
      ['limit=1&limit=2', 'limit must be an integer'],
      ['limit=0', 'limit must be at least 1'],
      ['full=maybe', 'full must be true or false'],
      ['limit=a&full=b', 'limit must be an integer', 'full must be true or false'],
    ])('refuses ?%s', async (query, ...texts) => {
      expect(await refusal(shop.send('GET', `/v1/books/1?${query}`))).toEqual(invalid(...texts))
    })
    it('asks for a required query parameter', async () => {
      expect(await refusal(shop.send('POST', '/v1/books', { json: BOOK }))).toEqual(
        invalid('mode is required'),
      )
    })
    it('names a header as the document spells it', async () => {
      const answer = shop.send('POST', '/v1/books?mode=now', { json: BOOK, headers: { 'X-Priority': '0' } })
      expect(await refusal(answer)).toEqual(invalid('X-Priority must be at least 1'))
    })
    it('leaves guarded headers to the guards', async () => {
      expect((await shop.send('POST', '/v1/books?mode=now', { json: BOOK })).status).toBe(201)
    })
  })

  describe('body', () => {
    it('takes a POST without a body, typed or not', async () => {
      expect((await shop.send('POST', '/v1/ping')).status).toBe(200)
      expect(
        (await shop.send('POST', '/v1/ping', { headers: { 'content-type': 'application/json' } })).status,
      ).toBe(200)
      expect(
        (await shop.send('POST', '/v1/ping', { headers: { 'content-type': 'text/plain' } })).status,
      ).toBe(200)
    })
    it.each([
      ['malformed JSON', 'application/json', '{'],
      ['another type', 'text/plain', 'ping'],
      ['too many bytes', 'application/json', 'x'.repeat(256 * 1024 + 1)],
    ])('overlooks %s where no body is declared', async (_name, type, body) => {
      const answer = await shop.send('POST', '/v1/ping', { body, headers: { 'content-type': type } })
      expect(answer.status).toBe(200)
    })
    it('tells a wrong type once, not what follows from it', async () => {
      const answer = shop.send('PUT', SHELF, { json: { rows: [], wood: 7 } })
      expect(await refusal(answer)).toEqual(invalid('wood must be a string'))
    })
    it('asks for a required body', async () => {
      expect(await refusal(shop.send('POST', '/v1/books?mode=now'))).toEqual(
        invalid('Request body is required'),
      )
    })
    it('takes the absence of an optional body', async () => {
      expect((await shop.send('PUT', SHELF)).status).toBe(200)
    })
    it.each(['[]', '"x"', 'null', '1', 'true'])('refuses %s where an object is declared', async (body) => {
      const answer = shop.send('PUT', SHELF, { body, headers: { 'content-type': 'application/json' } })
      expect(await refusal(answer)).toEqual(invalid('Request body must be an object'))
    })
    it('refuses a body over the limit', async () => {
      const answer = shop.send('PUT', SHELF, { json: { rows: [], note: 'x'.repeat(256 * 1024) } })
      expect(await refusal(answer)).toEqual([413, 'payload_too_large', ['Request body is too large']])
    })
    it('tells one text per problem', async () => {
      const answer = shop.send('PUT', SHELF, {
        json: { rows: [{ height: 'x' }, {}, { height: 0 }], note: 'too long' },
      })
      expect(await refusal(answer)).toEqual(
        invalid(
          'rows[0].height must be an integer',
          'rows[1].height is required',
          'rows[2].height must be at least 1',
          'note must have at most 5 characters',
        ),
      )
    })
    it('takes a member named __proto__ for nothing', async () => {
      const body = '{"rows":[],"__proto__":{"note":"polluted"},"constructor":1}'
      const response = await shop.send('PUT', SHELF, {
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(await response.json()).toMatchObject({ got: { rows: [], constructor: 1 } })
      expect(Object.hasOwn(Object.prototype, 'note')).toBe(false)
    })
    it('never repeats a value of the request', async () => {
      const secret = 'hunter2-canary'
      const json = { rows: secret, note: `${secret}${secret}`, [secret]: secret }
      const [, , texts] = await refusal(shop.send('PUT', SHELF, { json }))
      expect(JSON.stringify(texts)).not.toContain(secret)
    })
  })

  describe('union bodies', () => {
    it('takes each branch', async () => {
      expect((await post(BOOK)).status).toBe(201)
      expect((await post({ isbn: '123', copies: 500 })).status).toBe(201)
    })
    it('tells only the problems of the branch resembled', async () => {
      expect(await refusal(post({ isbn: 'x', copies: 'y' }))).toEqual(
        invalid('copies must be an integer', 'isbn has an invalid format'),
      )
      expect(await refusal(post({ title: 1, author: { email: 'x', name: '' }, copies: 101 }))).toEqual(
        invalid(
          'title must be a string',
          'author.email must be a valid email',
          'author.name must not be empty',
          'copies must be at most 100',
        ),
      )
    })
    it('tells the problems of the first branch of an empty object', async () => {
      expect(await refusal(post({}))).toEqual(
        invalid('title is required', 'author is required', 'copies is required'),
      )
    })
    it('tells a mix of branches in one sentence', async () => {
      expect(await refusal(post({ ...BOOK, isbn: '123' }))).toEqual(
        invalid('title cannot be sent together with isbn'),
      )
    })
    it.each([[[]], ['x'], [null]])('refuses %j as no object', async (value) => {
      expect(await refusal(post(value))).toEqual(invalid('Request body must be an object'))
    })
  })

  describe('answers', () => {
    it('accepts a safe request id and replaces an unsafe one', async () => {
      const safe = await shop.send('POST', '/v1/ping', { headers: { 'x-request-id': 'a.b_c-d:1' } })
      const unsafe = await shop.send('POST', '/v1/ping', { headers: { 'x-request-id': 'a b' } })
      expect(safe.headers.get('x-request-id')).toBe('a.b_c-d:1')
      expect(unsafe.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    })
    it('carries security headers and no trace of Express', async () => {
      const { headers } = await shop.send('GET', '/v1/nothing')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect([headers.get('x-powered-by'), headers.get('etag')]).toEqual([null, null])
    })
    it('never answers 304', async () => {
      const response = await shop.send('GET', '/v1/books/1', { headers: { 'if-none-match': '*' } })
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    })
    it('adds the common headers to refusals too', async () => {
      const tokens = await openBookshop({
        api: {
          responseHeaders: async (_facts, { app }) => ({
            authorization: `for ${app ?? 'nobody'}`,
            location: 'common',
          }),
        },
      })
      const refused = await tokens.send('POST', '/v1/books')
      expect(refused.headers.get('authorization')).toBe('for demo')
      expect((await fetch(`${tokens.url}/v1/ping`, { method: 'POST' })).headers.get('authorization')).toBe(
        'for nobody',
      )
      expect((await tokens.send('POST', '/v1/books?mode=now', { json: BOOK })).headers.get('location')).toBe(
        '/1',
      )
      await tokens.close()
    })
    it('records each exchange once', async () => {
      shop.records.length = 0
      await shop.send('POST', '/v1/books?mode=secret', { json: BOOK })
      await expect.poll(() => shop.records).toHaveLength(1)
      const [record] = shop.records
      expect(record).toMatchObject({
        status: 400,
        errorCode: 'validation_error',
        caller: { app: 'demo' },
        aborted: false,
      })
      expect(record?.facts).toMatchObject({ method: 'POST', path: '/v1/books', operationId: 'addBook' })
    })
  })

  describe('defects', () => {
    it('answers a thrown error without detail', async () => {
      const faulty = await openBookshop({
        api: { handlers: { ...bookshopHandlers, ping: () => Promise.reject(new Error('secret detail')) } },
      })
      expect(await refusal(faulty.send('POST', '/v1/ping'))).toEqual([
        500,
        'internal_error',
        ['Internal server error'],
      ])
      expect(faulty.defects).toEqual([new Error('secret detail')])
      await faulty.close()
    })
    it('gives a classified error its own answer', async () => {
      const away = await openBookshop({
        api: {
          handlers: { ...bookshopHandlers, ping: () => Promise.reject(new Error('away')) },
          classifyDefect: () => ({ status: 503, messages: ['Service unavailable'], code: 'internal_error' }),
        },
      })
      expect((await refusal(away.send('POST', '/v1/ping')))[0]).toBe(503)
      await away.close()
    })
    it.each([
      ['an undeclared status', { status: 202, body: {} }],
      ['a body outside the schema', { status: 200, body: { id: 'one', title: 'x' } }],
      ['no body', { status: 200, body: undefined }],
      ['a wrong error body', { status: 400, body: { error: 'x' } }],
    ])('answers %s as a defect', async (_name, answer) => {
      const faulty = await openBookshop({
        api: { handlers: { ...bookshopHandlers, getLatestBook: async () => answer } },
      })
      expect((await refusal(faulty.send('GET', '/v1/books/latest')))[0]).toBe(500)
      expect(String(faulty.defects[0])).toContain('getLatestBook')
      await faulty.close()
    })
    it('answers a header that cannot be sent as a defect, and goes on', async () => {
      const answer = { status: 200, body: { pong: true }, headers: { 'x-note': 'two\nlines' } }
      const faulty = await openBookshop({
        api: { handlers: { ...bookshopHandlers, ping: async () => answer } },
      })
      const answers = [faulty.send('POST', '/v1/ping'), faulty.send('GET', '/v1/books/latest')] as const
      expect((await refusal(answers[0]))[0]).toBe(500)
      expect((await answers[1]).status).toBe(200)
      expect(faulty.defects).toMatchObject([{ code: 'ERR_INVALID_CHAR' }])
      await faulty.close()
    })
    it('rejects at warm-up when the document is faulty', async () => {
      const media = { 'application/json': { schema: { type: 'strange' } } }
      const operation = { operationId: 'x', responses: { 200: { description: '', content: media } } }
      const document = {
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        paths: { '/x': { get: operation } },
      }
      const handlers = { x: async () => ({ status: 200, body: {} }) }
      await expect(openBookshop({ api: { contract: readContract(document), handlers } })).rejects.toThrow(
        'strange',
      )
    })
    it('answers 500 when a hook throws', async () => {
      const broken = await openBookshop({
        api: {
          handlers: { ...bookshopHandlers, ping: () => Promise.reject(new Error('secret')) },
        },
        app: {
          onDefect: () => {
            throw new Error('the log is full')
          },
        },
      })
      expect((await refusal(broken.send('POST', '/v1/ping')))[0]).toBe(500)
      await broken.close()
    })
    it('sends the answer when common headers cannot be made', async () => {
      const faulty = await openBookshop({
        api: { responseHeaders: () => Promise.reject(new Error('no keys')) },
      })
      expect((await faulty.send('POST', '/v1/ping')).status).toBe(200)
      expect(faulty.defects).toEqual([new Error('no keys')])
      await faulty.close()
    })
  })

  describe('cross-origin calls', () => {
    it('answers a preflight and exposes headers when on', async () => {
      const open = await openBookshop({
        app: { cors: { origins: ['https://shop.test'], exposedHeaders: ['x-request-id'] } },
      })
      const headers = { origin: 'https://shop.test' }
      const preflight = await open.send('OPTIONS', '/v1/books/1', {
        headers: { ...headers, 'access-control-request-method': 'GET' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
        204,
        'GET,DELETE',
      ])
      const refused = await open.send('GET', '/v1/nothing', { headers })
      expect(refused.headers.get('access-control-allow-origin')).toBe('https://shop.test')
      expect(refused.headers.get('access-control-expose-headers')).toBe('x-request-id')
      const stranger = await open.send('GET', '/v1/books/1', { headers: { origin: 'https://evil.test' } })
      expect(stranger.headers.get('access-control-allow-origin')).toBe(null)
      expect((await open.send('OPTIONS', '/v1/books/1')).status).toBe(405)
      await open.close()
    })
  })

  describe('mounts', () => {
    it('serves plain routes without guards', async () => {
      const mounted = await openBookshop({
        app: {
          mounts: [
            { method: 'GET', path: '/healthz', handler: () => ({ status: 200, body: { status: 'ok' } }) },
            { method: 'GET', path: '/docs', handler: () => htmlPage('<h1>Docs</h1>') },
            {
              method: 'GET',
              path: '/metrics',
              handler: () => ({ status: 200, contentType: 'text/plain', text: 'up 1' }),
            },
          ],
        },
      })
      expect(await (await fetch(`${mounted.url}/healthz`)).json()).toEqual({ status: 'ok' })
      expect(await (await fetch(`${mounted.url}/metrics`)).text()).toBe('up 1')
      const { headers } = await fetch(`${mounted.url}/docs`)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('content-security-policy')).toContain("script-src 'self' 'unsafe-inline'")
      expect(headers.get('content-security-policy')).toContain("connect-src 'self';")
      expect(await refusal(fetch(`${mounted.url}/healthz`, { method: 'POST' }))).toEqual([
        405,
        'method_not_allowed',
        ['Method not allowed'],
      ])
      await mounted.close()
    })
  })

  describe('several APIs', () => {
    it('binds each to its own paths, guards and handlers', async () => {
      const controls = bindApi({
        contract: readContract({
          openapi: '3.1.0',
          info: { title: 'Controls', version: '1' },
          paths: {
            '/__controls/reset': { post: toOperation('reset') },
            '/v1/ping': { get: toOperation('peek') },
          },
        }),
        handlers: {
          reset: async () => ({ status: 200, body: { reset: true } }),
          peek: async () => ({ status: 200, body: { peek: true } }),
        },
        malformedPathParameter: () => notFound,
      })
      const shopApi = bindApi<BookCaller>({
        contract: readContract(bookshopDocument),
        handlers: bookshopHandlers,
        malformedPathParameter: () => notFound,
      })
      const both = await openBookshop({ app: { apis: [shopApi, controls] } })
      expect(await (await fetch(`${both.url}/__controls/reset`, { method: 'POST' })).json()).toEqual({
        reset: true,
      })
      expect(await (await fetch(`${both.url}/v1/ping`)).json()).toEqual({ peek: true })
      expect((await both.send('POST', '/v1/ping')).status).toBe(200)
      expect((await both.send('PUT', '/v1/ping')).headers.get('allow')).toBe('POST, GET')
      await both.close()
    })
  })

  describe('rate limit', () => {
    it('refuses the request over the limit until reset', async () => {
      const limiter = createRateLimiter({ perMinute: 2, key: (facts) => facts.header('x-app') })
      const limited = await openBookshop({ api: { guards: [limiter.guard] } })
      await limited.send('POST', '/v1/ping')
      await limited.send('POST', '/v1/ping')
      const refused = await limited.send('POST', '/v1/ping')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refusal(refused)).toEqual([429, 'rate_limited', ['Too many requests']])
      expect((await limited.send('POST', '/v1/ping', { headers: { 'x-app': 'other' } })).status).toBe(200)
      await limiter.reset()
      expect((await limited.send('POST', '/v1/ping')).status).toBe(200)
      limiter.stop()
      await limited.close()
    })
  })
})
