import { describe, expect, it } from 'vitest'
import { createRig } from '../../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../../test/one-operation.ts'
import { defaultNotApplied } from '../default-not-applied.ts'

const page = (name: string, fallback: unknown, extra: object = {}) => ({
  name,
  in: 'query',
  schema: { default: fallback, ...extra },
})
const item = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    kind: { type: 'string', enum: ['a', 'b'] },
    sold: { type: 'boolean' },
  },
}
const parameters = [
  page('size', 3, { type: 'integer' }),
  page('page', 1, { type: 'integer' }),
  page('kind', 'a', { type: 'string', enum: ['a', 'b'] }),
  page('sold', false, { type: 'boolean' }),
]
const exchange = await createRig(
  oneOperation({
    parameters,
    responses: {
      200: jsonResponse({ type: 'object', properties: { items: { type: 'array', items: item } } }),
    },
  }),
)
const items = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, id) => ({ id, kind: 'a', sold: false, ...more }))
const names = (json: object, query = {}, headers = {}) =>
  defaultNotApplied
    .verify(exchange({ operation: 'act', query, status: 200, json, headers }))
    .map(({ message }) => /parameter (\w+)\.$/.exec(message)?.[1])

describe('findDefaultsOfList', () => {
  it('knows a page that is too long', () => {
    expect(names({ items: items(4) })).toEqual(['size'])
    expect(names({ items: items(4) }, { size: 9 })).toEqual([])
  })

  it('knows a page told other than by default', () => {
    expect(names({ items: [], meta: { page: 0 } })).toEqual(['page'])
    expect(names({ items: [], page: { page: 1, size: 3 } })).toEqual([])
    expect(names({ items: [], page: { size: 20 } })).toEqual(['size'])
  })

  it('takes the size told for the number of items, unless there are more', () => {
    expect(names({ items: items(2), size: 2 })).toEqual([])
    expect(names({ items: items(2), size: 2, total: 2 })).toEqual([])
    expect(names({ items: items(2), size: 2, total: 5 })).toEqual(['size'])
    expect(names({ items: items(2), size: 2 }, {}, { 'x-total-count': '5' })).toEqual(['size'])
  })

  it('knows items that the default of a filter excludes', () => {
    expect(names({ items: items(1, { kind: 'b' }) })).toEqual(['kind'])
    expect(names({ items: items(1, { sold: true }) })).toEqual(['sold'])
    expect(names({ items: items(1, { kind: 'b', sold: true }) }, { kind: 'b', sold: true })).toEqual([])
  })
})
