import type { Draft } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { childOutlivesParentRule as rule, orphanCreated, orphanRead, orphansListed } from './oracle.ts'

const toy = { id: 1, name: 'ball', size: 3 }
const below = (operation: string, more: Draft = {}): Draft => ({
  operation,
  path: { petId: 'p1', toyId: 1 },
  json: toy,
  ...more,
})
const gone = { removed: pets.remove(), parent: pets.missing() }
const marked = { ...gone, parent: pets.read({ id: 'p1' }) }
const unread = { ...gone, parent: undefined }

const read = (more: Draft = {}, parent: typeof gone | typeof marked | typeof unread = gone) => ({
  earlier: [below('getToy')],
  ...parent,
  read: below('getToy', more),
})
const both = (operationId: string) => [{ operationId: 'deletePet' }, { operationId }]

describeRule(rule, orphanRead, shop, [
  ['reports what is still shown below what was deleted', read(), both('getToy')],
  ['reports it where the parent cannot be read', read({}, unread), 2],
  ['accepts an item that is now marked as deleted', read({ json: { ...toy, deleted: true } }), 0],
  [
    'reports a mark that it had before',
    {
      ...read({ json: { ...toy, deleted: true } }),
      earlier: [below('getToy', { json: { ...toy, deleted: true } })],
    },
    2,
  ],
  ['keeps silent where the parent is only marked', read({}, marked), 0],
  ['accepts 404', read({ status: 404 }), 0],
])

const list = { json: [] }

describeRule(rule, orphansListed, shop, [
  ['reports a list below what was deleted', { ...gone, list: below('listToys', list) }, both('listToys')],
  ['keeps silent where the parent is only marked', { ...marked, list: below('listToys', list) }, 0],
  [
    'keeps silent where nothing tells that the parent is gone',
    { ...unread, list: below('listToys', list) },
    0,
  ],
  ['keeps silent about a list without a 404', { ...gone, list: below('listMarks', list) }, 0],
  ['accepts 404', { ...gone, list: below('listToys', { status: 404 }) }, 0],
])

const made = (status: number): Draft => below('createToy', { status })

describeRule(rule, orphanCreated, shop, [
  [
    'reports a creation below what was deleted',
    { ...gone, create: made(201) },
    [
      {
        operationId: 'deletePet',
        message: 'The 201 response of createToy creates an item below the parent that deletePet deleted.',
      },
      { operationId: 'createToy' },
    ],
  ],
  ['reports it where the parent cannot be read', { ...unread, create: made(201) }, 2],
  ['keeps silent where the parent is only marked', { ...marked, create: made(201) }, 0],
  ['accepts a creation that is only promised', { ...gone, create: made(202) }, 0],
  ['accepts a rejection', { ...gone, create: made(409) }, 0],
])
