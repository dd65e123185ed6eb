import type { Draft } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import {
  childUnderWrongParentRule as rule,
  createdBelowNothing,
  createdBesideNothing,
  deletedUnderOther,
  listedBelowNothing,
  listedUnderOther,
  readUnderOther,
} from './oracle.ts'

const toy = { name: 'ball', size: 3 }
const makeToy = (toyId: unknown = 1, status = 201): Draft => ({
  operation: 'createToy',
  path: { petId: 'p1' },
  body: toy,
  status,
  json: { id: toyId, ...toy },
})
const toyOf = (petId: string, json: object, status = 200): Draft => ({
  operation: 'getToy',
  path: { petId, toyId: 1 },
  status,
  json,
})
const read = (json: object, { id, status = 200 }: { id?: string; status?: number } = {}) => ({
  create: makeToy(id),
  read: toyOf('p2', json, status),
})

describeRule(rule, readUnderOther, shop, [
  [
    'reports a parent that shows the child of another',
    read({ id: 1, ...toy }),
    'The 200 response of getToy shows an item under a parent that it does not belong to.',
  ],
  [
    'reports anything under an id that is unique',
    read({}, { id: '0f8fad5b-d9cb-469f-a165-70867728950e' }),
    1,
  ],
  ['keeps silent about another child of the same number', read({ id: 1, name: 'bone', size: 3 }), 0],
  ['keeps silent about a child that shows nothing', read({ id: 1 }), 0],
  ...[404, 403, 400, 500].map((status) => [`accepts ${status}`, read(toy, { status }), 0] as const),
])

const UNIQUE = '0f8fad5b-d9cb-469f-a165-70867728950e'
const listedElsewhere = (id: unknown, shown: object) => ({
  create: makeToy(id),
  list: { operation: 'listToys', path: { petId: 'p2' }, json: [{ id, ...shown }] },
})

describeRule(rule, listedUnderOther, shop, [
  [
    'reports a parent that lists the child of another',
    listedElsewhere(UNIQUE, {}),
    'The 200 response of listToys lists an item of another parent.',
  ],
  ['keeps silent about a number, which may start again', listedElsewhere(1, toy), 0],
  [
    'keeps silent about an item that the client names',
    { ...listedElsewhere(UNIQUE, {}), create: { ...makeToy(UNIQUE), body: { ...toy, name: UNIQUE } } },
    0,
  ],
  ['accepts other children', { ...listedElsewhere(UNIQUE, {}), list: listedElsewhere(2, toy).list }, 0],
])

const removed = (status: number, then: number) => ({
  remove: toyOf('p2', {}, status),
  read: toyOf('p1', {}, then),
})

describeRule(rule, deletedUnderOther, shop, [
  [
    'reports a deletion through another parent, once the item is gone',
    removed(204, 404),
    'The 204 response of getToy deletes an item through a parent that it does not belong to.',
  ],
  ['reports it where the item is gone for good', removed(204, 410), 1],
  ['accepts a deletion after which the item is there', removed(204, 200), 0],
  ['accepts a deletion that is only promised', removed(202, 404), 0],
])

const listed = (status: number) => ({
  list: { operation: 'listToys', path: { petId: 'p9' }, status, json: [] },
})

describeRule(rule, listedBelowNothing, shop, [
  ['reports a list below what is not there', listed(200), [{ operationId: 'listToys' }]],
  ['accepts 404', listed(404), 0],
  ['accepts 403', listed(403), 0],
])

describeRule(rule, createdBelowNothing, shop, [
  [
    'reports a creation below what is not there',
    { create: makeToy(), read: pets.missing() },
    [{ operationId: 'createToy' }],
  ],
  ['accepts a creation that is only promised', { create: makeToy(1, 202), read: pets.missing() }, 0],
  ['accepts a rejection', { create: makeToy(1, 404), read: pets.missing() }, 0],
  ['accepts a parent that is there afterwards', { create: makeToy(), read: pets.read({}) }, 0],
])

const related = (status: number, after: Draft = pets.missing(), deleted = 204) => ({
  remove: toyOf('p1', {}, deleted),
  read: after,
  create: makeToy(1, status),
})

describeRule(rule, createdBesideNothing, shop, [
  [
    'reports a creation that names what was deleted',
    related(201),
    'The 201 response of createToy creates an item with a relationship to one that does not exist.',
  ],
  ['accepts a rejection', related(404), 0],
  ['accepts a creation that is only promised', related(202), 0],
  ['keeps silent about an item that is still there', related(201, pets.read({})), 0],
  ['keeps silent about a deletion that is only promised', related(201, pets.missing(), 202), 0],
])
