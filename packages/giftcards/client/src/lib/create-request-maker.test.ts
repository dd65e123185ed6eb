import { describe, expect, it } from 'vitest'
import { createRequestMaker, type PreparedRequest } from './create-request-maker.ts'
import type { OperationRow } from './operation-row.ts'

const make = createRequestMaker('https://partner.example/api/', { 'x-cc-app': 'app' })

function request(row: OperationRow, input: Readonly<Record<string, unknown>>): PreparedRequest {
  return make({ operationId: 'listOrders', row, input, options: {} })
}

describe('a query', () => {
  const row: OperationRow = [
    'GET',
    '/carts/{cartId}/orders',
    1,
    null,
    { kind: 'short', ids: null, limit: null },
  ]

  it.each([
    ['what has one value only', {}, '?kind=short'],
    ['another where the caller asks', { kind: 'long' }, '?kind=long'],
    ['what is given, encoded', { limit: '1&2 ä' }, '?kind=short&limit=1%262%20%C3%A4'],
    ['zero and false', { ids: false, limit: 0 }, '?kind=short&ids=false&limit=0'],
    ['each of a list', { ids: [1, 'b c'] }, '?kind=short&ids=1&ids=b%20c'],
    ['nothing of an empty list', { ids: [] }, '?kind=short'],
    ['nothing that is null', { ids: null, limit: undefined }, '?kind=short'],
    ['nothing that the operation does not take', { other: 1 }, '?kind=short'],
  ])('has %s', (_, input, query) => {
    expect(request(row, { cartId: 7, ...input }).url).toBe(
      `https://partner.example/api/carts/7/orders${query}`,
    )
  })

  it('is left out where it is empty', () => {
    const { url } = request(['GET', '/orders', 1, null, { limit: null }], {})
    expect(url).toBe('https://partner.example/api/orders')
  })

  it('takes nothing from what it is made of', () => {
    const input = Object.freeze({ cartId: 7, limit: 2 })
    expect(request(row, input).url).toBe(request(row, input).url)
    expect(row[4]).toEqual({ kind: 'short', ids: null, limit: null })
  })
})

describe('a body', () => {
  it('has what is neither in the path nor in the query', () => {
    const row: OperationRow = ['PUT', '/carts/{cartId}', 0, { action: 'buy' }, { limit: null }]
    const { method, url, body } = request(row, { cartId: 'a', limit: 1, qty: 2 })
    expect([method, url, body]).toEqual([
      'PUT',
      'https://partner.example/api/carts/a?limit=1',
      '{"action":"buy","qty":2}',
    ])
  })
})
