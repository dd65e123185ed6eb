import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { type Dialect, SchemaSet } from '@contract-kit/json-schema/schemas'
import { findProblems } from '../../browser/try-it/request/problems.ts'
import {
  describeOutcome,
  findErrorCode,
  findResponseProblems,
  showResponse,
} from '../../browser/try-it/response/describe.ts'
import { createSecrets } from '../../browser/try-it/response/secrets.ts'
import { type ReceivedResponse, sendRequest } from '../../browser/try-it/response/send.ts'
import { readExpression } from '../../browser/try-it/values/expressions.ts'
import { filterOperations } from '../../browser/try-it/components/operation-list.tsx'
import { ferries, operationNamed, operations } from './open-page.ts'

function received(
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): ReceivedResponse {
  const all = Object.entries({ 'content-type': 'application/json', ...headers })
  return {
    kind: 'response',
    status,
    headers: all,
    text: JSON.stringify(body),
    body,
    bytes: undefined,
    durationMs: 1,
  }
}

const buy = operationNamed('buy-ticket')

describe('describeOutcome', () => {
  it('tells what a success means', () => {
    expect(describeOutcome(buy, received(201, {}), {}, false)).toStrictEqual({
      verdict: '201',
      meaning: 'The ticket is bought.',
      messages: [],
      advice: '',
      errorPage: undefined,
      isSuccess: true,
    })
  })

  it.each([
    [{ message: ['Full', 'Late'] }, ['Full', 'Late']],
    [{ title: 'Full', detail: 'No seat is left.' }, ['No seat is left.']],
    [{ error: 'invalid_request', error_description: 'Say who.' }, ['Say who.']],
    [{ errors: [{ message: 'a' }, { detail: 'b' }] }, ['a', 'b']],
    ['Full', []],
  ])('finds the messages of %o', (body, messages) => {
    expect(describeOutcome(buy, received(409, body), {}, false).messages).toStrictEqual(messages)
  })

  it('advises by status and code, and names the page of an error', () => {
    const advice = { '409 full': 'Take another.', '500': 'Wait.' }
    const options = { advice, errorPages: { '409 full': 'errors/full.html' } }
    expect(describeOutcome(buy, received(409, { code: 'full' }), options, false)).toMatchObject({
      verdict: '409 full',
      advice: 'Take another.',
      errorPage: 'errors/full.html',
    })
    expect(describeOutcome(buy, received(500, {}), options, false)).toMatchObject({
      advice: 'Wait.',
      errorPage: undefined,
    })
  })

  it('names a replay, except on a mock', () => {
    const replayed = received(201, {}, { 'x-replayed': 'true' })
    const options = { replayHeader: 'X-Replayed' }
    expect(describeOutcome(buy, replayed, options, false).advice).toContain('did not repeat the request')
    expect(describeOutcome(buy, replayed, options, true).advice).toBe('')
  })

  it('says that a status is not declared', () => {
    expect(describeOutcome(buy, received(302, {}), {}, false).meaning).toContain('declares no such status')
  })
})

describe('findErrorCode', () => {
  it('reads a header where it is told to', () => {
    expect(findErrorCode(buy, received(400, {}, { 'x-code': 'late' }), '$response.header.x-code')).toBe(
      'late',
    )
    expect(findErrorCode(buy, received(201, { code: 'late' }))).toBeUndefined()
  })
})

describe('findResponseProblems', () => {
  const crossing = operationNamed('get-crossing')

  it('has nothing against what the document describes', () => {
    const body = { id: 'cr-1', vessel: 'v', departs: '2026-05-01T08:00:00Z', seats: null }
    expect(findResponseProblems(crossing, received(200, body))).toStrictEqual([])
  })

  it('names what differs', () => {
    const body = { id: 1, departs: 'soon', seats: -1 }
    expect(findResponseProblems(crossing, received(200, body))).toStrictEqual([
      'Response body lacks the required property vessel',
      'id is not of type string',
      'departs is not of the format date-time',
      'seats is less than 0',
    ])
    expect(findResponseProblems(crossing, received(418, {}))?.[0]).toContain('declares no status 418')
    expect(findResponseProblems(crossing, received(404, {}))?.[0]).toContain(
      'declares no body of type application/json',
    )
  })
})

function problemsOf(schema: Json, value: Json, dialect: Dialect = '2020-12'): readonly string[] {
  const set = new SchemaSet()
  set.addDocument('memory:/it.json', schema, dialect)
  return findProblems(set.node('memory:/it.json'), value, 'it', 'request')
}

