import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { judgeQuery, operationOf, operationWith, wireRequest, wordOf } from '../fixtures/judge-raw.ts'
import { judgeRequest } from './judge-request.ts'

type Verdict = ReturnType<typeof wordOf>

const integer = { type: 'integer' }
const string = { type: 'string' }
const boolean = { type: 'boolean' }
const list = (items: Json, rest: JsonObject = {}): JsonObject => ({ type: 'array', items, ...rest })
const letters = list({ type: 'string', enum: ['a', 'b'] })
const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...rest,
})
const pair = object({ a: integer }, { required: ['a'] })
const closed = object({ a: integer }, { additionalProperties: false })
const required = { required: true }
const joined = { explode: false }
const deep = { style: 'deepObject' }
const json = (schema: Json) => ({ content: { 'application/json': { schema } } })

describe('judgeRequest on a query parameter', () => {
  test.each<[schema: JsonObject, query: string, parameter?: object]>([
    [integer, 'p=abc'],
    [integer, 'p=1.5'],
    [{ type: 'integer', maximum: 100 }, 'p=101'],
    [{ type: 'number', minimum: 0 }, 'p=-0.5'],
    [{ type: 'string', enum: ['a', 'b'] }, 'p=c'],
    [{ type: 'string', maxLength: 3 }, 'p=abcd'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'p=A1'],
    [{ type: 'string', format: 'date' }, 'p=2024-13-01'],
    [string, '', required],
    [list({}), 'q=1', required],
    [boolean, 'p=maybe'],
    [{ type: 'array', maxItems: 2 }, 'p=1&p=2&p=3'],
    [list(string, { maxItems: 2 }), 'p=1,2,3', joined],
    [list(string, { uniqueItems: true }), 'p=1&p=1'],
    [list({ enum: ['a'] }), 'p=a,b', joined],
    [object({ a: integer }), 'p[a]=x', deep],
    [{ type: 'object', required: ['b'] }, 'p[a]=x', deep],
    [pair, 'p[a][b]=1', { ...deep, ...required }],
    [object({ a: integer, b: pair }), 'p[a]=x&p[b][a]=1', deep],
    [object({ a: integer, b: list(string) }), 'a=x&b=y'],
    [object({ a: { type: 'integer', minimum: 3 } }), 'a=2'],
    [{ type: 'integer', not: { const: 5, default: 1 } }, '', required],
  ])('with %j accuses %j', async (schema, query, parameter) => {
    expect(await judgeQuery({ schema, ...parameter }, query)).toBe('invalid')
  })

  test.each<[title: string, schema: JsonObject, query: string, parameter?: object]>([
    ['blanks around a number', integer, 'p=%201'],
    ['a sign that is encoded', integer, 'p=%2B1'],
    ['a sign that may be a blank', integer, 'p=+1'],
    ['a number with an exponent', integer, 'p=1e3'],
    ['a number with a zero behind the point', integer, 'p=1.0'],
    ['the same in one of two types', { anyOf: [integer, { type: 'null' }] }, 'p=1.0'],
    ['a hexadecimal number', integer, 'p=0x10'],
    ['nothing as zero or as absent', integer, 'p='],
    ['nothing as a required zero', integer, 'p=', required],
    ['nothing as a required text', string, 'p=', required],
    ['one element that suits a scalar', integer, 'p=abc&p=5'],
    ['null as a word', { type: ['integer', 'null'] }, 'p=null'],
    ['a default for a missing value', { type: 'integer', default: 1 }, '', required],
    ['a joined list that should be repeated', letters, 'p=a,b'],
    ['a repeated list that should be joined', letters, 'p=a&p=b', joined],
    ['a list written as JSON', letters, 'p=%5B%22a%22%5D'],
    ['a comma that is encoded', list({ type: 'string', pattern: '^a,b$' }), 'p=a%2Cb', joined],
    ['an object written as JSON', pair, 'p=%7B%22a%22:1%7D'],
    ['an object in brackets that should be exploded', pair, 'p[a]=1'],
    ['an exploded object for a deep one', pair, 'a=1', { ...deep, ...required }],
    ['an object that vanished', { type: 'object' }, '', required],
    ['an item that needs a bracket of its own', list({ type: 'object' }), 'p=%7B%7D'],
    ['a plus that may be a blank', { type: 'string', pattern: '^a[+]b$' }, 'p=a+b', { allowReserved: true }],
    ['a plus in an exploded object', object({ a: { enum: ['x y'] } }), 'a=x+y'],
    ['blanks around a word', { enum: ['a'] }, 'p=%20a'],
    ['an infinite number', { type: 'number' }, 'p=Infinity'],
    ['a NUL', string, 'p=a%00'],
    [
      'lists within an object in brackets',
      object({ one: list(string), many: list(object({ x: integer })) }),
      'p[one]=x&p[many][0][x]=1&p[many][1][x]=2',
      deep,
    ],
    ['a list within an object in brackets that is broken', object({ a: list(integer) }), 'p[a]=x', deep],
    ['brackets within brackets', object({ a: pair }), 'p[a][a]=1', deep],
    ['a text in brackets within brackets', object({ a: pair }), 'p[a][a]=x', deep],
    ['brackets below a scalar', object({ a: string }), 'p[a][b]=x', deep],
    ['brackets below a scalar beside a valid one', pair, 'p[a]=1&p[b][c]=x', deep],
    ['brackets below the properties of a closed object', closed, 'p[a][b]=x', deep],
    [
      'brackets in place of an object that is required',
      object({ a: string }),
      'p[a][b]=x',
      { ...deep, ...required },
    ],
    ['a list within an exploded object', object({ a: list(integer) }), 'a=x'],
    ['an object within an exploded object', object({ a: pair }), 'a=x'],
    ['a list of objects', list(pair), 'p=x'],
    ['a list of lists', list(list(integer)), 'p=1,2&p=3'],
    ['the flag 1', boolean, 'p=1'],
    ['the flag 0', boolean, 'p=0'],
    ['the flag TRUE', boolean, 'p=TRUE'],
    ['the flag yes', boolean, 'p=yes'],
    ['the flag off', boolean, 'p=off'],
    ['an empty flag', boolean, 'p='],
  ])('leaves %s open', async (_, schema, query, parameter) => {
    expect(await judgeQuery({ schema, ...parameter }, query)).toBe('doubtful')
  })

  test.each<[title: string, schema: JsonObject, query: string, parameter?: object]>([
    ['an undeclared name', integer, 'q=abc'],
    ['an undeclared name beside a closed object', { ...pair, additionalProperties: false }, 'a=1&q=abc'],
    ['a name that only an unevaluated rule forbids', { ...pair, unevaluatedProperties: false }, 'a=1&q=abc'],
    ['a list that vanished', { type: 'array', minItems: 1 }, ''],
    ['a single element of a list', letters, 'p=a'],
    ['a number where text is wanted', string, 'p=12'],
    ['texts of a list that is given whole', { type: 'array', enum: [['1', '2']] }, 'p=1&p=2'],
    ['items that differ by place', { type: 'array', prefixItems: [integer, string] }, 'p=1&p=2'],
    [
      'a named property beside those of a map',
      object({ a: string }, { additionalProperties: integer }),
      'p[a]=5&p[b]=6',
      deep,
    ],
    ['a question mark', { const: 'a?b' }, 'p=a?b', { allowReserved: true }],
    ['text that is not properly encoded', string, 'p=100%'],
  ])('accepts %s', async (_, schema, query, parameter) => {
    expect(await judgeQuery({ schema, ...parameter }, query)).toBe('valid')
  })

  test.each<[parameter: object, query: string, verdict: Verdict]>([
    [json({ type: 'object', required: ['a'] }), 'p=%7B%7D', 'invalid'],
    [json(string), 'p=abc', 'doubtful'],
    [{ content: { 'text/plain': { schema: integer } } }, 'p=5', 'valid'],
  ])('reads the content %j of %s', async (parameter, query, verdict) => {
    expect(await judgeQuery(parameter, query)).toBe(verdict)
  })

  test.each([{ ...deep, schema: closed }, { schema: closed }])(
    'leaves texts under the name of an object open: %j',
    async (parameter) => {
      for (const query of ['p=x', 'p=', 'p=&p=x', 'p=b,x', 'p=x&p=y&p=z'])
        expect([query, await judgeQuery(parameter, query)]).not.toStrictEqual([query, 'invalid'])
    },
  )

  test('gives an open object no name that another parameter has', async () => {
    const parameters = [
      { name: 'p', in: 'query', schema: { type: 'object', additionalProperties: integer } },
      { name: 'other', in: 'query', schema: string },
    ]
    const operation = await operationOf({ parameters }, { method: 'get' })
    expect(wordOf(judgeRequest(operation, wireRequest('/things?other=abc&a=1')))).toBe('valid')
    expect(wordOf(judgeRequest(operation, wireRequest('/things?other=abc&a=x')))).toBe('doubtful')
  })
})

