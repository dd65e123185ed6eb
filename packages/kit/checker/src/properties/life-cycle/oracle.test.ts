import { describeCheck, type Draft, type Row } from '../../../test/describe-check.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import { listKeepsDeleted, listOmitsCreated, useAfterDelete } from './oracle.ts'

const { create, createSecond, list, missing, put, read, remove } = steps
const pet = { id: 'p1', name: 'Rex' }
const shown = (more: object = {}) => read('read-after-delete', { ...pet, ...more })
const denied = missing('read-after-delete')
const deleted = [create(), remove()]
const gone = [...deleted, denied]
const changed = (status: number) => put({ name: 'Ada' }, { step: 'change-deleted', status, json: pet })
const odd = { closingTime: '18:00', deletedAt: null }

/** A row for each status, with its exchanges. */
const takes = (
  statuses: readonly number[],
  what: string,
  drafts: (status: number) => readonly Draft[],
): Row[] => statuses.map((status) => [`takes ${what} ${status}`, drafts(status), 0])

describeCheck(useAfterDelete, shop, [
  [
    'reports both who deleted and who still shows',
    [...deleted, shown()],
    [
      {
        operationId: 'deletePet',
        message: 'The 200 response of getPet still shows the item that deletePet deleted.',
      },
      { operationId: 'getPet' },
    ],
  ],
  ...takes([404, 410, 403, 500], 'a read of', (status) => [
    ...deleted,
    missing('read-after-delete', { status }),
  ]),
  ...takes([202, 404, 409], 'a read after a deletion of', (status) => [
    create(),
    remove({ status }),
    shown(),
  ]),
  ['takes a time of deletion for a mark', [...deleted, shown({ deletedAt: '2024-01-01' })], 0],
  ['takes a status for a mark', [...deleted, shown({ status: 'archived' })], 0],
  ['takes a flag for a mark', [...deleted, shown({ active: false })], 0],
  ['takes a nested state for a mark', [...deleted, shown({ state: { lifecycle: 'closed' } })], 0],
  [
    'takes nothing for a mark that was there before',
    [create(), read('read-created', { ...pet, ...odd }), remove(), shown(odd)],
    2,
  ],
  [
    'takes nothing for a mark that only another item lacked',
    [
      create(),
      read('read-created', { ...pet, ...odd, active: false }),
      createSecond(),
      read('read-other', { id: 'p2', name: 'Ada', active: true }, { path: { petId: 'p2' } }),
      remove(),
      shown({ ...odd, active: false }),
    ],
    2,
  ],
  [
    'reports a change of what is gone',
    [...gone, changed(200)],
    'The 200 response of replacePet changes the item that deletePet deleted.',
  ],
  [
    'takes nothing for a mark that the change itself sent',
    [...gone, put({ active: false }, { step: 'change-deleted', json: { ...pet, active: false } })],
    1,
  ],
  ['reports it once', [...gone, changed(200), changed(200)], 0],
  ...takes([201, 404, 409], 'a change of', (status) => [...gone, changed(status)]),
  ['takes a change where the item can be read', [...deleted, shown({ status: 'archived' }), changed(200)], 0],
  ['looks at no other step', [...deleted, read('link', pet)], 0],
])

const after = (...items: object[]) => list('list-after-delete', items)

describeCheck(listKeepsDeleted, shop, [
  [
    'reports a list that still shows the item',
    [...gone, after(pet)],
    'The 200 response of listPets still lists the item that deletePet deleted.',
  ],
  [
    'reports the deletion too, where nothing was read',
    [...deleted, after(pet)],
    [{ operationId: 'deletePet' }, { operationId: 'listPets' }],
  ],
  ['leaves what can still be read to another check', [...deleted, shown(), after(pet)], 0],
  ['takes a list of others', [...gone, after({ id: 'p2' })], 0],
  ['takes a marked item', [...gone, after({ id: 'p1', deleted: true })], 0],
  ['claims nothing after a refused deletion', [create(), remove({ status: 409 }), denied, after(pet)], 0],
])

const known = read('read-created', { id: 'p1' })
const page = (step: string, ...ids: unknown[]) =>
  list(
    step,
    ids.map((id) => ({ id })),
  )
const listed = (...ids: unknown[]) => page('list-after-create', ...ids)
const pages = [page('page-1', 'p2'), page('page-2', 'p0'), page('list-all', 'p2', 'p0')]

describeCheck(listOmitsCreated, shop, [
  [
    'reports a list without the new item',
    [create(), known, listed('p0')],
    'The 200 response of listPets omits the item that createPet created.',
  ],
  [
    'reports the creation too, where nothing was read',
    [create(), listed()],
    [{ operationId: 'createPet' }, { operationId: 'listPets' }],
  ],
  ['looks at all pages', [create(), known, page('list-page', 'p1'), listed('p0')], 0],
  ['looks at no page before', [create(), page('list-page', 'p1'), known, listed('p0')], 1],
  ['takes an id in other letters', [create({ json: { id: 'AB-1' } }), known, listed('ab-1')], 0],
  ['takes a number for its text', [create({ json: { id: '7' } }), known, listed(7)], 0],
  ['looks for all that was created', [create(), createSecond(), ...pages], [{ operationId: 'listPets' }]],
  ['takes a whole list that has it', [createSecond(), ...pages], 0],
  ['takes a whole list without what was deleted', [create(), remove(), ...pages], 0],
  ['leaves what a page shows to another check', [create(), page('page-1', 'p1'), page('list-all', 'p0')], 0],
  ['leaves what cannot be read to another check', [create(), missing('read-created'), listed()], 0],
  ['takes a narrowed list', [create(), known, { ...listed(), query: { kind: 'dog' } }], 0],
  ['reports a list with a limit', [create(), known, { ...listed(), query: { limit: 3 } }], 1],
  ['takes items without ids', [create(), known, list('list-after-create', [{ name: 'x' }])], 0],
  ['takes what is no list', [create(), known, { ...listed(), json: { error: 'x' } }], 0],
  ['claims nothing after 202', [create({ status: 202 }), known, listed()], 0],
])
