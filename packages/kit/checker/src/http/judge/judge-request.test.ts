import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../json-schema/base/json.ts'
import { anyShapedParameter } from '../fixtures/any-shape.ts'
import {
  judgeRawBody,
  judgeValue,
  operationOf,
  operationTaking,
  operationWith,
  valuesOf,
  wireRequest,
  wordOf,
} from '../fixtures/judge-raw.ts'
import { serializeRequest } from '../serialize-request.ts'
import { judgeRequest, type RequestVerdict } from './judge-request.ts'

describe('judgeRequest', () => {
  test('for any style and value, the wire gives back what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(anyShapedParameter, async ({ parameter, type, value, other }) => {
        const operation = await operationWith({
          ...parameter,
          schema: { allOf: [type, { const: value }] },
          required: true,
        })
        expect(judgeValue(operation, value)).toEqual({ isValid: true, isInvalid: false, faults: [] })
        fc.pre(JSON.stringify(other) !== JSON.stringify(value))
        expect(judgeValue(operation, other).isValid).toBe(false)
      }),
      { seed: 20_240_501, numRuns: 800 },
    )
  })

  test('for any body, JSON gives back what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const sent = JSON.parse(JSON.stringify(value)) as Json
        const operation = await operationTaking('application/json', { schema: { const: sent } })
        const wire = serializeRequest(
          operation,
          valuesOf({ body: { contentType: 'application/json', value: sent } }),
        )
        expect(judgeRequest(operation, wire).isValid).toBe(true)
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  test('points a fault at the statement that is broken', async () => {
    const operation = await operationWith({ schema: { type: 'integer', maximum: 100 }, required: true })
    const [fault] = judgeRequest(operation, wireRequest('/things?p=101')).faults
    expect(fault).toMatchObject({
      location: 'query',
      name: 'p',
      keyword: 'maximum',
      pointer: '/paths/~1things/get/parameters/0/schema/maximum',
    })
    expect(fault?.message).toMatch(/^query parameter p is /)
    const [missing] = judgeRequest(operation, wireRequest('/things')).faults
    expect(missing).toMatchObject({
      keyword: 'required',
      pointer: '/paths/~1things/get/parameters/0/required',
      message: 'query parameter p is missing',
    })
  })

  test('tells all faults of a request', async () => {
    const parameters = ['a', 'b', 'c'].map((name) => ({
      name,
      in: 'query',
      required: true,
      schema: { type: 'integer' },
    }))
    const { faults } = judgeRequest(await operationOf({ parameters }), wireRequest('/things?a=x&b=1'))
    expect(faults.map(({ name, keyword }) => [name, keyword])).toEqual([
      ['a', 'type'],
      ['c', 'required'],
    ])
  })

  test('knows properties named like those of every object', async () => {
    const schema = {
      type: 'object',
      properties: { __proto__: {}, constructor: { type: 'integer' } },
      required: ['constructor'],
    }
    const operation = await operationWith({ style: 'deepObject', required: true, schema })
    expect(wordOf(judgeRequest(operation, wireRequest('/things?p[constructor]=1&p[__proto__]=2')))).toBe(
      'valid',
    )
    expect(wordOf(judgeRequest(operation, wireRequest('/things?p[toString]=1')))).toBe('invalid')
  })
})

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
