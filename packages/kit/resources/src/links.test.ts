import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { evaluateExpression, evaluateExpressions, evaluateTemplate } from './links.ts'
import { createSource } from '../test/create-source.ts'

const SOURCE = createSource({
  values: {
    path: { petId: 7 },
    query: { 'page.size': 2 },
    header: { 'X-Tenant': 't1' },
    cookie: { sid: 'c1' },
    body: { contentType: 'application/json', value: { name: 'Tom', 'a/b': 1 } },
  },
  json: { id: 7, name: 'shops/3/pets/9', none: null, list: [{ id: 1 }, { id: 2 }] },
  status: 201,
  headers: { location: 'https://api.test/v1/owners/3/pets/9', 'x-rate': '10' },
})

describe('evaluateExpressions', () => {
  it.each<[string, readonly Json[]]>([
    ['$url', ['/pets/7']],
    ['$method', ['GET']],
    ['$statusCode', [201]],
    ['$request.path.petId', [7]],
    ['$request.query.page.size', [2]],
    ['$request.header.x-tenant', ['t1']],
    ['$request.header.X-Sent', ['yes']],
    ['$request.cookie.sid', ['c1']],
    ['$request.body', [{ name: 'Tom', 'a/b': 1 }]],
    ['$request.body#/name', ['Tom']],
    ['$request.body#/a~1b', [1]],
    ['$response.body#/id', [7]],
    ['$response.body#/list/1/id', [2]],
    ['$response.body#/list/*/id', [1, 2]],
    ['$response.body#/none', []],
    ['$response.body#/missing', []],
    ['$response.body#id', []],
    ['$response.header.X-Rate', ['10']],
    ['$response.header.absent', []],
    ['$response.header.location#/pets/{petId}', ['9']],
    ['$response.header.location#/owners/{ownerId}/pets/{petId}', ['9']],
    ['$response.body#/name#/{petId}', ['9']],
    ['$response.body#/id#/{petId}', []],
    ['$response.header.location#regex:owners/(\\d+)', ['3']],
    ['$response.header.location#regex:(', []],
    ['$response.path.petId', []],
    ['$nonsense', []],
    ['pet {$request.path.petId} of {$request.header.x-tenant}', ['pet 7 of t1']],
    ['pet {$response.body#/none}', []],
    ['plain', ['plain']],
    ['{id}', ['{id}']],
  ])('evaluates %s', (expression, values) => {
    expect(evaluateExpressions(expression, SOURCE)).toEqual(values)
  })

  it('takes other constants as they are', () => {
    expect(evaluateExpressions(5, SOURCE)).toEqual([5])
    expect(evaluateExpressions(null, SOURCE)).toEqual([])
  })

  it('for any text, never throws', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((rest) => `$request.${rest}`),
      fc.string().map((rest) => `$response.body#/${rest}`),
    )
    fc.assert(
      fc.property(text, (expression) => {
        expect(evaluateExpressions(expression, SOURCE)).toBeInstanceOf(Array)
      }),
      { seed: 13 },
    )
  })
})

describe('evaluateExpression', () => {
  it('gives the first value or none', () => {
    expect(evaluateExpression('$response.body#/list/*/id', SOURCE)).toBe(1)
    expect(evaluateExpression('$response.body#/none', SOURCE)).toBeUndefined()
  })
})

describe('evaluateTemplate', () => {
  it('replaces expressions at any depth', () => {
    const template = {
      pet: '$response.body#/id',
      notes: ['of {$request.header.x-tenant}', 'plain'],
      count: 1,
      left: null,
    }
    expect(evaluateTemplate(template, SOURCE)).toEqual({
      pet: 7,
      notes: ['of t1', 'plain'],
      count: 1,
      left: null,
    })
  })

  it('leaves out what gives nothing', () => {
    expect(evaluateTemplate({ a: '$response.body#/none', b: ['$response.body#/none'] }, SOURCE)).toEqual({
      b: [],
    })
  })
})
