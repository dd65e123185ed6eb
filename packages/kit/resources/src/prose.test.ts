import type { JsonObject } from '@contract-kit/json-schema/json'
import { loadDocument } from '@contract-kit/openapi'
import { loadPaths } from '@contract-kit/openapi/testing'
import { describe, expect, it } from 'vitest'
import { allowedStates, isPartialPut } from './prose.ts'

const STATES = ['draft', 'open', 'in_progress', 'done']

const read = async (description: string, rejection = 'No.') => {
  const responses = { 200: { description: 'A done card.' }, 409: { description: rejection } }
  const document = await loadPaths({ '/cards/{cardId}/act': { post: { description, responses } } })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('no operation')
  return allowedStates(operation, 'card', STATES)
}

describe('allowedStates', () => {
  it.each([
    ['Only a draft can be published. Any other state gets 409.', ['draft']],
    ['Publishes a card. Only drafts can be published.', ['draft']],
    ['Only open or in-progress cards can be completed.', ['open', 'in_progress']],
    ['Only a card that is still open can be completed.', ['open']],
    ['Only cards in the state `in_progress` may be completed.', ['in_progress']],
    ['A card can only be published while it is a draft.', ['draft']],
    ['This is only possible in state open.', ['open']],
    ['Possible only while the card is open.', ['open']],
    ['Possible only for open cards', ['open']],
  ])('reads %j', async (description, states) => {
    expect(await read(description)).toStrictEqual(states)
  })

  it('reads the description of a rejection', async () => {
    expect(await read('Publishes a card.', 'Only drafts can be published.')).toStrictEqual(['draft'])
  })

  it('reads a rejection that several operations share', async () => {
    const { operations } = await loadDocument({
      openapi: '3.1.0',
      info: { title: 'Cards', version: '1' },
      paths: {
        '/cards/{cardId}/act': { post: { responses: { 409: { $ref: '#/components/responses/Conflict' } } } },
      },
      components: { responses: { Conflict: { description: 'Only drafts can be published.' } } },
    })
    expect(operations.map((operation) => allowedStates(operation, 'card', STATES))).toStrictEqual([['draft']])
  })

  it.each([
    ['Publishes a draft.'],
    ['Only the owner can publish a draft.'],
    ['Only the owner of the draft can publish it.'],
    ['A card can only be completed if all its subtasks are done.'],
    ['Only open boards can hold cards.'],
    ['Completes the card only if the board has open cards.'],
    ['Not only drafts are published here, and only once.'],
    ['Returns only the open items of the card.'],
    [''],
  ])('reads no limit from %j', async (description) => {
    expect(await read(description)).toStrictEqual([])
  })
})

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