describe('findProblems', () => {
  it.each([
    [{ format: 'uuid' }, 'no', 'is not of the format uuid'],
    [{ const: 'buy' }, 'sell', 'is not the allowed value: buy'],
    [{ minLength: 3 }, '😀😀', 'is shorter than 3 characters'],
    [{ minItems: 2 }, [1], 'has fewer than 2 items'],
    [{ uniqueItems: true }, [1, 1], 'has an item twice'],
    [{ multipleOf: 0.1 }, 0.25, 'is not a multiple of 0.1'],
    [{ exclusiveMaximum: 5 }, 5, 'is not less than 5'],
    [{ type: ['string', 'null'] }, 1, 'is not of type string or null'],
    [{ allOf: [{ type: 'number' }, { maximum: 1 }] }, 2, 'is greater than 1'],
    [{ anyOf: [{ type: 'boolean' }] }, 1, 'is not of type boolean'],
    [{ oneOf: [{ type: 'integer' }, { minimum: 1 }] }, 2, 'matches more than one of the schemas'],
  ])('says what %o lacks in %o', (schema, value, problem) => {
    expect(problemsOf(schema, value)).toStrictEqual([`it ${problem}`])
  })

  it.each([
    [{ maxLength: 2 }, '😀😀'],
    [{ minimum: 3, maxItems: 0, pattern: 'x' }, 3],
    [{ pattern: '(' }, 'anything'],
  ])('finds nothing against %o in %o', (schema, value) => {
    expect(problemsOf(schema, value)).toStrictEqual([])
  })

  it('reads the words of OpenAPI 3.0', () => {
    expect(problemsOf({ type: 'string', nullable: true }, null, 'openapi-3.0')).toStrictEqual([])
    expect(problemsOf({ minimum: 0, exclusiveMinimum: true }, 0, 'openapi-3.0')).toStrictEqual([
      'it is not greater than 0',
    ])
  })

  it('judges by the shape that is meant', () => {
    const schema = { oneOf: [{ required: ['a', 'b'] }, { required: ['b', 'c', 'd'] }] }
    expect(problemsOf(schema, { a: 1 })).toStrictEqual(['it lacks the required property b'])
  })
})

describe('secrets', () => {
  const secrets = createSecrets(ferries, { secrets: ['serial'] })

  it.each([
    String.raw`{"password":"a\"b,c"}`,
    '{"accessToken" : "never closed',
    '{"serial": 7305, "x": 1}',
    '{"pinCode":\n"9999"',
    "-H 'Authorization: Bearer 7305'",
  ])('mask %s', (text) => {
    expect(secrets.maskText(text)).not.toMatch(/a\\"b|never|7305|9999/)
  })

  it('leave what is masked or empty', () => {
    expect(secrets.maskText('{"password": "", "serial": "****12"}')).toBe(
      '{"password": "", "serial": "****12"}',
    )
  })

  it('are shown on demand alone', () => {
    const response = received(201, { pinCode: '1234' }, { 'x-harbor-key': 'k', 'x-other': 'o' })
    const masked = showResponse(buy, response, secrets, false)
    expect(masked.text).toBe('{\n  "pinCode": "****"\n}')
    expect(masked.otherHeaders).toContainEqual(['x-harbor-key', '****'])
    expect(showResponse(buy, response, secrets, true).text).toContain('1234')
    expect(showResponse(buy, received(201, { a: 1 }), secrets, false).hasSecrets).toBe(false)
  })
})

const silence: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init ?? {}
    if (signal?.aborted === true) reject(new Error('aborted'))
    signal?.addEventListener('abort', () => reject(new Error('aborted')))
  })

describe('sendRequest', () => {
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:1/a',
    headers: [['x-a', '1']],
    body: { kind: 'text', text: '{}' },
  } as const
  const send = (fetcher: typeof fetch, more: object = {}) =>
    sendRequest(request, { fetch: fetcher, now: () => 0, signal: new AbortController().signal, ...more })
  it('sends what the request says and no more', async () => {
    let sent: Request | undefined
    await send((input, init) => ((sent = new Request(input, init)), Promise.resolve(new Response())))
    expect([...(sent?.headers ?? [])]).toStrictEqual([['x-a', '1']])
    expect(sent).toMatchObject({ method: 'POST', credentials: 'omit', cache: 'no-store' })
    expect(await sent?.text()).toBe('{}')
  })

  it('keeps text that is not JSON, and bytes', async () => {
    const html = await send(() => Promise.resolve(new Response('<p>No</p>', { status: 502 })))
    expect(html).toMatchObject({ status: 502, text: '<p>No</p>', body: undefined, bytes: undefined })
    const image = new Response('x', { headers: { 'content-type': 'image/png' } })
    const png = await send(() => Promise.resolve(image))
    expect(png).toMatchObject({ text: '', bytes: expect.any(Blob) })
  })

  it('says why there is no response', async () => {
    expect(await send(() => Promise.reject(new TypeError('Failed')))).toMatchObject({
      kind: 'none',
      reason: 'No response',
    })
    expect(await send(silence, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'Canceled' })
    expect(await send(silence, { timeoutMs: 1 })).toMatchObject({ reason: 'No response within 0.001 s' })
  })
})

describe('readExpression', () => {
  const source = {
    status: 200,
    headers: [['X-Id', 'h']] as const,
    body: { id: 7, none: null, items: [{ id: 'a' }, { id: 'b' }, {}], 'x/y': { '~': 1 } },
    sent: { 'path.ship': 's' },
  }

  it.each([
    ['$response.body#/id', [7]],
    ['$response.body#/items/0/id', ['a', 'b']],
    ['$response.body#/items/1/id', ['b']],
    ['$response.body#/x~1y/~0', [1]],
    ['$response.body#/none', []],
    ['$response.header.x-id', ['h']],
    ['$request.path.ship', ['s']],
    ['$statusCode', [200]],
    ['literal', []],
  ])('finds by %s %o', (expression, values) => {
    expect(readExpression(expression, source)).toStrictEqual(values)
  })
})

const found = (text: string) =>
  filterOperations(operations, text).map(({ tag, operations: ofTag }) => [tag, ...ofTag.map(({ id }) => id)])

describe('filterOperations', () => {
  it('wants every word, in any case', () => {
    expect(found('PUT photo')).toStrictEqual([['Vessels', 'put-photo']])
    expect(found('refrigerator')).toStrictEqual([])
  })
})
