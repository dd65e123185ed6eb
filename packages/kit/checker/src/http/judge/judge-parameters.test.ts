import { describe, expect, test } from 'vitest'
import { judgeQuery, operationOf, operationWith, wireRequest, wordOf } from '../fixtures/judge-raw.ts'
import { judgeRequest } from './judge-request.ts'

describe('judgeParameters', () => {
  test.each([
    ['limit is no number', { schema: { type: 'integer' } }, 'p=abc'],
    ['number has a fraction', { schema: { type: 'integer' } }, 'p=1.5'],
    ['value is above the maximum', { schema: { type: 'integer', maximum: 100 } }, 'p=101'],
    ['value is below the minimum', { schema: { type: 'number', minimum: 0 } }, 'p=-0.5'],
    ['value is not in the enum', { schema: { type: 'string', enum: ['a', 'b'] } }, 'p=c'],
    ['text is too long', { schema: { type: 'string', maxLength: 3 } }, 'p=abcd'],
    ['text misses the pattern', { schema: { type: 'string', pattern: '^[a-z]+$' } }, 'p=A1'],
    ['text is no date', { schema: { type: 'string', format: 'date' } }, 'p=2024-13-01'],
    ['parameter is missing', { required: true, schema: { type: 'string' } }, ''],
    ['missing list is required', { required: true, schema: { type: 'array', items: {} } }, 'q=1'],
    ['flag is a word of no kind', { schema: { type: 'boolean' } }, 'p=maybe'],
    ['list has too many items', { schema: { type: 'array', maxItems: 2 } }, 'p=1&p=2&p=3'],
    [
      'joined list has too many items',
      { explode: false, schema: { type: 'array', maxItems: 2, items: { type: 'string' } } },
      'p=1,2,3',
    ],
    [
      'list has equal items',
      { schema: { type: 'array', uniqueItems: true, items: { type: 'string' } } },
      'p=1&p=1',
    ],
    [
      'item is not in the enum',
      { explode: false, schema: { type: 'array', items: { enum: ['a'] } } },
      'p=a,b',
    ],
    [
      'property is of the wrong type',
      { style: 'deepObject', schema: { type: 'object', properties: { a: { type: 'integer' } } } },
      'p[a]=x',
    ],
    ['property is missing', { style: 'deepObject', schema: { type: 'object', required: ['b'] } }, 'p[a]=x'],
    [
      'content breaks its schema',
      { content: { 'application/json': { schema: { type: 'object', required: ['a'] } } } },
      'p=%7B%7D',
    ],
    [
      'exploded property is too small',
      { schema: { type: 'object', properties: { a: { type: 'integer', minimum: 3 } } } },
      'a=2',
    ],
    [
      'default stands in a negation',
      { required: true, schema: { type: 'integer', not: { const: 5, default: 1 } } },
      '',
    ],
  ])('accuses when the %s', async (_, parameter, query) => {
    expect(await judgeQuery(parameter, query)).toBe('invalid')
  })

  test('accuses a bad identifier in the path', async () => {
    const operation = await operationWith({ in: 'path', schema: { type: 'string', format: 'uuid' } })
    expect(wordOf(judgeRequest(operation, wireRequest('/things/nope')))).toBe('invalid')
  })

  test('accuses a missing header and a broken cookie', async () => {
    const header = await operationWith({
      in: 'header',
      name: 'X-A',
      required: true,
      schema: { type: 'string' },
    })
    expect(wordOf(judgeRequest(header, wireRequest('/things')))).toBe('invalid')
    expect(wordOf(judgeRequest(header, wireRequest('/things', { headers: [['x-a', 'v']] })))).toBe('valid')
    const cookie = await operationWith({ in: 'cookie', schema: { type: 'integer' } })
    expect(wordOf(judgeRequest(cookie, wireRequest('/things', { headers: [['cookie', 'a=1; p=x']] })))).toBe(
      'invalid',
    )
  })

  const integer = { schema: { type: 'integer' } }
  const boolean = { schema: { type: 'boolean' } }
  const list = { schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } }
  const object = { schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] } }

  test.each([
    ['blanks around a number', integer, 'p=%201', 'doubtful'],
    ['a sign that is encoded', integer, 'p=%2B1', 'doubtful'],
    ['a sign that may be a blank', integer, 'p=+1', 'doubtful'],
    ['a number with an exponent', integer, 'p=1e3', 'doubtful'],
    ['a number with a nought behind the point', integer, 'p=1.0', 'doubtful'],
    ['a hexadecimal number', integer, 'p=0x10', 'doubtful'],
    ['nothing as nought or as absent', integer, 'p=', 'doubtful'],
    ['nothing as a required nought', { required: true, ...integer }, 'p=', 'doubtful'],
    ['one element that suits a scalar', integer, 'p=abc&p=5', 'doubtful'],
    ['null as a word', { schema: { type: ['integer', 'null'] } }, 'p=null', 'doubtful'],
    [
      'a default for what is missing',
      { required: true, schema: { type: 'integer', default: 1 } },
      '',
      'doubtful',
    ],
    ['a joined list that should be repeated', list, 'p=a,b', 'doubtful'],
    ['a repeated list that should be joined', { explode: false, ...list }, 'p=a&p=b', 'doubtful'],
    ['a list written as JSON', list, 'p=%5B%22a%22%5D', 'doubtful'],
    ['an object written as JSON', object, 'p=%7B%22a%22:1%7D', 'doubtful'],
    ['an object in brackets that should be exploded', object, 'p[a]=1', 'doubtful'],
    [
      'an exploded object for a deep one',
      { style: 'deepObject', required: true, ...object },
      'a=1',
      'doubtful',
    ],
    ['an object that vanished', { required: true, schema: { type: 'object' } }, '', 'doubtful'],
    [
      'an item that needs a bracket of its own',
      { schema: { type: 'array', items: { type: 'object' } } },
      'p=%7B%7D',
      'doubtful',
    ],
    [
      'JSON content that is bare text',
      { content: { 'application/json': { schema: { type: 'string' } } } },
      'p=abc',
      'doubtful',
    ],
    ['an undeclared name', integer, 'q=abc', 'valid'],
    [
      'an undeclared name beside a closed object',
      { schema: { ...object.schema, additionalProperties: false } },
      'a=1&q=abc',
      'valid',
    ],
    ['a list that vanished', { schema: { type: 'array', minItems: 1 } }, '', 'valid'],
    ['a single element of a list', list, 'p=a', 'valid'],
    ['a number where text is wanted', { schema: { type: 'string' } }, 'p=12', 'valid'],
    ['blanks around a word', { schema: { enum: ['a'] } }, 'p=%20a', 'doubtful'],
    [
      'a number with a nought in one of two types',
      { schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
      'p=1.0',
      'doubtful',
    ],
    [
      'a plus in an exploded object',
      { schema: { type: 'object', properties: { a: { enum: ['x y'] } } } },
      'a=x+y',
      'doubtful',
    ],
    [
      'a name that only an unevaluated rule forbids',
      { schema: { ...object.schema, unevaluatedProperties: false } },
      'a=1&q=abc',
      'valid',
    ],
    [
      'texts of a list that is given whole',
      { schema: { type: 'array', enum: [['1', '2']] } },
      'p=1&p=2',
      'valid',
    ],
    [
      'items that differ by place',
      { schema: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] } },
      'p=1&p=2',
      'valid',
    ],
    [
      'a named property beside those of a map',
      {
        style: 'deepObject',
        schema: {
          type: 'object',
          properties: { a: { type: 'string' } },
          additionalProperties: { type: 'integer' },
        },
      },
      'p[a]=5&p[b]=6',
      'valid',
    ],
    [
      'lists within an object in brackets',
      {
        style: 'deepObject',
        schema: {
          type: 'object',
          properties: {
            one: { type: 'array', items: { type: 'string' } },
            many: { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } } },
          },
        },
      },
      'p[one]=x&p[many][0][x]=1&p[many][1][x]=2',
      'valid',
    ],
    ['a question mark in a query', { allowReserved: true, schema: { const: 'a?b' } }, 'p=a?b', 'valid'],
    ['an infinite number', { schema: { type: 'number' } }, 'p=Infinity', 'doubtful'],
    ['a NUL', { schema: { type: 'string' } }, 'p=a%00', 'doubtful'],
    [
      'content that is plain text',
      { content: { 'text/plain': { schema: { type: 'integer' } } } },
      'p=5',
      'valid',
    ],
    ['text that is not properly encoded', { schema: { type: 'string' } }, 'p=100%', 'valid'],
  ] as const)('never accuses %s', async (_, parameter, query, verdict) => {
    expect(await judgeQuery(parameter, query)).toBe(verdict)
  })

  test.each(['1', '0', 'TRUE', 'yes', 'off', ''])(
    'takes %j for a flag that some servers know',
    async (text) => {
      expect(await judgeQuery(boolean, `p=${text}`)).toBe('doubtful')
    },
  )

  test.each([
    [
      'string',
      'a,b',
      { explode: false, schema: { type: 'array', items: { type: 'string', pattern: '^a,b$' } } },
      'p=a%2Cb',
    ],
    ['plus', 'a b', { allowReserved: true, schema: { type: 'string', pattern: '^a[+]b$' } }, 'p=a+b'],
    ['empty', '', { required: true, schema: { type: 'string' } }, 'p='],
  ])('leaves a %s open that readers take differently', async (_, __, parameter, query) => {
    expect(await judgeQuery(parameter, query)).toBe('doubtful')
  })

  test.each([
    [
      'deepObject',
      {
        style: 'deepObject',
        schema: { type: 'object', additionalProperties: false, properties: { a: { type: 'integer' } } },
      },
    ],
    [
      'exploded',
      { schema: { type: 'object', additionalProperties: false, properties: { a: { type: 'integer' } } } },
    ],
  ])('leaves texts under the name of an object that is %s open', async (_, parameter) => {
    for (const query of ['p=x', 'p=', 'p=&p=x', 'p=b,x', 'p=x&p=y&p=z'])
      expect([query, await judgeQuery(parameter, query)]).not.toStrictEqual([query, 'invalid'])
  })

  test('leaves encoded slashes in a path open', async () => {
    const operation = await operationWith({ in: 'path', schema: { type: 'string' } })
    const verdict = judgeRequest(operation, wireRequest('/things/a%2Fb'))
    expect(wordOf(verdict)).toBe('doubtful')
    expect(verdict.faults[0]?.keyword).toBe('encoding')
  })

  test('says nothing of a request that went elsewhere', async () => {
    const operation = await operationWith({ in: 'path', schema: { type: 'integer' } })
    expect(wordOf(judgeRequest(operation, wireRequest('/things/a/b')))).toBe('doubtful')
    expect(wordOf(judgeRequest(operation, wireRequest('/others/5')))).toBe('doubtful')
  })

  test.each([
    [{ enum: ['a', 'b'] }, 'a', 'valid'],
    [{ type: 'string' }, '', 'doubtful'],
    [{ enum: ['a', 'b'] }, '', 'invalid'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'a, b', 'doubtful'],
    [{ type: 'string', maxLength: 1 }, '\u00C3\u00A9', 'doubtful'],
  ])('with %j takes the header %j as some readers do', async (schema, text, verdict) => {
    const operation = await operationWith({ in: 'header', name: 'X-A', required: true, schema })
    expect(wordOf(judgeRequest(operation, wireRequest('/things', { headers: [['x-a', text]] })))).toBe(
      verdict,
    )
  })

  test('takes an empty header for none', async () => {
    const operation = await operationWith({ in: 'header', schema: { enum: ['a'] } })
    expect(wordOf(judgeRequest(operation, wireRequest('/things', { headers: [['p', '']] })))).toBe('doubtful')
  })

  test.each([
    [{ enum: ['a b'] }, 'p=a%20b'],
    [{ type: 'array', minItems: 2 }, 'p=a; p=b'],
  ])('with %j leaves the cookie %s open', async (schema, cookie) => {
    const operation = await operationWith({ in: 'cookie', schema })
    expect(wordOf(judgeRequest(operation, wireRequest('/things', { headers: [['cookie', cookie]] })))).toBe(
      'doubtful',
    )
  })

  test('gives an open object no name that another parameter has', async () => {
    const parameters = [
      { name: 'p', in: 'query', schema: { type: 'object', additionalProperties: { type: 'integer' } } },
      { name: 'other', in: 'query', schema: { type: 'string' } },
    ]
    const operation = await operationOf({ parameters }, { method: 'get' })
    expect(wordOf(judgeRequest(operation, wireRequest('/things?other=abc&a=1')))).toBe('valid')
    expect(wordOf(judgeRequest(operation, wireRequest('/things?other=abc&a=x')))).toBe('doubtful')
  })
})
