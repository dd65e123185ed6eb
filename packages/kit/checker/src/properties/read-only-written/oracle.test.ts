import { describeCheck, type Draft, rigOf } from '../../../test/describe-check.ts'
import { readOnlyWritten } from './oracle.ts'

const readOnly = (more: object) => ({ ...more, readOnly: true })
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    owner: readOnly({ type: 'string' }),
    paid: readOnly({ type: 'boolean' }),
    createdAt: readOnly({ type: 'string', format: 'date-time' }),
    updatedAt: readOnly({ type: 'string', format: 'date-time' }),
  },
}
const content = { 'application/json': { schema } }
const reply = { description: 'shown', content }
const rig = await rigOf({
  paths: {
    '/notes': {
      post: { operationId: 'create', requestBody: { content }, responses: { 201: reply, 202: reply } },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { 200: reply } },
      put: { operationId: 'replace', requestBody: { content }, responses: { 200: reply, 201: reply } },
    },
  },
})

const at = '2026-01-01T10:00:00Z'
const read = (step: string, more: object = {}): Draft => ({
  operation: 'read',
  step,
  path: { id: '1' },
  status: 200,
  json: { name: 'a', owner: 'north', createdAt: at, ...more },
})
const before = read('read-before-change')
const create = (body: object, json: object, status = 201): Draft => ({
  operation: 'create',
  step: 'create-owned',
  status,
  body: { name: 'a', ...body },
  json: { name: 'a', ...json },
})
const put = (step: string, json: object, more: Draft = {}): Draft => ({
  operation: 'replace',
  step,
  path: { id: '1' },
  status: 200,
  body: { name: 'a', owner: 'south' },
  json: { name: 'a', ...json },
  ...more,
})

const south = { owner: 'south' }
const late = (step: string, time: string) => read(step, { createdAt: time })
const moved = late('read-after-change', '2026-01-01T10:00:05Z')

describeCheck(readOnlyWritten, rig, [
  [
    'reports a creation that takes a read-only property',
    [before, create(south, south)],
    'The 201 response of create changes read-only properties as the request says: owner.',
  ],
  [
    'reports a change whose effect only the read shows',
    [before, put('change-owned', {}), read('read-owned', south)],
    [{ operationId: 'replace' }],
  ],
  ['takes a property that is overlooked', [before, create(south, { owner: 'north' })], 0],
  ['takes one that is the same as before', [before, create({ owner: 'north' }, { owner: 'north' })], 0],
  ['takes one that is not read-only', [before, create({ name: 'b' }, { name: 'b' })], 0],
  ['claims nothing after 202', [before, create(south, south, 202)], 0],
  ['claims nothing after a refusal', [before, create(south, south, 422)], 0],
  ['claims nothing where no earlier value is known', create(south, south), 0],
  [
    'reports a change that moves the time of creation',
    [before, put('change', {}), moved],
    [
      {
        operationId: 'replace',
        message: 'The 200 response of replace changes the time at which the item was created: createdAt.',
      },
    ],
  ],
  ['takes another time of what was created anew', [before, put('change', {}, { status: 201 }), moved], 0],
  [
    'takes another way to write the time',
    [before, put('change', {}), late('read-after-change', '2026-01-01T10:00:00.000Z')],
    0,
  ],
  [
    'takes another time than that of the creation',
    [
      read('read-before-change', { updatedAt: at }),
      put('change', {}),
      read('read-after-change', { updatedAt: '2026-01-02T00:00:00Z' }),
    ],
    0,
  ],
])
