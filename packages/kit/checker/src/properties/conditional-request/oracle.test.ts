import { describeRule } from '../../../test/describe-property.ts'
import type { Draft } from '../../../test/describe-check.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { changedItemRead, createdItemRead } from '../../scenarios/evidence.ts'
import {
  changeMet,
  changeOfAny,
  changeUnmet,
  conditionalRequestRule as rule,
  readOther,
  readUnchanged,
} from './oracle.ts'

const rex = { id: 'p1', name: 'Rex' }
const tag = (etag: string) => ({ headers: { etag, 'content-type': 'application/json' } })
const read = (etag: string, name = 'Rex') => pets.read({ ...rex, name }, tag(etag))
const unchanged = (headers: Readonly<Record<string, string>>) => pets.missing({ status: 304, headers })
const change = (name: string, value: string, status: number) =>
  pets.put({ name: 'Ada' }, { request: { headers: [[name, value]] }, status })
const ofPut = [{ operationId: 'replacePet' }]

describeRule(rule, readUnchanged, shop, [
  ['reports a read that shows what has not changed', { first: read('"1"'), repeated: read('"1"') }, 1],
  ['accepts a read that shows another state', { first: read('"1"'), repeated: read('"2"') }, 0],
  [
    'reports 304 without the tag that 200 has',
    { first: read('"1"'), repeated: unchanged({}) },
    [{ operationId: 'getPet' }],
  ],
  ['accepts 304 with the tag', { first: read('"1"'), repeated: unchanged({ etag: '"1"' }) }, 0],
])

describeRule(rule, readOther, shop, [
  ['reports 304 to clients that know another state', { read: unchanged({ etag: '"1"' }) }, 1],
  ['accepts 200 to them', { read: read('"1"') }, 0],
])

const CONDITIONS = [
  ['if-match', '"0"'],
  ['if-match', 'W/"1"'],
  ['if-none-match', '*'],
] as const

describeRule(
  rule,
  changeUnmet,
  shop,
  CONDITIONS.flatMap(([name, value]) => [
    [`reports a change on ${name}: ${value}`, { change: change(name, value, 200) }, ofPut] as const,
    [`accepts 412 to ${name}: ${value}`, { change: change(name, value, 412) }, 0] as const,
  ]),
)

describeRule(rule, changeOfAny, shop, [
  ['reports 412 to a star, because the item exists', { change: change('if-match', '*', 412) }, ofPut],
  ['accepts 409 to a star', { change: change('if-match', '*', 409) }, 0],
])

const met = (etag: string, status = 412) => ({
  before: read('"1"'),
  change: change('if-match', '"0", "1"', status),
  after: read(etag, status === 200 ? 'Ada' : 'Rex'),
})

describeRule(rule, changeMet, shop, [
  [
    'reports 412 to the current tag',
    met('"1"'),
    'The 412 response of replacePet rejects an If-Match that names the current entity tag.',
  ],
  ['accepts it if the tag has changed', met('"2"'), 0],
  ['reports the same tag after the change', met('"1"', 200), 2],
])

/** A change between two reads with their tags. */
const changed = (etag: string, more: { sent?: Draft; name?: string; before?: string } = {}) => ({
  earlier: [],
  before: read(more.before ?? '"1"'),
  change: more.sent ?? pets.patch({ name: 'Ada' }),
  read: read(etag, more.name ?? 'Ada'),
})

describeRule(rule, changedItemRead, shop, [
  [
    'reports the same tag after a change that shows',
    changed('"1"'),
    [{ operationId: 'patchPet' }, { operationId: 'getPet' }],
  ],
  ['accepts another tag after a change', changed('"2"'), 0],
  ['accepts the same tag after a change that does not show', changed('"1"', { name: 'Rex' }), 0],
  ['accepts it after a change of what is not shown', changed('"1"', { sent: pets.patch({ nick: 'A' }) }), 0],
  ['accepts it after a rejection', changed('"1"', { sent: pets.patch({ name: 'Ada' }, { status: 409 }) }), 0],
  ['accepts a weak tag after a change', changed('W/"1"', { before: 'W/"1"' }), 0],
  ['keeps silent if the item was not read before', { ...changed('"1"'), before: undefined }, 0],
])

/** A creation with the tag "1", and its read with another one. */
const created = (etag: string, more: Draft = {}, headers = {}) => ({
  create: pets.create({ ...tag('"1"'), ...more }),
  read: pets.read(rex, { headers: { ...tag(etag).headers, ...headers } }),
})

describeRule(rule, createdItemRead, shop, [
  [
    'reports another tag than the same content has when it is read',
    created('"2"'),
    [{ operationId: 'createPet' }],
  ],
  ['accepts the tag of the creation', created('"1"'), 0],
  ['accepts a weakened tag', created('W/"1"'), 0],
  ['accepts another tag of compressed content', created('"2"', {}, { 'content-encoding': 'gzip' }), 0],
  ['accepts another tag of other content', created('"2"', { json: { id: 'p1' } }), 0],
  ['accepts a creation without a tag', created('"2"', { headers: {} }), 0],
])
