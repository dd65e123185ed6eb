import { loadDocument } from '@contract-kit/openapi'
import { loadPaths } from '@contract-kit/openapi/testing'
import { describe, expect, it } from 'vitest'
import { stateLimits } from './state-limits.ts'

const STATES = ['draft', 'open', 'in_progress', 'done']

const limits = async (
  description: string,
  rejection = 'No.',
  call: readonly [string, string] = ['post', '/act'],
) => {
  const [method, path] = call
  const responses = { 200: { description: 'A done card.' }, 409: { description: rejection } }
  const document = await loadPaths({ [`/cards/{cardId}${path}`]: { [method]: { description, responses } } })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('no operation')
  return stateLimits(operation, 'card', STATES)
}

const read = async (description: string, rejection?: string) => (await limits(description, rejection)).allowed

describe('stateLimits', () => {
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
    ['The card must be in state `draft` or `open`, and is `done` afterwards.', ['draft', 'open']],
    ['The card must be in the `in_progress` state before it is held.', ['in_progress']],
    ['This card must be open (409).', ['open']],
    ['Ends an `open` card: it becomes `done`. Any other card is a 409.', ['open']],
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
    expect(operations.map((operation) => stateLimits(operation, 'card', STATES).allowed)).toStrictEqual([
      ['draft'],
    ])
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
    ['The card must be done within a day.'],
    ['A card must be open before it can be done.'],
    ['If it has items, the card must be open.'],
    ['The board of the card must be open.'],
    ['The card must be in state open, unless `force` is set.'],
    ['Ends an open card. Any other board is a 409.'],
    ['Ends an open card. Any other card is done.'],
    [''],
  ])('reads no limit from %j', async (description) => {
    expect(await read(description)).toStrictEqual([])
  })

  it.each<[readonly [string, string], string, readonly string[]]>([
    [['patch', ''], 'A done card cannot be changed (409).', ['done']],
    [
      ['put', ''],
      'Any card that is `in_progress` or `done` cannot be edited or replaced.',
      ['in_progress', 'done'],
    ],
    [['post', '/cancel'], 'Cancels a card. A done card cannot be cancelled again.', ['done']],
    [['post', '/subTasks'], 'A card that is `done` takes no more sub-tasks (409).', ['done']],
    [['post', '/tasks'], 'Only a draft takes tasks, and at most ten (409).', ['open', 'in_progress', 'done']],
    [
      ['post', '/finish'],
      'Finishes an open card: it becomes done. Any other card is a 409.',
      ['draft', 'in_progress', 'done'],
    ],
    [
      ['post', '/finish'],
      'Only an open card can be finished. It is then done, and nothing happens to it again.',
      ['draft', 'in_progress'],
    ],
    [
      ['post', '/finish'],
      'The card must be in state `open`. A draft becomes open first.',
      ['in_progress', 'done'],
    ],
    [['patch', ''], 'A done card cannot be restarted.', []],
    [['patch', ''], 'A done card cannot be changed by its owner.', []],
    [['patch', ''], 'A done card cannot be changed. However, its title can.', []],
    [['patch', ''], 'The title of a done card cannot be changed.', []],
    [['patch', ''], 'A card with a done task cannot be changed.', []],
    [['patch', ''], 'Only a draft takes tasks.', []],
    [['post', '/done'], 'The card must be done.', []],
    [['post', '/tasks'], 'A done card takes no notes.', []],
  ])('reads what %j forbids from %j', async (call, description, states) => {
    expect((await limits(description, undefined, call)).forbidden).toStrictEqual(states)
  })

  it('reads no leave to repeat an action from its rejection', async () => {
    const rule = 'The card must be in state `open`, and is `done` afterwards.'
    const { forbidden } = await limits(rule, 'It exists already.')
    expect(forbidden).toStrictEqual(['draft', 'in_progress', 'done'])
  })
})
