import { describe, expect, it } from 'vitest'
import { toJsonReport } from '../reports/write-report.ts'
import type { SeenExchange } from './seen-exchange.ts'
import { TrafficJudge, type TrafficOptions } from './traffic-judge.ts'

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema } }, ...more })

const note = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', maxLength: 9 }, pin: { type: 'integer' }, token: { type: 'string', minLength: 20 } }, // prettier-ignore
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://api.test' }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        security: [{ session: [] }],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } },
          { name: 'q', in: 'query', schema: { type: 'string', minLength: 2 } },
          { name: 'token', in: 'query', schema: { type: 'string', minLength: 20 } },
          { name: 'x-tenant', in: 'header', required: true, schema: { type: 'string' } },
        ],
        responses: {
          200: { description: 'All.', ...json({ type: 'array', items: note }) },
          400: { description: 'Rejected.' },
          401: { description: 'Who?' },
          406: { description: 'No such form.' },
        },
      },
      post: {
        operationId: 'addNote',
        requestBody: json(note, { required: true }),
        responses: { 201: { description: 'Added.', ...json(note) }, 400: { description: 'Rejected.' } },
      },
    },
    '/notes/{id}': {
      get: {
        operationId: 'getNote',
        responses: {
          200: {
            description: 'One.',
            headers: { ETag: { required: true, schema: { type: 'string' } }, 'Set-Cookie': { required: true, schema: { type: 'string' } } }, // prettier-ignore
            ...json(note),
          },
        },
      },
    },
  },
  components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
}

type Pairs = readonly (readonly [string, string])[]

interface Parts extends Partial<Omit<SeenExchange, 'requestBody' | 'responseBody' | 'responseHeaders'>> {
  /** A text, or `unseen`. */
  readonly sent?: string
  readonly body?: string
  readonly type?: string
  readonly more?: Pairs
}

const bytesOf = (body: string | undefined) =>
  body === undefined ? 'none' : body === 'unseen' ? 'unseen' : Buffer.from(body)

/** An empty list of notes by default. */
const seen = ({
  sent,
  body = '[]',
  type = 'application/json',
  more = [],
  ...parts
}: Parts = {}): SeenExchange => ({
  method: 'GET',
  url: 'https://api.test/notes',
  requestHeaders: [
    ['authorization', 'Bearer the-secret-of-a-session'],
    ['x-tenant', 't'],
  ],
  status: 200,
  sentAt: 0,
  elapsedMs: 5,
  ...parts,
  requestBody: bytesOf(sent),
  responseHeaders: [...(type === '' ? [] : [['content-type', type] as const]), ...more],
  responseBody: bytesOf(body),
})

const post = (sent: string, parts: Parts = {}): SeenExchange =>
  seen({ method: 'POST', sent, status: 201, body: '{"text":"Hi"}', requestHeaders: [['content-type', 'application/json']], ...parts }) // prettier-ignore

const judge = async (exchanges: readonly SeenExchange[], options: Partial<TrafficOptions> = {}) => {
  const traffic = await TrafficJudge.open({ document, ...options })
  for (const one of exchanges) traffic.see(one)
  return traffic.result()
}

const checksOf = async (...exchanges: readonly SeenExchange[]) =>
  (await judge(exchanges)).findings.map(({ check, message }) => `${check}: ${message}`)

const headers = (...pairs: Pairs) => ({
  requestHeaders: [['authorization', 'Bearer x'], ['x-tenant', 't'], ...pairs] as Pairs,
})

const page = (text: string) => `https://api.test/notes?${text}`

