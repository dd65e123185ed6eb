import { describeCheck, type Draft, rigOf } from '../../../test/describe-check.ts'
import { checkOf, describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { itemCreated } from '../../scenarios/evidence.ts'
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
