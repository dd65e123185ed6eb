import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { changeRejected } from '../../scenarios/evidence.ts'
import { failedChangeSideEffectsRule as rule } from './oracle.ts'

const rex = { id: 'p1', name: 'Rex', weight: 5, nick: 'R' }
const before = { ...rex, updatedAt: 'then' }
const none = { json: undefined, text: '' }
const failed = (body: Json, status = 422) => pets.put(body, { mode: 'negative', status, ...none })
/** A rejected change between two reads; the second shows the first with some differences. */
const rejected = (sent: Draft, after: object, first: JsonObject = before) => ({
  created: undefined,
  once: undefined,
  before: pets.read(first),
  rejected: sent,
  after: pets.read({ ...first, ...after }),
})
const nine = { weight: 9 }
const vanished = (status: number) => ({ ...rejected(failed({}), {}), after: pets.missing({ status }) })
const batch = pets.put({ weight: 9, items: [{}, {}] }, { status: 409, json: { results: [{}, {}] } })
const stale = pets.put(nine, { request: { headers: [['if-match', '"0"']] }, status: 412, ...none })
const taken = pets.create({ body: nine, status: 409, ...none })

describeRule(rule, changeRejected, shop, [
  [
    'reports the change whose value was stored',
    rejected(failed({ name: 7, weight: 9 }), nine),
    'The 422 response of replacePet rejects a change, but the change takes effect: weight.',
  ],
  [
    'reports the change that lost what it omits',
    rejected(failed({ nick: 'R', weight: 5 }), { name: null }),
    [{ operationId: 'replacePet' }],
  ],
  ['accepts what the read before shows', rejected(failed(nine), {}, { ...before, ...nine }), 0],
  ['reports a loss though nothing sent is shown', rejected(failed({ tame: 7 }), { nick: undefined }), 1],
  [
    'reports the change after which the item is gone',
    vanished(404),
    'The 422 response of replacePet rejects a change, but the item is gone afterwards.',
  ],
  [
    'accepts the same set in another order',
    rejected(failed({ tags: ['a', 'a'] }), {}, { id: 'p1', name: 'Rex', tags: ['a', 'b'] }),
    0,
  ],
  ['reports a valid change that was rejected', rejected(pets.put(nine, { status: 409, ...none }), nine), 1],
  ['reports a rejected creation', rejected(taken, nine), [{ operationId: 'createPet' }]],
  ['accepts a batch that tells the result of each item', rejected(batch, nine), 0],
  ['counts 404 as a rejection', rejected(failed(nine, 404), nine), 1],
  ['reports the change on a stale condition', rejected(stale, nine), [{ operationId: 'replacePet' }]],
  ['accepts a stale condition without effect', rejected(stale, {}), 0],
  ['accepts what the server sets', rejected(failed({ name: 7, weight: 9 }), { updatedAt: 'now' }), 0],
  [
    'accepts a time that was sent',
    rejected(failed({ updatedAt: 'now', weight: 5 }), { updatedAt: 'now' }),
    0,
  ],
  ['keeps silent about another value than the rejected one', rejected(failed(nine), { weight: 6 }), 0],
  ['keeps silent where the change was accepted', rejected(failed(nine, 200), nine), 0],
  ['keeps silent after a server error', rejected(failed(nine, 500), nine), 0],
  [
    'keeps silent where the item could not be read before',
    { ...rejected(failed(nine), nine), before: pets.missing() },
    0,
  ],
  ['keeps silent where the read after fails', { ...rejected(failed(nine), nine), after: pets.missing({ status: 403 }) }, 0], // prettier-ignore
])

const BILL = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { type: 'string', enum: ['draft', 'queued', 'open', 'paid'] },
  },
}
const responses = { 200: jsonResponse(BILL), 409: { description: 'No.' } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
const bills = await rigOf({
  paths: {
    '/bills': { post: { operationId: 'create', requestBody: jsonBody(BILL), responses } },
    '/bills/{id}': { parameters, get: { operationId: 'look', responses } },
    '/bills/{id}/pay': {
      parameters,
      post: { operationId: 'pay', description: 'Pays an open bill: it becomes paid.', responses },
    },
  },
})
const bill = (status: string): Draft => ({
  operation: 'look',
  path: { id: 'b1' },
  json: { id: 'b1', status },
})
const unpaid = (once: string, first: string, after: string) => ({
  created: { operation: 'create', body: {}, json: { id: 'b1', status: once } },
  once: bill(once),
  before: bill(first),
  rejected: { operation: 'pay', path: { id: 'b1' }, status: 409, ...none },
  after: bill(after),
})

describeRule(rule, changeRejected, bills, [
  [
    'reports the state to which a rejected action leads',
    unpaid('draft', 'draft', 'paid'),
    'The 409 response of pay rejects a change, but the change takes effect: status.',
  ],
  ['accepts another state, which may follow on its own', unpaid('draft', 'draft', 'open'), 0],
  ['accepts a state that was moving before', unpaid('draft', 'open', 'paid'), 0],
  ['accepts the progress of a working item', unpaid('queued', 'queued', 'paid'), 0],
])