describe('TrafficJudge', () => {
  it.each([
    ['a body', { body: '[{"text":1}]' }, 'response-schema-conformance'],
    ['a body that is not JSON', { body: '[' }, 'response-schema-conformance'],
    ['a media type', { type: 'text/plain', body: 'x' }, 'content-type-conformance'],
    ['a status', { status: 418 }, 'status-code-conformance'],
    ['a server error', { status: 500 }, 'not-a-server-error'],
    ['a header', { url: 'https://api.test/notes/1', body: '{"text":"x"}', more: [['set-cookie', 'a=b']] }, 'response-headers-conformance'],
    ['a property', { body: '[{"text":"","more":1}]' }, 'undocumented-properties'],
    ['an invalid parameter that is accepted', { url: page('limit=51') }, 'negative-data-rejection'],
    ['a path that the document does not have', { url: 'https://api.test/debug' }, 'hidden-route'],
    ['a method that the document does not have', { method: 'DELETE', status: 204, type: '', body: '' }, 'unsupported-method'],
    ['no credentials', { requestHeaders: [['x-tenant', 't']] }, 'ignored-auth'],
    ['no required header', { requestHeaders: [['authorization', 'Bearer x']] }, 'missing-required-header'],
  ] as const)('finds %s', async (_what, parts, check) => {
    expect(await checksOf(seen(parts as Parts))).toStrictEqual([expect.stringContaining(`${check}: `)])
  }) // prettier-ignore

  it('finds each statement that an accepted request breaks', async () => {
    const found = await checksOf(
      seen({ url: page('limit=51&q=x') }),
      post('{"text":"0123456789","pin":"one"}'),
    )
    expect(found.map((text) => text.split(': ').at(-1))).toStrictEqual([
      'the body at /pin is not of type integer.',
      'the body at /text is longer than 9 characters.',
      'query parameter limit is greater than 50.',
      'query parameter q is shorter than 2 characters.',
    ])
  })

  it.each([
    ['a valid request that is rejected', post('{"text":"x"}', { status: 400, type: '', body: '' })],
    ['an invalid request that is rejected', seen({ url: page('limit=51'), status: 400, type: '', body: '' })],
    ['304 that a cache asked for', seen({ ...headers(['if-none-match', '"1"']), status: 304, type: '', body: '' })],
    ['a part that was asked for', seen({ ...headers(['range', 'bytes=0-1']), status: 206, body: '[' })],
    ['a session by a cookie', seen({ requestHeaders: [['cookie', 'sid=1'], ['x-tenant', 't']] })],
    ['a response in a coding that nobody can read', seen({ body: 'unseen' })],
    ['a request whose body was not seen', post('unseen')],
    ['a masked parameter', seen({ url: page('token=***') })],
    ['406 for the language', seen({ ...headers(['accept-language', 'tlh']), status: 406, type: '', body: '' })],
    ['the preflight of a browser', seen({ method: 'OPTIONS', status: 204, type: '', body: '', ...headers(['access-control-request-method', 'PUT']), more: [['allow', 'GET, PUT']] })],
    ['HEAD beside GET', seen({ method: 'HEAD', body: '' })],
    ['headers that a browser leaves out', seen({ url: 'https://api.test/notes/1', body: '{"text":"x"}', more: [['etag', '"1"']], mayHave: (name) => name === 'set-cookie' })],
    ['credentials that a browser leaves out', seen({ requestHeaders: [['x-tenant', 't']], mayHave: (name) => name === 'authorization' })],
  ])('keeps silent about %s', async (_what, exchange) => {
    expect(await checksOf(exchange)).toStrictEqual([])
  }) // prettier-ignore

  it.each([
    ['without a response', { status: 0 }, 'no response'],
    ['of a WebSocket', { status: 101 }, 'WebSocket connection'],
    ['of another origin', { url: 'https://cdn.test/notes' }, 'outside the API: https://cdn.test'],
    ['of a page', { url: 'https://api.test/app.js', ...headers(['sec-fetch-dest', 'script']) }, 'part of a page'],
    ['for another method', headers(['x-http-method-override', 'PATCH']), 'another method by a header'],
  ])('counts an exchange %s without judging it', async (_what, parts, told) => {
    const { traffic, findings } = await judge([seen(parts)])
    expect(traffic?.notJudged).toStrictEqual([{ what: told, count: 1 }])
    expect([findings, traffic?.judged, traffic?.exchanges]).toStrictEqual([[], 0, 1])
  }) // prettier-ignore

  it('tells of operations that cannot be read', async () => {
    const broken = { get: { operationId: 'broken', parameters: [{ $ref: '#/nowhere' }], responses: {} } }
    const { traffic, skipped } = await judge([seen({ url: 'https://api.test/broken' })], {
      document: { ...document, paths: { ...document.paths, '/broken': broken } },
    })
    expect(traffic?.notJudged).toStrictEqual([
      { what: 'operation that cannot be read: GET /broken', count: 1 },
    ])
    expect(skipped).toContainEqual({
      operationId: 'broken',
      reason: expect.stringContaining('#/nowhere') as unknown,
    })
  })

  it('counts what the document does not declare', async () => {
    const none = { status: 404, type: '', body: '' }
    const { traffic } = await judge([
      seen({ url: 'https://api.test/orders/17', ...none }),
      seen({ url: 'https://api.test/orders/18', ...none }),
      seen({ url: page('debug=1&limit=5&access_token=abc') }),
    ])
    expect(traffic).toMatchObject({
      undocumented: [{ what: 'GET /orders/{id}', count: 2 }],
      undeclaredParameters: [{ what: 'listNotes: debug', count: 1 }],
    })
  })

  it('takes other paths of an origin for the API only once it has shown an operation', async () => {
    const { servers: _servers, ...anywhere } = document
    const ads = seen({ url: 'https://ads.test/pixel' })
    const mine = seen({ url: 'https://api.test/debug' })
    const { traffic, findings } = await judge([ads, mine, seen()], { document: anywhere })
    expect(findings.map(({ check, reproduce }) => [check, reproduce.request?.url])).toStrictEqual([['hidden-route', 'https://api.test/debug']]) // prettier-ignore
    expect(traffic?.notJudged).toStrictEqual([{ what: 'outside the API: https://ads.test', count: 1 }])
  })

  it('says where the API seems to start', async () => {
    const below = { ...document, servers: [{ url: 'https://api.test/v1' }] }
    const { notes } = await judge([seen()], { document: below })
    expect(notes).toStrictEqual([
      'Outside the base path, but documented if the API starts at the root of the server: 1 exchange.',
    ])
  })

  it('counts exchanges without their bodies', async () => {
    expect((await judge([seen({ body: 'unseen' }), post('unseen'), seen()])).notes).toStrictEqual([
      'Judged without a body, which was missing or incomplete: 2 exchanges.',
    ])
  })

  it('tells what is covered', async () => {
    const { coverage, skipped, verdict } = await judge([
      seen({ url: page('limit=5') }),
      post('{"text":"Hi"}'),
    ])
    expect(coverage.operations).toMatchObject({ reached: 2, total: 3 })
    expect(coverage.byOperation[0]).toMatchObject({ statuses: { 200: 1 }, unseen: ['400', '401', '406'] })
    expect(coverage.byOperation[0]?.parameters.map(({ name, valid }) => [name, valid])).toStrictEqual([
      ['limit', 1],
      ['q', 0],
      ['token', 0],
      ['x-tenant', 1],
    ])
    expect([skipped, verdict]).toStrictEqual([
      [{ operationId: 'getNote', reason: 'no exchange shows it' }],
      'incomplete',
    ])
  })

  it('keeps the runs apart that a header names', async () => {
    const run = (name: string, parts: Parts = {}) => seen({ ...headers(['x-run', name]), ...parts })
    const { traffic, findings } = await judge([run('a'), run('b', { status: 500 }), run('a', { status: 500 }), seen()], { identify: 'X-Run' }) // prettier-ignore
    expect(findings.map(({ count }) => count)).toStrictEqual([2])
    expect(
      traffic?.groups.map(({ name, exchanges, findings: own }) => [name, exchanges, own.length]),
    ).toStrictEqual([
      ['a', 2, 1],
      ['b', 1, 1],
    ])
    expect(traffic?.groups[1]?.coverage.operations.reached).toBe(0)
  })

  it('shows no credential that passed, wherever it appears', async () => {
    const secret = 'the-secret-of-a-session'
    const cookie = 'c0ffee00c0ffee00c0ffee00'
    const result = await judge([
      seen({ body: `[{"text":1,"token":"${secret}"},{"seen":"${cookie}"}]` }),
      seen({
        requestHeaders: [['cookie', `lang=en; sid=${cookie}`]],
        status: 500,
        body: `"${cookie} ${secret}"`,
      }),
      seen({ url: `https://api.test/${secret}?token=${cookie}` }),
    ])
    const text = JSON.stringify(toJsonReport(result))
    expect(result.findings.length).toBeGreaterThan(1)
    expect([secret, cookie].filter((value) => text.includes(value))).toStrictEqual([])
  })

  it('judges by the checks and policies of a team', async () => {
    const check = {
      id: 'no-cache',
      title: 'Response may be cached',
      run: ({
        phase,
        response,
      }: {
        readonly phase: string
        readonly response: { readonly headers: object }
      }) =>
        phase === 'traffic' && !('cache-control' in response.headers)
          ? 'It has no Cache-Control.'
          : undefined,
    }
    const policies = { '*': [{ checks: ['ignored-auth'], reason: 'The gateway checks it.' }] }
    const { findings } = await judge([seen({ requestHeaders: [['x-tenant', 't']] })], {
      checks: [check],
      policies,
    })
    expect(findings.map((finding) => finding.check)).toStrictEqual(['no-cache'])
  })

  it('measures the time that a response took', async () => {
    const { findings } = await judge([seen({ elapsedMs: 400 })], { maxResponseTimeMs: 300 })
    expect(findings.map(({ check }) => check)).toStrictEqual(['slow-response'])
  })

  it('lists the documented properties that no response had, at any depth', async () => {
    const line = { type: 'object', properties: { sku: {}, price: { type: 'integer' } } }
    const order = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        secret: { type: 'string', writeOnly: true },
        note: true,
        lines: { type: 'array', items: line },
        byColour: { type: 'object', additionalProperties: line },
        buyer: { type: 'object', properties: { name: { type: 'string' } } },
      },
    }
    const { traffic } = await judge([seen({ body: JSON.stringify({ id: 'o', lines: [{ sku: 1 }, {}], byColour: { red: { price: 1 }, blue: {} } }) })], {
      document: { ...document, paths: { '/notes': { get: { operationId: 'getOrder', responses: { 200: { description: 'One.', ...json(order) }, 404: { description: 'None.' } } } } } },
    }) // prettier-ignore
    expect(traffic?.unseenProperties).toStrictEqual([
      { operationId: 'getOrder', status: 200, names: ['note', 'buyer', 'lines[].price', 'byColour.*.sku'] },
    ])
  })
})
