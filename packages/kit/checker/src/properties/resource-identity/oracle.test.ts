import { describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import { createdResourceUnavailable } from '../created-resource-unavailable/oracle.ts'
import { idReused, resourceIdentity } from './oracle.ts'

const { create, createSecond, list, missing, put, read, remove } = steps
const denied = missing('read-created')
const found = read('read-created', { id: 'p1' })
/** A denial of what is named by a property, or by something else, of an earlier response. */
const deniedBy = (source: string, more: Draft = {}) =>
  missing('read-created', { boundTo: { 'path.petId': `createPet ${source}` }, ...more })
const listed = (operation: string) =>
  missing('read-listed', { boundTo: { 'path.petId': `${operation} list` } })
const queried = (source: string) =>
  missing('read-created', { query: { id: 'p1' }, boundTo: { 'query.id': `createPet ${source}` } })

describeCheck(createdResourceUnavailable, shop, [
  [
    'reports both who created and who denies',
    [create(), denied],
    [
      {
        operationId: 'createPet',
        message: 'The 404 response of getPet says that the item does not exist, but createPet created it.',
      },
      { operationId: 'getPet' },
    ],
  ],
  [
    'reports only who denies what was read before',
    [create(), found, remove({ status: 404 })],
    [{ operationId: 'deletePet' }],
  ],
  ['reports who created what was lost after another was read', [create(), found, create(), denied], 2],
  [
    'reports a reader that denies what a list shows',
    [list('list-all', [{ id: 'p1' }]), missing('read-listed')],
    [{ operationId: 'getPet' }],
  ],
  ...[200, 401, 403, 400, 500].map((status): Row => [
    `takes ${status}`,
    [create(), missing('read-created', { status })],
    0,
  ]),
  ['claims nothing after 202', [create({ status: 202 }), denied], 0],
  [
    'claims nothing where a query may be the reason',
    [create(), missing('read-created', { query: { fields: 'x' } })],
    0,
  ],
  ['reports a denial of an id in the query', [create(), queried('$response.body#/id')], 2],
  ['claims nothing of another value in the query', [create(), queried('$response.body#/number')], 0],
  ['tells the same loss once', [create(), denied, remove({ status: 404 })], 0],
  ['claims nothing after a deletion', [create(), remove(), denied], 0],
  [
    'reports the loss of another item after a deletion',
    [create(), createSecond(), remove(), missing('read-other', { path: { petId: 'p2' } })],
    2,
  ],
  ['reports a denial of a listed id', [list('list-all', [{ id: 'p1' }]), listed('listPets')], 1],
  ['claims nothing of an id that may be another', [create(), deniedBy('$response.body#/number')], 0],
  ['reports a denial of a nested id', [create(), deniedBy('$response.body#/data/petId')], 2],
  ['reports a denial of the address', [create(), deniedBy('$response.header.location#/pets/{petId}')], 2],
])

const second = (more: Draft = {}) => createSecond({ json: { id: 'p1', name: 'Ada' }, ...more })
const slug = { json: { id: 'ada-1', name: 'Ada' } }
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

describeCheck(resourceIdentity, shop, [
  [
    'reports a read that shows another item',
    [create(), read('read-created', { id: 'p2', name: 'Ada' })],
    'The 200 response of getPet shows another item than the requested one.',
  ],
  [
    'reports a change that shows another item',
    put({ name: 'a' }, { json: { id: 'p2', name: 'a' } }),
    [{ operationId: 'replacePet' }],
  ],
  ['takes the id in other letters', read('read-created', { id: 'P1' }), 0],
  ['takes an item without an id', read('read-created', { name: 'Rex' }), 0],
  ['reports another id than the query has', call('n2'), 1, calls],
  ['takes the id that the query has', call('n1'), 0, calls],
  [
    'claims nothing where the id came from another property',
    read('read-created', { id: 'p2' }, { boundTo: { 'path.petId': 'createPet $response.body#/slug' } }),
    0,
  ],
  ['claims nothing of an id that was made up', read('read-created', { id: 'p2' }, { boundTo: {} }), 0],
  [
    'reports a creation that gives an id twice',
    [create(), second()],
    'The 201 response of createPet gives a new item the id of another item.',
  ],
  ['takes another id', [create(), createSecond()], 0],
  ['takes the id of what was deleted', [create(), remove({ step: 'delete-elsewhere' }), second()], 0],
  ['takes a name that was sent twice', [create(slug), createSecond(slug)], 0],
  ['claims nothing of the same request again', [create(), second({ body: { name: 'Rex' } })], 0],
  ['claims nothing of 200', [create(), second({ status: 200 })], 0],
  [
    'claims nothing of a request with a key',
    [create(), second({ request: { headers: [['idempotency-key', 'k']] } })],
    0,
  ],
])

const createAgain = (newId: unknown, more: Draft = {}) =>
  create({ step: 'create-after-delete', body: { name: 'Ada' }, json: { id: newId }, ...more })

describeCheck(idReused, shop, [
  [
    'reports the id of what was deleted',
    [create(), remove(), createAgain('p1')],
    'The 201 response of createPet gives a new item the id of a deleted item.',
  ],
  ['takes another id', [create(), remove(), createAgain('p2')], 0],
  ['takes a small number', [create({ json: { id: 7 } }), remove({ path: { petId: 7 } }), createAgain(7)], 0],
  ['takes an id that was sent', [create(), remove(), createAgain('p1', { body: { name: 'p1' } })], 0],
  ['takes the id of what was not deleted', [create(), remove({ status: 409 }), createAgain('p1')], 0],
])
