import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { unsupportedMethod } from './unsupported-method.ts'

const act = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { 200: { description: 'ok' } },
  ...more,
})
const key = [{ name: 'key', in: 'header', required: true, schema: {} }]
const id = [{ name: 'id', in: 'path', required: true, schema: {} }]
const exchange = await createRig({
  paths: {
    '/pets': { get: act('list') },
    '/pets/{id}': { parameters: id, get: act('read') },
    '/pets/mine': { get: act('mine') },
    '/keyed': { get: act('keyed', { parameters: key }) },
    '/pets/{id}/x': { parameters: id, put: act('put') },
  },
})
const judge = (
  status: number,
  template: string,
  draft: Partial<ExchangeDraft> = {},
  target = template,
  method = 'DELETE',
) =>
  unsupportedMethod.verify(
    exchange({ template, request: { method, target }, mode: 'negative', status, ...draft }),
  )

describe('unsupportedMethod', () => {
  it('accuses a method that works', () => {
    expect(judge(204, '/pets')).toMatchObject([
      {
        operationId: null,
        pointer: '/paths/~1pets',
        message:
          'The 204 answer to DELETE /pets shows that a method works which the document does not declare.',
      },
    ])
  })

  it.each([404, 400, 402, 409])('wants 405 rather than %i', (status) => {
    expect(judge(status, '/pets')).toMatchObject([
      { message: `The ${status} answer to DELETE /pets should be 405.` },
    ])
  })

  it('wants Allow with 405', () => {
    expect(judge(405, '/pets', { headers: { allow: 'GET' } })).toEqual([])
    expect(judge(405, '/pets')).toMatchObject([
      { message: 'The 405 answer to DELETE /pets has no Allow header.' },
    ])
  })

  it.each([301, 401, 403, 415, 429, 500, 501])('bears with %i', (status) => {
    expect(judge(status, '/pets')).toEqual([])
  })

  it('bears with 400 where parameters are required', () => {
    expect(judge(400, '/keyed')).toEqual([])
  })

  it('bears with 404 on a templated path, unless the thing is there', () => {
    const read = exchange({ operation: 'read', path: { id: '7' }, status: 200 })
    expect(judge(404, '/pets/{id}', {}, '/pets/7')).toEqual([])
    expect(judge(404, '/pets/{id}', { history: [read] }, '/pets/7')).toHaveLength(1)
    expect(judge(404, '/pets/{id}', { history: [read] }, '/pets/8')).toEqual([])
  })

  it('leaves OPTIONS alone, and HEAD beside GET', () => {
    expect(judge(200, '/pets', {}, '/pets', 'OPTIONS')).toEqual([])
    expect(judge(200, '/pets', {}, '/pets', 'HEAD')).toEqual([])
    expect(judge(200, '/pets/{id}/x', {}, '/pets/7/x', 'HEAD')).toHaveLength(1)
  })

  it('respects a method of another template that fits', () => {
    expect(judge(200, '/pets/mine', {}, '/pets/mine', 'GET')).toEqual([])
  })

  it('leaves undeclared paths to another check', () => {
    expect(judge(200, '/admin')).toEqual([])
  })
})
