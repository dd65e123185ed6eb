import { describeCheck, type Draft, type Row } from '../../../test/describe-check.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import { conditionalRequest } from './conditions.ts'

const rex = { id: 'p1', name: 'Rex' }
const tag = (etag: string) => ({ headers: { etag, 'content-type': 'application/json' } })
const read = (step: string, etag: string) => steps.read(step, rex, tag(etag))
const first = read('condition-first', '"1"')
const unchanged = (headers: Readonly<Record<string, string>>, step = 'condition-unchanged') =>
  steps.missing(step, { status: 304, headers })
const change = (step: string, value: string, status: number) =>
  steps.put({ name: 'Ada' }, { step, request: { headers: [['if-match', value]] }, status })
const ofPut = [{ operationId: 'replacePet' }]
const afterRefusal = (etag: string) => [
  first,
  change('condition-met', '"0", "1"', 412),
  read('condition-after', etag),
]
/** A change between two reads with their tags. */
const changed = (etag: string, more: { sent?: Draft; name?: string; before?: string } = {}) => [
  read('read-before-change', more.before ?? '"1"'),
  more.sent ?? steps.patch({ name: 'Ada' }),
  steps.read('read-after-change', { ...rex, name: more.name ?? 'Ada' }, tag(etag)),
]
/** A creation with the tag "1", and its read with another one. */
const created = (etag: string, more: Draft = {}, headers = {}) => [
  steps.create({ ...tag('"1"'), ...more }),
  steps.read('read-created', rex, { headers: { ...tag(etag).headers, ...headers } }),
]

describeCheck(conditionalRequest, shop, [
  [
    'reports a read that is told again though nothing has changed',
    [first, read('condition-unchanged', '"1"')],
    1,
  ],
  ['takes a read that is told anew', [first, read('condition-unchanged', '"2"')], 0],
  ['reports 304 without the tag that 200 has', [first, unchanged({})], [{ operationId: 'getPet' }]],
  ['takes 304 with the tag', [first, unchanged({ etag: '"1"' })], 0],
  ['reports 304 to those who know another state', [first, unchanged({ etag: '"1"' }, 'condition-other')], 1],
  ['takes 200 to those', [first, read('condition-other', '"1"')], 0],
  ...['condition-stale', 'condition-absent', 'condition-weak'].flatMap((step): Row[] => [
    [`reports the change after ${step}`, [first, change(step, '"x"', 200)], ofPut],
    [`takes 412 after ${step}`, [first, change(step, '"x"', 412)], 0],
  ]),
  ['reports 412 to a star, for the item is there', [first, change('condition-met', '*', 412)], ofPut],
  ['takes 409 to a star', [first, change('condition-met', '*', 409)], 0],
  ['claims nothing of 412 to the tag alone', [first, change('condition-met', '"1"', 412)], 0],
  [
    'reports 412 to a list that has the current tag, where that is still current',
    afterRefusal('"1"'),
    'The 412 response of replacePet rejects an If-Match that names the current entity tag.',
  ],
  ['takes it where the tag has changed', afterRefusal('"2"'), 0],
  [
    'reports the same tag after a change that shows',
    changed('"1"'),
    [{ operationId: 'patchPet' }, { operationId: 'getPet' }],
  ],
  ['takes another tag after a change', changed('"2"'), 0],
  ['takes the same tag after a change that does not show', changed('"1"', { name: 'Rex' }), 0],
  ['takes it after a change of what is not shown', changed('"1"', { sent: steps.patch({ nick: 'A' }) }), 0],
  ['takes it after a refusal', changed('"1"', { sent: steps.patch({ name: 'Ada' }, { status: 409 }) }), 0],
  ['takes a weak tag after a change', changed('W/"1"', { before: 'W/"1"' }), 0],
  [
    'reports another tag than the same content has when it is read',
    created('"2"'),
    [{ operationId: 'createPet' }],
  ],
  ['takes the tag of the creation', created('"1"'), 0],
  ['takes a weakened tag', created('W/"1"'), 0],
  ['takes another tag of packed content', created('"2"', {}, { 'content-encoding': 'gzip' }), 0],
  ['takes another tag of other content', created('"2"', { json: { id: 'p1' } }), 0],
  ['takes a creation without a tag', created('"2"', { headers: {} }), 0],
])
