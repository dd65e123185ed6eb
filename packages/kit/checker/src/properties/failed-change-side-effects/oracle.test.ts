import { describeCheck } from '../../../test/describe-check.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { failedChangeSideEffects } from './oracle.ts'

const { missing, put, read } = steps
const rex = { id: 'p1', name: 'Rex', weight: 5, nick: 'R' }
const before = read('read-before-change', { ...rex, updatedAt: 'then' })
const failed = (body: Json, status = 422) =>
  put(body, { step: 'failed-change', mode: 'negative', status, json: undefined, text: '' })
const after = (more: object) => read('read-after-failed-change', { ...rex, ...more })
const nine = { weight: 9 }
const between = read('read-after-change', { id: 'p1', name: 'Rex', weight: 9 })
const tagged = read('read-before-change', { id: 'p1', name: 'Rex', tags: ['a', 'b'] })
const batch = put(
  { weight: 9, items: [{}, {}] },
  { step: 'failed-change', status: 409, json: { results: [{}, {}] } },
)
const first = (weight: number) => read('condition-first', { id: 'p1', name: 'Rex', weight })
const stale = (status: number, weight: number) => [
  first(5),
  put(nine, { step: 'condition-stale', status, json: undefined, text: '' }),
  first(weight),
]

describeCheck(failedChangeSideEffects, shop, [
  [
    'reports the change whose value was taken',
    [before, failed({ name: 7, weight: 9 }), after(nine)],
    'The 422 response of replacePet rejects a change, but the change takes effect: weight.',
  ],
  [
    'reports the change that lost what it left out',
    [before, failed({ nick: 'R', weight: 5 }), after({ name: null })],
    [{ operationId: 'replacePet' }],
  ],
  ['compares with what was read last', [before, between, failed(nine), after(nine)], 0],
  ['reports a change of what was read last', [between, failed({ weight: 8 }), after({ weight: 8 })], 1],
  [
    'reports a loss though nothing sent is shown',
    [before, failed({ tame: 7 }), after({ nick: undefined })],
    1,
  ],
  [
    'reports the change after which the item is gone',
    [before, failed({}), missing('read-after-failed-change')],
    1,
  ],
  ['takes what is the same', [tagged, failed({ tags: ['a', 'a'] }), after({ tags: ['a', 'b'] })], 0],
  [
    'reports a valid change that was refused',
    [before, { ...failed(nine, 409), step: 'change' }, after(nine)],
    1,
  ],
  ['reports a refused creation', [before, { ...failed(nine, 409), step: 'failed-create' }, after(nine)], 1],
  ['takes a batch that tells what became of each item', [before, batch, after(nine)], 0],
  ['counts 404 as a refusal', [before, failed(nine, 404), after(nine)], 1],
  ['reports the change on a stale condition', stale(412, 9), [{ operationId: 'replacePet' }]],
  ['takes a stale condition without effect', stale(412, 5), 0],
  ['takes 404 to a stale condition', stale(404, 9), 0],
  ['takes what the server sets', [before, failed({ name: 7, weight: 9 }), after({ updatedAt: 'now' })], 0],
  [
    'takes a time that was sent',
    [before, failed({ updatedAt: 'now', weight: 5 }), after({ updatedAt: 'now' })],
    0,
  ],
  ['claims nothing of another value than the refused one', [before, failed(nine), after({ weight: 6 })], 0],
  ['claims nothing where the change was made', [before, failed(nine, 200), after(nine)], 0],
  ['claims nothing after a server error', [before, failed(nine, 500), after(nine)], 0],
])
