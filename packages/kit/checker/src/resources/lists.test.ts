import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json-schema/base/json.ts'
import { findPaging } from './lists.ts'
import { loadPaths } from './testing/load-paths.ts'

const pagingOf = async (parameters: Readonly<Record<string, JsonObject>>) => {
  const document = await loadPaths({
    '/pets': {
      get: {
        parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema })),
      },
    },
  })
  const [operation] = document.operations
  return operation && findPaging(operation)
}

describe('findPaging', () => {
  it('knows offset and limit with their bounds', async () => {
    expect(
      await pagingOf({ offset: { type: 'integer' }, limit: { type: 'integer', minimum: 5, maximum: 50 } }),
    ).toEqual({
      style: 'offset',
      size: 'limit',
      position: 'offset',
      first: 0,
      minSize: 5,
      maxSize: 50,
    })
  })

  it('counts pages from one unless zero is the default', async () => {
    expect(await pagingOf({ page: { type: 'integer' }, per_page: {} })).toMatchObject({
      style: 'page',
      first: 1,
      size: 'per_page',
    })
    expect(await pagingOf({ page: { type: 'integer', default: 0 } })).toMatchObject({ first: 0 })
    expect(await pagingOf({ pageNumber: { type: 'integer', minimum: 0, default: 1 } })).toMatchObject({
      first: 1,
    })
    expect(await pagingOf({ page: { type: 'integer', exclusiveMinimum: -1 } })).toMatchObject({ first: 0 })
  })

  it('takes a page that is a text for a cursor', async () => {
    expect(await pagingOf({ page: { type: 'string' }, limit: {} })).toMatchObject({
      style: 'cursor',
      position: 'page',
    })
    expect(await pagingOf({ starting_after: { type: 'string' }, limit: {} })).toMatchObject({
      position: 'starting_after',
    })
  })

  it('sees none in other parameters', async () => {
    expect(await pagingOf({ status: { type: 'string' }, sort: { type: 'string' } })).toBeUndefined()
  })
})
