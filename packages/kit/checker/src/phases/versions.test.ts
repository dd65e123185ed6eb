import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { answers, INTEGER, loadPaths, objectOf, TEXT } from '@contract-kit/openapi/testing'
import { findVersion, withState } from './versions.ts'

const conflict = { 409: { description: 'Changed since.' } }

/** The PATCH of a board with a body of a schema. */
const patchOf = async (schema: JsonObject, responses: JsonObject = conflict) => {
  const requestBody = { content: { 'application/json': { schema } } }
  const document = await loadPaths({
    '/boards/{id}': {
      patch: { operationId: 'patch', requestBody, responses: { ...answers('200', schema), ...responses } },
    },
  })
  const operation = document.operations.find(({ id }) => id === 'patch')
  if (operation === undefined) throw new Error('There is no PATCH.')
  return operation
}

const enveloped = objectOf({ data: objectOf({ attributes: objectOf({ revision: TEXT }, 'revision') }) })
const described = { ...INTEGER, description: 'The version of the last read; a stale one is a conflict.' }

describe('findVersion', () => {
  it.each<[string, JsonObject, readonly string[] | undefined]>([
    ['a version that the change requires', objectOf({ version: INTEGER }, 'version'), ['version']],
    ['a version that is described as a lock', objectOf({ lock_version: described }), ['lock_version']],
    ['a moment that the change requires', objectOf({ updatedAt: TEXT }, 'updatedAt'), ['updatedAt']],
    ['a version in an envelope', enveloped, ['data', 'attributes', 'revision']],
    ['no version that a client may leave out', objectOf({ version: INTEGER }), undefined],
    ['no read-only version', objectOf({ version: { ...INTEGER, readOnly: true } }, 'version'), undefined],
    ['no other property', objectOf({ edition: INTEGER }, 'edition'), undefined],
  ])('finds %s', async (_title, schema, path) => {
    expect(findVersion(await patchOf(schema))).toEqual(path)
  })

  it.each([
    ['The etag is not the current one.', ['etag']],
    ['The etag is stale.', ['etag']],
    ['The state does not allow it.', undefined],
    ['The name is taken; a conflict.', undefined],
  ])('reads the description of the rejection: %s', async (description, path) => {
    const operation = await patchOf(objectOf({ etag: TEXT, name: TEXT }), { 409: { description } })
    expect(findVersion(operation)).toEqual(path)
  })

  it('finds nothing where the document rejects no outdated change', async () => {
    expect(findVersion(await patchOf(objectOf({ version: INTEGER }, 'version'), {}))).toBeUndefined()
  })
})

describe('withState', () => {
  it.each<[string, JsonObject, Json, Json, Json]>([
    ['a number', objectOf({ version: INTEGER }), { version: 1 }, { version: 7 }, { version: 7 }],
    [
      'a required text',
      objectOf({ revision: TEXT }, 'revision'),
      { revision: 'a' },
      { revision: 'b' },
      { revision: 'b' },
    ],
    [
      'a moment',
      objectOf({ updated_at: TEXT }),
      { updated_at: 'x' },
      { updated_at: 'y' },
      { updated_at: 'y' },
    ],
    [
      'no text of its own',
      objectOf({ version: TEXT }),
      { version: '1.0' },
      { version: '2.0' },
      { version: '1.0' },
    ],
    [
      'a text in an envelope',
      enveloped,
      { data: { attributes: { revision: 'a', name: 'n' } } },
      { data: { attributes: { revision: 'b', name: 'm' } } },
      { data: { attributes: { revision: 'b', name: 'n' } } },
    ],
  ])('takes %s from the item', async (_title, schema, sent, shown, expected) => {
    expect(withState(await patchOf(schema), sent, shown)).toEqual(expected)
  })
})
