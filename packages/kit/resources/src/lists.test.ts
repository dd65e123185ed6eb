import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { fitId } from './inputs.ts'
import { findPaging } from './lists.ts'
import { loadPaths } from '@contract-kit/openapi/testing'

const operationWith = async (schemas: JsonObject) => {
  const parameters = Object.entries(schemas).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: schema ?? {},
  }))
  const { operations } = await loadPaths({ '/pets': { get: { parameters } } })
  const [operation] = operations
  if (operation === undefined) throw new Error('The document holds no operation.')
  return operation
}
const integer = { type: 'integer' }
const string = { type: 'string' }

describe('findPaging', () => {
  it.each<[parameters: JsonObject, paging: object]>([
    [
      { offset: integer, limit: { type: 'integer', minimum: 5, maximum: 50 } },
      { style: 'offset', size: 'limit', position: 'offset', first: 0, minSize: 5, maxSize: 50 },
    ],
    // Pages count from one unless zero is the default.
    [
      { page: integer, per_page: {} },
      { style: 'page', first: 1, size: 'per_page' },
    ],
    [{ page: { type: 'integer', default: 0 } }, { first: 0 }],
    [{ pageNumber: { type: 'integer', minimum: 0, default: 1 } }, { first: 1 }],
    [{ page: { type: 'integer', exclusiveMinimum: -1 } }, { first: 0 }],
    // A page that is a text is a cursor.
    [
      { page: string, limit: {} },
      { style: 'cursor', position: 'page' },
    ],
    [
      { starting_after: string, limit: {} },
      { style: 'cursor', position: 'starting_after' },
    ],
  ])('knows by %j: %j', async (parameters, paging) => {
    expect(findPaging(await operationWith(parameters))).toMatchObject(paging)
  })

  it('sees none in other parameters', async () => {
    expect(findPaging(await operationWith({ status: string, sort: string }))).toBeUndefined()
  })
})

describe('fitId', () => {
  it.each<[type: string, value: Json, fitted: Json]>([
    ['integer', '7', 7],
    ['number', '-1.5', -1.5],
    ['integer', 'a7', 'a7'],
    ['string', 7, '7'],
    ['string', '7', '7'],
  ])('makes for a parameter of type %s of %j %j', async (type, value, fitted) => {
    expect(fitId(await operationWith({ id: { type } }), { location: 'query', name: 'id' }, value)).toBe(
      fitted,
    )
  })
})
