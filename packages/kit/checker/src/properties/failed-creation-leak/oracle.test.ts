import { describeRule } from '../../../test/describe-property.ts'
import type { Draft } from '../../../test/describe-check.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { creationFailed, failedCreationLeakRule } from './oracle.ts'

const old = { id: 'p0', name: 'Ada' }
const rex = { id: 'p1', name: 'Rex', weight: 5, nick: 'R' }
const fail = (status: number, more: Draft = {}): Draft =>
  pets.create({ mode: 'negative', body: { name: 'Rex', kind: 'cow' }, status, json: undefined, ...more })
const leak = (status: number, ...items: object[]) => ({
  before: [pets.list([old])],
  failed: fail(status),
  list: [pets.list([old, ...items])],
})
const batch = { body: { pets: [{ name: 'Rex' }, {}] }, json: { results: [{}, {}] } }
const unnamed = pets.list([{ name: 'Ada' }])

describeRule(failedCreationLeakRule, creationFailed, shop, [
  [
    'reports the creation that left a new item',
    leak(422, rex),
    'The 422 response of createPet rejects a creation, but the list shows a new item afterwards.',
  ],
  ['reports a new item that shows nothing of the request', leak(422, { id: 'p1' }), 1],
  ['reports a new item on a later page', { ...leak(422), list: [pets.list([old]), pets.list([rex])] }, 1],
  ['accepts an unchanged list', leak(422), 0],
  [
    'accepts an item that was on a later page before',
    { ...leak(422, rex), before: [pets.list([old]), pets.list([rex])] },
    0,
  ],
  [
    'accepts a batch that reports the result of each item',
    { ...leak(422, rex), failed: fail(422, batch) },
    0,
  ],
  ['keeps silent about an item that resembles nothing', leak(422, { id: 'p1', name: 'Zoe' }), 0],
  ['keeps silent after 201', leak(201, rex), 0],
  ['keeps silent after 202', leak(202, rex), 0],
  ['keeps silent after 500', leak(500, rex), 0],
  ['keeps silent if the list was not read before', { ...leak(422, rex), before: [fail(500)] }, 0],
  ['keeps silent if items have no ids', { ...leak(422, rex), before: [unnamed] }, 0],
])
