import { describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { checkOf, describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop, steps } from '../../../test/pet-shop.ts'
import { itemCreated } from '../../scenarios/evidence.ts'
import { childOutlivesParent } from '../child-outlives-parent/oracle.ts'
import { childUnderWrongParent } from '../child-under-wrong-parent/oracle.ts'
import { createdAfterDeletion, identityRule, reuseRule } from './oracle.ts'

const { create, createSecond, put } = pets
const note = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' } } }
const id = { name: 'id', in: 'query', required: true, schema: { type: 'string' } }
const calls = await rigOf({
  paths: {
    '/notes.create': {
      post: { operationId: 'create', requestBody: jsonBody(note), responses: { 200: jsonResponse(note) } },
    },
    '/notes.get': { get: { operationId: 'get', parameters: [id], responses: { 200: jsonResponse(note) } } },
  },
})
const call = (shown: string): Draft => ({
  operation: 'get',
  query: { id: 'n1' },
  boundTo: { 'query.id': 'create $response.body#/id' },
  json: { id: shown },
})

describeCheck(checkOf(identityRule), shop, [
  [
    'reports a read that shows another item',
    pets.read({ id: 'p2', name: 'Ada' }),
    'The 200 response of getPet shows another item than the requested one.',
  ],
  [
    'reports a change that shows another item',
    put({ name: 'a' }, { json: { id: 'p2', name: 'a' } }),
    [{ operationId: 'replacePet' }],
  ],
  ['accepts the id in other letters', pets.read({ id: 'P1' }), 0],
  ['accepts an item without an id', pets.read({ name: 'Rex' }), 0],
  ['accepts a rejection that names another item', pets.read({ id: 'p2' }, { status: 409 }), 0],
  ['reports another id than the query has', call('n2'), 1, calls],
  ['accepts the id that the query has', call('n1'), 0, calls],
  [
    'keeps silent if the id came from another property',
    pets.read({ id: 'p2' }, { boundTo: { 'path.petId': 'createPet $response.body#/slug' } }),
    0,
  ],
  ['keeps silent about an id that was made up', pets.read({ id: 'p2' }, { boundTo: {} }), 0],
])

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const second = (more: Draft = {}) => createSecond({ json: { id: 'p1', name: 'Ada' }, ...more })
const slug = { json: { id: 'ada-1', name: 'Ada' } }
const after = (last: Draft, ...earlier: readonly Draft[]) => ({ earlier, create: last })
/** A toy of the first pet, then one of the second pet. */
const toys = (toyId: unknown) => {
  const [one, other] = ['p1', 'p2'].map((petId) => ({
    operation: 'createToy',
    path: { petId },
    body: { name: petId },
    status: 201,
    json: { id: toyId, name: petId },
  }))
  return after(other ?? {}, one ?? {})
}

describeRule(identityRule, itemCreated, shop, [
  [
    'reports a creation that gives an id twice',
    after(second(), create()),
    [
      {
        operationId: 'createPet',
        message: 'The 201 response of createPet gives a new item the id of another item.',
      },
    ],
  ],
  ['reports the id of any earlier item', after(second(), create(), create({ json: { id: 'p3' } })), 1],
  ['accepts another id', after(createSecond(), create()), 0],
  ['accepts the first creation', after(create()), 0],
  ['accepts a name that was sent twice', after(createSecond(slug), create(slug)), 0],
  ['keeps silent about the same request again', after(second({ body: { name: 'Rex' } }), create()), 0],
  ['keeps silent about 200', after(second({ status: 200 }), create()), 0],
  [
    'keeps silent about a request with a key',
    after(second({ request: { headers: [['idempotency-key', 'k']] } }), create()),
    0,
  ],
  ['accepts one number below two parents', toys(1), 0],
  ['reports one UUID below two parents', toys(UUID), 1],
])

const again = (newId: unknown, more: { removed?: Draft; sent?: string } = {}) => ({
  removals: [more.removed ?? pets.remove()],
  create: create({ body: { name: more.sent ?? 'Ada' }, json: { id: newId, name: 'Ada' } }),
})

describeRule(reuseRule, createdAfterDeletion, shop, [
  [
    'reports the id of a deleted item',
    again('p1'),
    'The 201 response of createPet gives a new item the id of a deleted item.',
  ],
  [
    'reports the id of any of the deleted items',
    { ...again('p1'), removals: [pets.remove(), pets.remove({ path: { petId: 'p2' } })] },
    1,
  ],
  ['accepts another id', again('p2'), 0],
  ['accepts a small number', again(7, { removed: pets.remove({ path: { petId: 7 } }) }), 0],
  ['accepts an id that was sent', again('p1', { sent: 'p1' }), 0],
  [
    'accepts the id of an item that was not deleted',
    again('p1', { removed: pets.remove({ status: 409 }) }),
    0,
  ],
])

const { missing, read, remove } = steps
const toy = { name: 'ball', size: 3 }
const makeToy = (toyId: unknown = 1, step = 'create', status = 201): Draft => ({
  operation: 'createToy',
  step,
  path: { petId: 'p1' },
  body: toy,
  status,
  json: { id: toyId, ...toy },
})
const ask = (json: object, status = 200, step = 'wrong-parent'): Draft => ({
  operation: 'getToy',
  step,
  path: { petId: 'p2', toyId: 1 },
  status,
  json,
})
const noParent = missing('read-missing')
const below = (status: number): Draft => ({
  operation: 'listToys',
  step: 'list-missing',
  path: { petId: 'p1' },
  status,
  json: [],
})
const makeBelow = makeToy(1, 'create-missing')

describeCheck(childUnderWrongParent, shop, [
  [
    'reports a parent that shows the child of another',
    [makeToy(), ask({ id: 1, ...toy })],
    'The 200 response of getToy shows an item under a parent that it does not belong to.',
  ],
  [
    'reports anything under an id that is unique',
    [makeToy('0f8fad5b-d9cb-469f-a165-70867728950e'), ask({})],
    1,
  ],
  [
    'claims nothing of another child of the same number',
    [makeToy(), ask({ id: 1, name: 'bone', size: 3 })],
    0,
  ],
  ['claims nothing of a child that shows nothing', [makeToy(), ask({ id: 1 })], 0],
  ...[404, 403, 400].map((status): Row => [`takes ${status}`, [makeToy(), ask({}, status)], 0]),
  [
    'reports a deletion by the way of another parent, once the item is gone',
    [makeToy(), ask({}, 204, 'delete-elsewhere'), ask({}, 404, 'read-elsewhere')],
    1,
  ],
  [
    'takes a deletion after which the item is there',
    [makeToy(), ask({}, 204, 'delete-elsewhere'), ask({}, 200, 'read-elsewhere')],
    0,
  ],
  ['reports a list below what is not there', [noParent, below(200)], [{ operationId: 'listToys' }]],
  ['takes 404 of a list below what is not there', [noParent, below(404)], 0],
  [
    'reports a creation below what is not there',
    [noParent, makeBelow, noParent],
    [{ operationId: 'createToy' }],
  ],
  ['takes 202 below what is not there', [noParent, { ...makeBelow, status: 202 }, noParent], 0],
  ['takes a parent that is there afterwards', [noParent, makeBelow, read('read-missing', {})], 0],
])

const orphan = (operation: string, step: string, more: Draft = {}): Draft[] => [
  remove({ step: 'delete-parent' }),
  missing('read-parent-gone'),
  { operation, step, path: { petId: 'p1', toyId: 1 }, json: { id: 1, ...toy }, ...more },
]

describeCheck(childOutlivesParent, shop, [
  ['reports what is still shown below what was deleted', orphan('getToy', 'read-orphan'), 2],
  ['reports a list below what was deleted', orphan('listToys', 'list-orphans', { json: [] }), 2],
  ['reports a creation below what was deleted', orphan('createToy', 'create-orphan', { status: 201 }), 2],
  [
    'claims nothing where the parent is only marked',
    orphan('getToy', 'read-orphan').with(1, read('read-parent-gone', { id: 'p1' })),
    0,
  ],
  [
    'claims nothing of a list where nothing tells that the parent is gone',
    orphan('listToys', 'list-orphans', { json: [] }).toSpliced(1, 1),
    0,
  ],
  ['claims nothing of a list without a 404', orphan('listMarks', 'list-orphans', { json: [] }), 0],
  ['takes 404', orphan('getToy', 'read-orphan', { status: 404 }), 0],
])
