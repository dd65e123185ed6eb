import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
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
import { judgeRequest } from './judge-request.ts'

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
      { seed: 20_240_501, numRuns: 300 },
    )
  })

  test('for any body, JSON gives back what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const sent = JSON.parse(JSON.stringify(value)) as Json
        const operation = await operationTaking('application/json', { schema: { const: sent } })
        const body = { contentType: 'application/json', value: sent }
        expect(judgeRequest(operation, serializeRequest(operation, valuesOf({ body }))).isValid).toBe(true)
      }),
      { seed: 7, numRuns: 40 },
    )
  })

  test('points a fault at the statement that is broken', async () => {
    const operation = await operationWith({ schema: { type: 'integer', maximum: 100 }, required: true })
    expect(judgeRequest(operation, wireRequest('/things?p=101')).faults).toMatchObject([
      {
        location: 'query',
        name: 'p',
        keyword: 'maximum',
        pointer: '/paths/~1things/get/parameters/0/schema/maximum',
        message: expect.stringMatching(/^query parameter p is /),
      },
    ])
    expect(judgeRequest(operation, wireRequest('/things')).faults).toMatchObject([
      {
        keyword: 'required',
        pointer: '/paths/~1things/get/parameters/0/required',
        message: 'query parameter p is missing',
      },
    ])
  })

  test('lists all faults of a request', async () => {
    const schema = { type: 'integer' }
    const parameters = ['a', 'b', 'c'].map((name) => ({ name, in: 'query', required: true, schema }))
    const { faults } = judgeRequest(await operationOf({ parameters }), wireRequest('/things?a=x&b=1'))
    expect(faults.map(({ name, keyword }) => [name, keyword])).toEqual([
      ['a', 'type'],
      ['c', 'required'],
    ])
  })

  test('marks certain faults', async () => {
    const operation = await operationOf(
      {
        parameters: [
          { name: 'p', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'page', in: 'query', schema: { type: 'integer', maximum: 9 } },
        ],
        requestBody: { content: { 'application/json': {} } },
      },
      { path: '/things/{p}' },
    )
    const headers = [['content-type', 'text/plain']] as const
    const faultsAt = (target: string) =>
      judgeRequest(operation, wireRequest(target, { headers, body: 'x' })).faults.map(
        ({ keyword, isCertain }) => [keyword, isCertain],
      )
    expect(faultsAt('/things/a%2Fb?page=1e0')).toEqual([
      ['encoding', false],
      ['type', false],
      ['contentType', true],
    ])
    expect(faultsAt('/things/a?page=10')).toEqual([
      ['maximum', true],
      ['contentType', true],
    ])
  })

  test('knows properties named like those of every object', async () => {
    const schema = {
      type: 'object',
      properties: { __proto__: {}, constructor: { type: 'integer' } },
      required: ['constructor'],
    }
    const operation = await operationWith({ style: 'deepObject', required: true, schema })
    const judge = (query: string) => wordOf(judgeRequest(operation, wireRequest(`/things?${query}`)))
    expect([judge('p[constructor]=1&p[__proto__]=2'), judge('p[toString]=1')]).toEqual(['valid', 'invalid'])
  })
})

describe('judgeRequest on a body', () => {
  const person = {
    type: 'object',
    required: ['age'],
    properties: { age: { type: 'integer', minimum: 0 }, name: { type: 'string' } },
  }
  const readOnly = {
    type: 'object',
    properties: {
      id: { type: 'integer', readOnly: true },
      in: { type: 'array', items: { properties: { id: { readOnly: true, maxLength: 1 } } } },
    },
  }
  const form = 'application/x-www-form-urlencoded'

  test.each<[type: string, schema: JsonObject, body: string | undefined, verdict: string, sentAs?: string]>([
    ['application/json', person, '{"age":1}', 'valid'],
    ['application/json', person, '{"age":1.0}', 'valid'],
    ['application/json', person, '{"age":-0}', 'valid'],
    ['application/json', person, '{"age":"1"}', 'invalid'],
    ['application/json', person, '{"age":-1}', 'invalid'],
    ['application/json', person, '{}', 'invalid'],
    ['application/json', person, '[]', 'invalid'],
    ['application/json', person, '{"age":', 'invalid'],
    ['application/json', person, undefined, 'invalid'],
    ['application/json', person, '{"age":1}', 'valid', 'Application/JSON; charset=utf-8'],
    ['application/json', readOnly, '{"id":1}', 'doubtful'],
    ['application/json', readOnly, '{"id":"x"}', 'doubtful'],
    ['application/json', readOnly, '{"in":[{"id":"xy"}]}', 'doubtful'],
    ['application/json', readOnly, '{"id":"x","in":1}', 'invalid'],
    // No bytes may be an empty text or form.
    ['text/plain', { type: 'string' }, '', 'doubtful'],
    ['text/plain', { type: 'string', minLength: 1 }, '', 'invalid'],
    [form, { type: 'object' }, '', 'doubtful'],
    ['text/plain', { type: 'integer' }, '12', 'valid'],
    ['text/plain', { type: 'integer' }, '1.0', 'doubtful'],
    ['text/plain', { type: 'integer' }, 'x', 'invalid'],
    ['text/plain', { type: 'string', maxLength: 3 }, 'abcd', 'invalid'],
    ['text/xml', { type: 'object' }, '<a/>', 'valid'],
    ['image/*', { type: 'integer' }, 'abc', 'valid', 'image/png'],
  ])('judges %s by %j: %s is %s', async (contentType, schema, body, verdict, sentAs) => {
    expect(wordOf(await judgeRawBody(contentType, { schema }, body, sentAs))).toBe(verdict)
  })

  test.each([
    [undefined, undefined, 'required', '/required'],
    ['{', undefined, 'syntax', '/content/application~1json'],
    ['{"age":1}', 'text/xml', 'contentType', '/content'],
  ])('names the fault of %j sent as %s', async (body, sentAs, keyword, at) => {
    const { faults } = await judgeRawBody('application/json', { schema: person }, body, sentAs)
    expect(faults[0]).toMatchObject({ keyword, pointer: `/paths/~1things/post/requestBody${at}` })
  })

  test.each<[operation: object, method: string, request: object, verdict: string]>([
    // Guesses the type of a body without a Content-Type.
    [{ required: true }, 'post', { body: '{"age":1}' }, 'doubtful'],
    [{ required: true }, 'post', { body: '{"age":"1"}' }, 'invalid'],
    [{}, 'post', {}, 'valid'],
    [{}, 'post', { headers: [['content-type', 'application/json']], body: '' }, 'doubtful'],
    [{ content: {} }, 'post', { headers: [['content-type', 'a/b']], body: 'x' }, 'valid'],
    [{ required: true }, 'get', { body: '{' }, 'valid'],
  ])('of a request body %j with %s judges %j: %s', async (body, method, request, verdict) => {
    const requestBody = { content: { 'application/json': { schema: person } }, ...body }
    const operation = await operationOf({ requestBody }, { method })
    const wire = wireRequest('/things', { method: method.toUpperCase(), ...request })
    expect(wordOf(judgeRequest(operation, wire))).toBe(verdict)
  })
})
