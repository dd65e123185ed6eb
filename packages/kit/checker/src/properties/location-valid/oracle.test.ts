import { expect } from 'vitest'
import { describeCheck, type Draft, type Row } from '../../../test/describe-check.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import { locationValid } from './oracle.ts'

const located = (location: string, more: Draft = {}) => steps.create({ headers: { location }, ...more })
const follow = (target: string, status: number, more: Draft = {}): Draft => ({
  step: 'follow-location',
  request: { target },
  status,
  ...more,
})
const elsewhere = located('/animals/p1')
const found = (json: object) => [elsewhere, follow('/animals/p1', 200, { json })]
const list = { ...steps.list('follow-location', [{ id: 'p1' }]), request: { target: '/pets' } }
const lost = steps.missing('follow-location')
const told = (what: string) => `The 201 response of createPet has a Location that ${what}.`

describeCheck(locationValid, shop, [
  ...['/pets/p9', 'https://api.example.org/v1/pets/p9?x=1', 'pets/p9'].map((location): Row => [
    `reports a creation of p1 that names ${location}`,
    located(location),
    told('names another item than the created one'),
  ]),
  ...['/pets/P1', '/v1/pets/p1/', '/animals/7', '/pets'].map((location): Row => [
    `cannot tell anything else from ${location}`,
    located(location),
    0,
  ]),
  ['reports another item of what was only accepted', located('/pets/p9', { status: 202 }), 1],
  [
    'takes an accepted item that is not there yet',
    [located('/pets/p9', { status: 202 }), follow('/pets/p9', 404)],
    0,
  ],
  ['takes a job that is over', [located('/jobs/1', { status: 202 }), follow('/jobs/1', 404)], 0],
  ...[404, 410, 405].map((status): Row => [
    `reports an address outside the document that answers ${status}`,
    [elsewhere, follow('/animals/p1', status)],
    [{ operationId: 'createPet', message: told('leads nowhere') }],
  ]),
  ...[200, 301, 401, 500].map((status): Row => [
    `takes an address outside the document that answers ${status}`,
    [elsewhere, follow('/animals/p1', status)],
    0,
  ]),
  ['reports an address that leads to the list', [located('/pets'), list], [{ operationId: 'createPet' }]],
  ['takes the list where no id is told', [located('/pets', { json: {} }), list], 0],
  ['takes the list for what was only accepted', [located('/pets', { status: 202 }), list], 0],
  [
    'reports a documented path that has lost the path of the base URL',
    [located('/pets/p1'), follow('/../../pets/p1', 404)],
    [{ message: expect.stringContaining('lacks the path of the base URL') as string }],
  ],
  ['takes it where it is found', [located('/pets/p1'), follow('/../../pets/p1', 200)], 0],
  ['claims nothing of another path', [elsewhere, follow('/../../animals/p1', 404)], 0],
  ['reports an address where another item is found', found({ id: 'p9' }), told('leads to another item than the created one')], // prettier-ignore
  ['takes an address where the item is found', found({ id: 'p1' }), 0],
  ['leaves the item that is not where its id says to another check', [located('/v1/pets/p1'), lost], 0],
  ['leaves an item without an id to it, too', [located('/pets/p1', { json: { name: 'Rex' } }), lost], 0],
  [
    'tells the same fault once',
    [located('/pets/p9'), steps.read('follow-location', { id: 'p9' }, { path: { petId: 'p9' } })],
    0,
  ],
])
