import type { Draft } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { createdItemsListed } from '../../scenarios/evidence.ts'
import {
  deletedItemChanged,
  deletedItemListed,
  deletedItemRead,
  listKeepsDeleted,
  listOmitsCreated,
  useAfterDelete,
} from './oracle.ts'

const { create, createSecond, list, missing, patch, put, read, remove } = pets
const pet = { id: 'p1', name: 'Rex' }
const shown = (more: object = {}) => read({ ...pet, ...more })
const inactive = shown({ active: false })
const odd = { closingTime: '18:00', deletedAt: null }

interface More {
  readonly created?: Draft
  readonly before?: Draft
  readonly removed?: Draft
}

/** A created pet that was deleted, and then read. */
const deleted = (last: Draft, { created = create(), before, removed = remove() }: More = {}) => ({
  created,
  before,
  removed,
  read: last,
})
const marked = (how: string, mark: object) =>
  [`accepts an item that is marked by ${how}`, deleted(shown(mark)), 0] as const

describeRule(useAfterDelete, deletedItemRead, shop, [
  [
    'reports both the deletion and the read that still shows the item',
    deleted(shown()),
    [
      {
        operationId: 'deletePet',
        message: 'The 200 response of getPet still shows the item that deletePet deleted.',
      },
      { operationId: 'getPet' },
    ],
  ],
  ...[404, 410, 403, 500].map(
    (status) => [`accepts ${status} to the read`, deleted(missing({ status })), 0] as const,
  ),
  ...[202, 404, 409].map(
    (status) =>
      [
        `keeps silent after ${status} to the deletion`,
        deleted(shown(), { removed: remove({ status }) }),
        0,
      ] as const,
  ),
  marked('a time of deletion', { deletedAt: '2024-01-01' }),
  marked('its status', { status: 'archived' }),
  marked('a flag', { active: false }),
  marked('a nested state', { state: { lifecycle: 'closed' } }),
  [
    'accepts the empty list of what was deleted',
    deleted(shown({ name: '', tags: [], type: 'Pet' }), { before: shown({ tags: ['a'] }) }),
    0,
  ],
  [
    'accepts no empty list that was empty before',
    deleted(shown({ name: '', tags: [] }), { before: shown({ name: '', tags: [] }) }),
    2,
  ],
  ['accepts no empty text for an empty list', deleted(shown({ name: '' }), { before: shown() }), 2],
  ['accepts no sign that was there before', deleted(shown(odd), { before: shown(odd) }), 2],
  [
    'accepts no sign that the creation returned',
    deleted(inactive, { created: create({ json: { ...pet, active: false } }) }),
    2,
  ],
  [
    'accepts no sign that the client sent, even if nothing showed it before',
    deleted(inactive, { created: create({ body: { name: 'Rex', active: false } }) }),
    2,
  ],
  [
    'accepts a sign that the client sent if the item was read without it',
    deleted(inactive, {
      created: create({ body: { name: 'Rex', active: false } }),
      before: shown({ active: true }),
    }),
    0,
  ],
])

/** A created pet that was deleted and read, and then changed. */
const changed = (change: Draft, { created = create(), removed = remove() }: More = {}, look = missing()) => ({
  created,
  removed,
  read: look,
  change,
})

describeRule(useAfterDelete, deletedItemChanged, shop, [
  [
    'reports a change of an item that is gone',
    changed(put({ name: 'Ada' })),
    [
      {
        operationId: 'replacePet',
        message: 'The 200 response of replacePet changes the item that deletePet deleted.',
      },
    ],
  ],
  ['reports a PATCH of an item that is gone', changed(patch({ name: 'Ada' }, { json: pet })), 1],
  ...[201, 404, 409].map(
    (status) => [`accepts ${status} to the change`, changed(put({ name: 'Ada' }, { status })), 0] as const,
  ),
  ['keeps silent if the item can still be read', changed(put({ name: 'Ada' }), {}, inactive), 0],
  ['keeps silent if the read failed', changed(put({ name: 'Ada' }), {}, missing({ status: 500 })), 0],
  [
    'keeps silent if the deletion is only promised',
    changed(put({ name: 'Ada' }), { removed: remove({ status: 202 }) }),
    0,
  ],
  [
    'accepts a change that documents neither 404 nor 410',
    changed({ operation: 'sellPet', path: { petId: 'p1' }, body: {}, json: {} }),
    0,
  ],
  [
    'accepts a response that marks the item as deleted',
    changed(put({ name: 'Ada' }, { json: { ...pet, active: false } })),
    0,
  ],
  [
    'accepts no sign that the change itself sent',
    changed(put({ active: false }, { json: { ...pet, active: false } })),
    1,
  ],
])

