import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { changedItemRead } from '../../scenarios/evidence.ts'
import { ownedWritten, readOnlyWrittenRule as rule } from './oracle.ts'

const readOnly = (more: object) => ({ ...more, readOnly: true })
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    owner: readOnly({ type: 'string' }),
    paid: readOnly({ type: 'boolean' }),
    rank: readOnly({ enum: ['low', 'high'] }),
    createdAt: readOnly({ type: 'string', format: 'date-time' }),
    createTime: readOnly({ type: 'string', format: 'date-time' }),
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
const read = (more: object = {}): Draft => ({
  operation: 'read',
  path: { id: '1' },
  json: { name: 'a', owner: 'north', createdAt: at, ...more },
})
const create = (body: object, json: object, status = 201): Draft => ({
  operation: 'create',
  status,
  body: { name: 'a', ...body },
  json: { name: 'a', ...json },
})
const put = (body: object, json: object, status = 200): Draft => ({
  operation: 'replace',
  path: { id: '1' },
  status,
  body: { name: 'a', ...body },
  json: { name: 'a', ...json },
})
const south = { owner: 'south' }

/** A creation with read-only properties, which its own response shows; `control` is the same one without them. */
const created = (body: object, json: object, more: { status?: number; control?: Draft } = {}) => {
  const write = create(body, json, more.status)
  return { before: read(), control: more.control, write, shown: write }
}
const changed = (body: object, shown: Draft, control?: Draft) => ({
  before: read({ paid: false, rank: 'low' }),
  control,
  write: put(body, {}),
  shown,
})

/** Read-only properties that are one of a few values: the one before, and the one that was sent. */
const CHOICES = [
  ['a flag', { paid: false }, { paid: true }],
  ['one of a list', { rank: 'low' }, { rank: 'high' }],
] as const

describeRule(rule, ownedWritten, rig, [
  [
    'reports a creation that sets a read-only property',
    created(south, south),
    [
      {
        operationId: 'create',
        message:
          'The 201 response of create changes read-only properties to the values of the request: owner.',
      },
    ],
  ],
  [
    'reports a change whose effect only the read shows',
    changed(south, read(south)),
    [{ operationId: 'replace' }],
  ],
  ['accepts a property that is ignored', created(south, { owner: 'north' }), 0],
  ['accepts one that is the same as before', created({ owner: 'north' }, { owner: 'north' }), 0],
  ['accepts one that is not read-only', created({ name: 'b' }, { name: 'b' }), 0],
  ['keeps silent after 202', created(south, south, { status: 202 }), 0],
  ['keeps silent after a rejection', created(south, south, { status: 422 }), 0],
  [
    'keeps silent if no earlier value is known',
    { ...created(south, south), before: { ...read(), status: 404, json: {} } },
    0,
  ],
  [
    'accepts a value that the same write without it gives too',
    created(south, south, { control: create({}, south) }),
    0,
  ],
  ...CHOICES.flatMap(([what, was, sent]) => [
    [`keeps silent about ${what}, which the server may derive`, changed(sent, read(sent)), 0] as const,
    [
      `reports ${what} that the same write without it does not change`,
      changed(sent, read(sent), read(was)),
      [{ operationId: 'replace' }],
    ] as const,
    [
      `accepts ${what} that the same write without it changes too`,
      changed(sent, read(sent), read(sent)),
      0,
    ] as const,
    [
      `keeps silent about ${what} if the write without it was rejected`,
      created(sent, sent, { control: create({}, was, 422) }),
      0,
    ] as const,
    [
      `reports ${what} that a creation without it does not have`,
      {
        ...created(sent, sent, { control: create({}, was) }),
        before: read(was),
      },
      [{ operationId: 'create' }],
    ] as const,
  ]),
  [
    'reports another property beside a derived choice',
    changed({ ...south, paid: true }, read({ ...south, paid: true })),
    'The 200 response of replace changes read-only properties to the values of the request: owner.',
  ],
])

/** An item that was changed between two reads with these times. */
const timed = (change: Draft, name: string, was: string, is: string) => ({
  earlier: [],
  before: read({ [name]: was }),
  change,
  read: read({ [name]: is }),
})
const later = '2026-01-01T10:00:05Z'

describeRule(rule, changedItemRead, rig, [
  [
    'reports a change that moves the time of creation',
    timed(put({}, {}), 'createdAt', at, later),
    [
      {
        operationId: 'replace',
        message: 'The 200 response of replace changes the time at which the item was created: createdAt.',
      },
    ],
  ],
  [
    'reports one under another name',
    timed(put({}, {}), 'createTime', at, later),
    [{ operationId: 'replace' }],
  ],
  ['accepts another time if the item was created again', timed(put({}, {}, 201), 'createdAt', at, later), 0],
  [
    'accepts another notation of the time',
    timed(put({}, {}), 'createdAt', at, '2026-01-01T10:00:00.000Z'),
    0,
  ],
  ['accepts another time than that of the creation', timed(put({}, {}), 'updatedAt', at, later), 0],
  ['keeps silent after a rejection', timed(put({}, {}, 422), 'createdAt', at, later), 0],
  [
    'keeps silent if the item was not read before',
    { ...timed(put({}, {}), 'createdAt', at, later), before: undefined },
    0,
  ],
])
