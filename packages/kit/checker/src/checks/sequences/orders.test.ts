import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import type { Json } from '../../json-schema/base/json.ts'
import { filterNotApplied } from './filters.ts'

const ITEM = { type: 'object', properties: { id: { type: 'string' }, price: {}, name: {} } }

const verify = async (
  query: Record<string, Json>,
  items: readonly Record<string, Json>[],
  orders: readonly string[] = ['price', '-price', 'name', '-name'],
) => {
  const parameters = [
    { name: 'sort', in: 'query', schema: { type: 'string', enum: orders } },
    { name: 'direction', in: 'query', schema: { type: 'string' } },
  ]
  const responses = { 200: jsonResponse({ type: 'array', items: ITEM }) }
  const exchange = await createRig(oneOperation({ parameters, responses }))
  const json = items.map((item, index) => ({ id: String(index), ...item }))
  return filterNotApplied.verify(exchange({ operation: 'act', query, status: 200, json }))
}

describe('filterNotApplied by the order of a list', () => {
  it.each([
    ['price', 10, 9],
    ['-price', 9, 10],
  ])('accuses a list by %s that shows %d before %d', async (sort, first, second) => {
    expect(await verify({ sort }, [{ price: first }, { price: second }])).toMatchObject([
      { message: expect.stringContaining('is not in the order that the query parameter sort requests') },
    ])
  })

  it.each([
    ['price', [{ price: 9 }, { price: 9 }, { price: 10 }]],
    ['-price', [{ price: 10 }, { price: 9 }]],
    ['price', [{ price: 9 }, { price: null }, {}, { price: 10 }]],
    ['name', [{ name: 'b' }, { name: 'A' }]],
  ] as const)('is content with a list by %s that shows %j', async (sort, items) => {
    expect(await verify({ sort }, items)).toEqual([])
  })

  it('claims nothing where the direction is said elsewhere, or by no minus', async () => {
    const items = [{ price: 10 }, { price: 9 }]
    expect(await verify({ sort: 'price', direction: 'down' }, items)).toEqual([])
    expect(await verify({ sort: 'price' }, items, ['price', 'name'])).toEqual([])
    expect(await verify({}, items)).toEqual([])
  })
})