const deletedThenListed = (
  pages: readonly Draft[],
  look: Draft | undefined,
  { created = create(), removed = remove() }: More = {},
) => ({ created, before: undefined, removed, read: look, list: pages })

describeRule(listKeepsDeleted, deletedItemListed, shop, [
  [
    'reports a list that still shows the item',
    deletedThenListed([list([pet])], missing()),
    'The 200 response of listPets still lists the item that deletePet deleted.',
  ],
  [
    'reports the deletion too if nothing was read',
    deletedThenListed([list([pet])], undefined),
    [{ operationId: 'deletePet' }, { operationId: 'listPets' }],
  ],
  [
    'reports an item on any page of the list',
    deletedThenListed([list([pet]), list([{ id: 'p2' }])], missing()),
    1,
  ],
  ['leaves an item that can still be read to another rule', deletedThenListed([list([pet])], shown()), 0],
  ['accepts a list of others', deletedThenListed([list([{ id: 'p2' }])], missing()), 0],
  ['accepts a marked item', deletedThenListed([list([{ id: 'p1', deleted: true }])], missing()), 0],
  [
    'accepts no sign that the client sent',
    deletedThenListed([list([{ ...pet, active: false }])], missing(), {
      created: create({ body: { name: 'Rex', active: false } }),
    }),
    1,
  ],
  [
    'keeps silent after a rejected deletion',
    deletedThenListed([list([pet])], missing(), { removed: remove({ status: 409 }) }),
    0,
  ],
])

const page = (...ids: unknown[]) => list(ids.map((id) => ({ id })))
const listed = (
  created: readonly Draft[],
  pages: readonly Draft[],
  more: { before?: readonly Draft[]; read?: Draft } = {},
) => ({ before: more.before, created, read: more.read, list: pages })
const known = read({ id: 'p1' })
const both = [create(), createSecond()]

describeRule(listOmitsCreated, createdItemsListed, shop, [
  [
    'reports a list without the new item',
    listed([create()], [page('p0')], { read: known }),
    'The 200 response of listPets omits the item that createPet created.',
  ],
  [
    'reports the creation too if nothing was read',
    listed([create()], [page()]),
    [{ operationId: 'createPet' }, { operationId: 'listPets' }],
  ],
  ['accepts the item on any page', listed([create()], [page('p1'), page('p0')], { read: known }), 0],
  [
    'ignores a page that was read before the creation',
    listed([create()], [page('p0')], { before: [page('p1')], read: known }),
    1,
  ],
  [
    'accepts an id in other letters',
    listed([create({ json: { id: 'AB-1' } })], [page('ab-1')], { read: known }),
    0,
  ],
  ['accepts a number for its text', listed([create({ json: { id: '7' } })], [page(7)], { read: known }), 0],
  [
    'looks for every item that was created',
    listed(both, [page('p2'), page('p0')]),
    [{ operationId: 'listPets' }],
  ],
  ['accepts a list of all that was created', listed(both, [page('p2'), page('p0', 'p1')]), 0],
  [
    'leaves an item that cannot be read to another rule',
    listed([create()], [page()], { read: missing() }),
    0,
  ],
  [
    'accepts a narrowed list',
    listed([create()], [{ ...page('p0'), query: { kind: 'dog' } }], { read: known }),
    0,
  ],
  [
    'reports a list with a limit',
    listed([create()], [{ ...page('p0'), query: { limit: 3 } }], { read: known }),
    1,
  ],
  ['accepts items without ids', listed([create()], [list([{ name: 'x' }])], { read: known }), 0],
  [
    'accepts a response that is no list',
    listed([create()], [{ ...page(), json: { error: 'x' } }], { read: known }),
    0,
  ],
  ['keeps silent after 202', listed([create({ status: 202 })], [page()], { read: known }), 0],
])
