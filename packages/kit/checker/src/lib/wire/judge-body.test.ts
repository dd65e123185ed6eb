import { describe, expect, test } from 'vitest'
import { judgeRawBody, wireRequest, wordOf } from './fixtures/judge-raw.ts'
import { operationOf, operationTaking } from './fixtures/operation-of.ts'
import { judgeRequest, type RequestVerdict } from './judge-request.ts'

const keywordOf = ({ faults }: RequestVerdict) => [faults[0]?.keyword, faults[0]?.pointer]

describe('judgeBody', () => {
  const person = {
    type: 'object',
    required: ['age'],
    properties: { age: { type: 'integer', minimum: 0 }, name: { type: 'string' } },
  }
  const json = (body: string | undefined, sentAs?: string) =>
    judgeRawBody('application/json', { schema: person }, body, sentAs)

  test.each([
    ['{"age":1}', 'valid'],
    ['{"age":1.0}', 'valid'],
    ['{"age":-0}', 'valid'],
    ['{"age":"1"}', 'invalid'],
    ['{"age":-1}', 'invalid'],
    ['{}', 'invalid'],
    ['[]', 'invalid'],
    ['{"age":', 'invalid'],
    [undefined, 'invalid'],
  ] as const)('judges the JSON %s strictly', async (body, verdict) => {
    expect(wordOf(await json(body))).toBe(verdict)
  })

  test('names what is wrong with a body as a whole', async () => {
    const at = '/paths/~1things/post/requestBody'
    expect(keywordOf(await json(undefined))).toEqual(['required', `${at}/required`])
    expect(keywordOf(await json('{'))).toEqual(['syntax', `${at}/content/application~1json`])
    expect(keywordOf(await json('{"age":1}', 'text/xml'))).toEqual(['contentType', `${at}/content`])
  })

  test('compares media types without case and parameters', async () => {
    expect(wordOf(await json('{"age":1}', 'Application/JSON; charset=utf-8'))).toBe('valid')
  })

  test('guesses the type of a body that tells none', async () => {
    const operation = await operationTaking('application/json', { schema: person })
    expect(
      wordOf(judgeRequest(operation, wireRequest('/things', { method: 'POST', body: '{"age":1}' }))),
    ).toBe('doubtful')
    expect(
      wordOf(judgeRequest(operation, wireRequest('/things', { method: 'POST', body: '{"age":"1"}' }))),
    ).toBe('invalid')
  })

  test('lets an optional body be absent', async () => {
    const operation = await operationTaking('application/json', { schema: person }, false)
    expect(wordOf(judgeRequest(operation, wireRequest('/things', { method: 'POST' })))).toBe('valid')
    const typed = wireRequest('/things', {
      method: 'POST',
      headers: [['content-type', 'application/json']],
      body: '',
    })
    expect(wordOf(judgeRequest(operation, typed))).toBe('doubtful')
  })

  test('takes no bytes for an empty text or form', async () => {
    expect(wordOf(await judgeRawBody('text/plain', { schema: { type: 'string' } }, ''))).toBe('doubtful')
    expect(wordOf(await judgeRawBody('text/plain', { schema: { type: 'string', minLength: 1 } }, ''))).toBe(
      'invalid',
    )
    expect(
      wordOf(await judgeRawBody('application/x-www-form-urlencoded', { schema: { type: 'object' } }, '')),
    ).toBe('doubtful')
  })

  test('leaves it to the server to refuse readOnly properties', async () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'integer', readOnly: true },
        in: { type: 'array', items: { properties: { id: { readOnly: true, maxLength: 1 } } } },
      },
    }
    for (const body of ['{"id":1}', '{"id":"x"}', '{"in":[{"id":"xy"}]}'])
      expect(wordOf(await judgeRawBody('application/json', { schema }, body))).toBe('doubtful')
    expect(wordOf(await judgeRawBody('application/json', { schema }, '{"id":"x","in":1}'))).toBe('invalid')
  })

  test('overlooks the body of a GET', async () => {
    const operation = await operationOf(
      { requestBody: { required: true, content: { 'application/json': {} } } },
      { method: 'get' },
    )
    expect(wordOf(judgeRequest(operation, wireRequest('/things', { body: '{' })))).toBe('valid')
  })

  test('overlooks a body that is described by no media type', async () => {
    const operation = await operationOf({ requestBody: { content: {} } })
    const headers = [['content-type', 'a/b'] as const]
    expect(
      wordOf(judgeRequest(operation, wireRequest('/things', { method: 'POST', headers, body: 'x' }))),
    ).toBe('valid')
  })

  test('says nothing against XML', async () => {
    const media = { schema: { type: 'object' } }
    expect(wordOf(await judgeRawBody('text/xml', media, '<a/>'))).toBe('valid')
  })

  test('says nothing against bytes', async () => {
    expect(wordOf(await judgeRawBody('image/*', { schema: { type: 'integer' } }, 'abc', 'image/png'))).toBe(
      'valid',
    )
  })

  test.each([
    ['12', { type: 'integer' }, 'valid'],
    ['1.0', { type: 'integer' }, 'doubtful'],
    ['x', { type: 'integer' }, 'invalid'],
    ['abcd', { type: 'string', maxLength: 3 }, 'invalid'],
  ])('reads the text %s', async (body, schema, verdict) => {
    expect(wordOf(await judgeRawBody('text/plain', { schema }, body))).toBe(verdict)
  })
})
