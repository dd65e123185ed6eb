import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { itemUsed } from '../../scenarios/evidence.ts'
import { createdResourceUnavailableRule as rule } from './oracle.ts'

const { create, list, missing, read, remove } = pets
const found = read({ id: 'p1' })

/** A pet that was created, or found in a list, and is then used; with the reads in between. */
const used = (use: Draft, source: Draft = create(), reads: readonly Draft[] = []) => ({ source, reads, use })
/** Whether the id in the use came from a property of an earlier response. */
const boundBy = (origin: string) => used(missing({ boundTo: { 'path.petId': `createPet ${origin}` } }))
const inQuery = (origin: string) =>
  used(missing({ query: { id: 'p1' }, boundTo: { 'query.id': `createPet ${origin}` } }))
const fromList = (more: Draft = {}) => used(missing(more), list([{ id: 'p1' }]))

const SECRET = { type: 'object', properties: { id: { type: 'string' } } }
const secrets = await rigOf({
  paths: {
    '/secrets': {
      post: { operationId: 'keep', requestBody: jsonBody(SECRET), responses: { 201: jsonResponse(SECRET) } },
    },
    '/secrets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'reveal', responses: { 200: jsonResponse(SECRET), 410: { description: 'Gone' } } },
    },
  },
})
const tickets = await rigOf({
  paths: {
    '/tickets': {
      post: { operationId: 'open', requestBody: jsonBody(SECRET), responses: { 200: { description: 'OK' } } },
    },
    '/tickets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { operationId: 'show', responses: { 200: jsonResponse(SECRET) } },
    },
  },
})
const chosen = (id: string, origin = 'open $request.body#/id') =>
  used(
    { operation: 'show', path: { id }, status: 404, boundTo: { 'path.id': origin } },
    { operation: 'open', body: { id }, status: 200 },
  )

const onceOnly = (status: number) =>
  used(
    { operation: 'reveal', path: { id: 's1' }, status },
    { operation: 'keep', body: {}, status: 201, json: { id: 's1' } },
  )

describeRule(rule, itemUsed, shop, [
  [
    'reports both the creation and the request that denies the item',
    used(missing()),
    [
      {
        operationId: 'createPet',
        message: 'The 404 response of getPet says that the item does not exist, but createPet created it.',
      },
      { operationId: 'getPet' },
    ],
  ],
  [
    'reports only the denial if the item was read before',
    used(remove({ status: 404 }), create(), [found]),
    [{ operationId: 'deletePet' }],
  ],
  [
    'reports a read of an item that a list shows',
    fromList(),
    [
      {
        operationId: 'getPet',
        message: 'The 404 response of getPet says that an item does not exist, but listPets listed it.',
      },
    ],
  ],
  [
    'reports a read of an id that the list names',
    fromList({ boundTo: { 'path.petId': 'listPets list' } }),
    1,
  ],
  ...[200, 401, 403, 400, 500].map((status) => [`accepts ${status}`, used(missing({ status })), 0] as const),
  ['reports 410', used(missing({ status: 410 })), 2],
  ['accepts a documented 410, since the item may be readable only once', onceOnly(410), 0, secrets],
  ['reports 404 even if 410 is documented', onceOnly(404), 2, secrets],
  ['reports 404 for an id that the client chose', chosen('6f1d2c3b-0000-4000-8000-000000000001'), 2, tickets],
  ['keeps silent about an id that the path does not accept', chosen('abc'), 0, tickets],
  ['keeps silent about such an id in a list', chosen('abc', 'tickets list'), 0, tickets],
  ['reports such an id of a response', chosen('abc', 'open $response.body#/id'), 2, tickets],
  ['keeps silent after 202', used(missing(), create({ status: 202 })), 0],
  ['keeps silent after a rejected creation', used(missing(), create({ status: 422 })), 0],
  ['keeps silent if a query may be the reason', used(missing({ query: { fields: 'x' } })), 0],
  ['reports a denial of an id in the query', inQuery('$response.body#/id'), 2],
  ['keeps silent about another value in the query', inQuery('$response.body#/number'), 0],
  ['reports the same loss once', used(remove({ status: 404 }), create(), [missing()]), 0],
  ['keeps silent about an id that may be another', boundBy('$response.body#/number'), 0],
  ['reports a denial of a nested id', boundBy('$response.body#/data/petId'), 2],
  ['reports a denial of the address', boundBy('$response.header.location#/pets/{petId}'), 2],
])