describe('judgeRequest on other parameters', () => {
  test.each<[schema: JsonObject, target: string, verdict: Verdict]>([
    [{ type: 'string', format: 'uuid' }, '/things/nope', 'invalid'],
    // Servers differ in encoded slashes; a request that went elsewhere says nothing.
    [string, '/things/a%2Fb', 'doubtful'],
    [integer, '/things/a/b', 'doubtful'],
    [integer, '/others/5', 'doubtful'],
  ])('reads by %j the path %s: %s', async (schema, target, verdict) => {
    const operation = await operationWith({ in: 'path', schema })
    expect(wordOf(judgeRequest(operation, wireRequest(target)))).toBe(verdict)
  })

  test.each<[parameter: object, header: readonly [string, string] | undefined, verdict: Verdict]>([
    [{ in: 'header', required: true, schema: string }, undefined, 'invalid'],
    [{ in: 'header', required: true, schema: string }, ['p', 'v'], 'valid'],
    [{ in: 'header', required: true, schema: { enum: ['a', 'b'] } }, ['p', 'a'], 'valid'],
    [{ in: 'header', required: true, schema: string }, ['p', ''], 'doubtful'],
    [{ in: 'header', required: true, schema: { enum: ['a', 'b'] } }, ['p', ''], 'invalid'],
    [{ in: 'header', required: true, schema: letters }, ['p', 'a, b'], 'doubtful'],
    [{ in: 'header', schema: { type: 'string', maxLength: 1 } }, ['p', '\u00C3\u00A9'], 'doubtful'],
    [{ in: 'header', schema: { enum: ['a'] } }, ['p', ''], 'doubtful'],
    [{ in: 'cookie', schema: integer }, ['cookie', 'a=1; p=x'], 'invalid'],
    [{ in: 'cookie', schema: { enum: ['a b'] } }, ['cookie', 'p=a%20b'], 'doubtful'],
    [{ in: 'cookie', schema: { type: 'array', minItems: 2 } }, ['cookie', 'p=a; p=b'], 'doubtful'],
  ])('reads with %j the header %j: %s', async (parameter, header, verdict) => {
    const request = wireRequest('/things', { headers: header ? [header] : [] })
    expect(wordOf(judgeRequest(await operationWith(parameter), request))).toBe(verdict)
  })
})
