import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../schema/json.ts'
import { anyShapedParameter } from './fixtures/any-shape.ts'
import { judgeValue, wireRequest, wordOf } from './fixtures/judge-raw.ts'
import { operationOf, operationTaking, operationWith, valuesOf } from './fixtures/operation-of.ts'
import { judgeRequest } from './judge-request.ts'
import { serializeRequest } from './serialize-request.ts'

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
})

describe('judgeRequest', () => {
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
