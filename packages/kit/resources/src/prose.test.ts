import type { JsonObject } from '@contract-kit/json-schema/json'
import { loadPaths } from '@contract-kit/openapi/testing'
import { describe, expect, it } from 'vitest'
import { isPartialPut } from './prose.ts'

const isPartial = async (put: JsonObject) => {
  const { operations } = await loadPaths({ '/keys/{id}': { put } })
  return operations.map(isPartialPut)
}

describe('isPartialPut', () => {
  it.each([
    'Only the relevant fields have to be provided in the request body.',
    'Updates a key. Only the provided properties are changed.',
    'Partially updates a key.',
    'Fields that are omitted remain unchanged.',
    'Properties not given in the request are left as they are.',
  ])('is true by %j', async (description) => {
    expect(await isPartial({ description })).toStrictEqual([true])
    expect(await isPartial({ summary: description })).toStrictEqual([true])
    expect(await isPartial({ requestBody: { description, content: {} } })).toStrictEqual([true])
  })

  it('reads the description of a body that operations share', async () => {
    const { operations } = await loadPaths({
      '/keys': { post: { requestBody: { description: 'Omitted fields remain unchanged.', content: {} } } },
      '/keys/{id}': { put: { requestBody: { $ref: '#/paths/~1keys/post/requestBody' } } },
    })
    expect(operations.map(isPartialPut)).toStrictEqual([true, true])
  })

  it.each([
    'Replaces a key.',
    'Replaces all fields; a property that is omitted is removed.',
    'Only the owner can change a key.',
    'What is not sent is not kept; there must be one already.',
    'Omitted fields are no longer kept.',
    '',
  ])('is false by %j', async (description) => {
    expect(await isPartial({ description })).toStrictEqual([false])
  })
})
