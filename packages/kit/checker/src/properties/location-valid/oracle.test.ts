import { expect } from 'vitest'
import type { Draft, Row } from '../../../test/describe-check.ts'
import { describeRule, describeVerify } from '../../../test/describe-property.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { locationFollowed, locationValidRule as rule } from './oracle.ts'

const located = (location: string, more: Draft = {}) => pets.create({ headers: { location }, ...more })
const told = (what: string) => `The 201 response of createPet has a Location that ${what}.`

describeVerify(rule, shop, [
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
])

const follow = (target: string, status: number, more: Draft = {}): Draft => ({
  request: { target },
  status,
  ...more,
})
const elsewhere = located('/animals/p1')
const led = (created: Draft, followed: Draft) => ({ created, followed })
const toAnimal = (status: number, more: Draft = {}) => led(elsewhere, follow('/animals/p1', status, more))
const list = { ...pets.list([{ id: 'p1' }]), request: { target: '/pets' } }
const lost = pets.missing()

describeRule(rule, locationFollowed, shop, [
  [
    'accepts an accepted item that is not there yet',
    led(located('/pets/p9', { status: 202 }), follow('/pets/p9', 404)),
    0,
  ],
  ['accepts a job that is over', led(located('/jobs/1', { status: 202 }), follow('/jobs/1', 404)), 0],
  ...[404, 410, 405].map(
    (status) =>
      [
        `reports a URL outside the document that returns ${status}`,
        toAnimal(status),
        [{ operationId: 'createPet', message: told('leads nowhere') }],
      ] as const,
  ),
  ...[200, 301, 401, 500].map(
    (status) => [`accepts a URL outside the document that returns ${status}`, toAnimal(status), 0] as const,
  ),
  ['reports a URL that leads to the list', led(located('/pets'), list), [{ operationId: 'createPet' }]],
  ['accepts the list where no id is told', led(located('/pets', { json: {} }), list), 0],
  ['accepts the list for what was only accepted', led(located('/pets', { status: 202 }), list), 0],
  [
    'reports a documented path that has lost the path of the base URL',
    led(located('/pets/p1'), follow('/../../pets/p1', 404)),
    [{ message: expect.stringContaining('lacks the path of the base URL') as string }],
  ],
  ['accepts it where it is found', led(located('/pets/p1'), follow('/../../pets/p1', 200)), 0],
  ['keeps silent about another path', led(elsewhere, follow('/../../animals/p1', 404)), 0],
  [
    'reports a URL where another item is found',
    toAnimal(200, { json: { id: 'p9' } }),
    told('leads to another item than the created one'),
  ],
  ['accepts a URL where the item is found', toAnimal(200, { json: { id: 'p1' } }), 0],
  ['leaves the item that is not where its id says to another rule', led(located('/v1/pets/p1'), lost), 0],
  ['leaves an item without an id to it, too', led(located('/pets/p1', { json: { name: 'Rex' } }), lost), 0],
  [
    'keeps silent about what was not created',
    led({ ...elsewhere, status: 422 }, follow('/animals/p1', 404)),
    0,
  ],
  [
    'tells the same fault once',
    led(located('/pets/p9'), pets.read({ id: 'p9' }, { path: { petId: 'p9' } })),
    0,
  ],
])
