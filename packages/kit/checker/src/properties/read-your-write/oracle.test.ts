import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { judgeShown } from '../../core/evidence.ts'
import {
  changedItemRead,
  createdItemRead,
  itemActedOn,
  itemChanged,
  itemCreated,
} from '../../scenarios/evidence.ts'
import { readYourWriteRule as rule } from './oracle.ts'

const { create, patch, put, read } = pets
const made = (sent: object, more: Draft = {}) =>
  create({ body: sent as Json, json: { id: 'p1', ...sent }, ...more })
const shown = (json: object, more: Draft = {}) => read({ id: 'p1', ...json }, more)
const quietly = (sent: object) => made(sent, { json: undefined, text: '' })
const created = (write: Draft) => ({ earlier: [], create: write })
const changed = (write: Draft) => ({ earlier: [], before: undefined, change: write })

const time = '2024-02-29T18:00:15'
/** A creation whose response shows another time than was sent, and when something was seen. */
const timed = (name: string, seen?: string) =>
  created(
    made({ name: `${time}.250Z` }, { json: { id: 'p1', name, ...(seen === undefined ? {} : { seen }) } }),
  )

describeRule(rule, itemCreated, shop, [
  [
    'reports a response that differs from the request',
    created(made({ name: 'Rex', weight: 5 }, { json: { id: 'p1', name: 'Rex', weight: 7 } })),
    'The 201 response of createPet differs from the request: weight.',
  ],
  ['accepts a response that shows the request', created(made({ name: 'Rex', weight: 5 })), 0],
  ['accepts a time without milliseconds', timed(`${time}Z`), 0],
  ['reports it if other times have them', timed(`${time}Z`, '2024-03-01T00:00:00.000Z'), 1],
  ['accepts zeros if others are zeros', timed(`${time}.000Z`, '2024-03-01T00:00:00.000Z'), 0],
  ['reports zeros if others are none', timed(`${time}.000Z`, '2024-03-01T00:00:00.120Z'), 1],
  [
    'leaves another item in an envelope alone',
    created(made({ name: 'Rex' }, { json: { data: { id: 'p1', name: 'Bello' } } })),
    0,
  ],
  [
    'keeps silent about properties that the server sets or hides, and about read-only ones',
    created(
      made(
        { name: 'a', id: 'x', updatedAt: 'y', version: 1, pin: '1234' },
        { json: { id: 'p1', name: 'a', updatedAt: 'z', version: 2 } },
      ),
    ),
    0,
  ],
  [
    'accepts another state of a new item',
    created(made({ name: 'a', status: 'sold' }, { json: { id: 'p1', name: 'a', status: 'new' } })),
    0,
  ],
  [
    'leaves an invalid response to its schema',
    created(made({ name: 'Rex', weight: 5 }, { json: { id: 'p1', weight: 7 } })),
    0,
  ],
  ...[202, 422].map(
    (status) =>
      [
        `keeps silent after ${status}`,
        created(made({ name: 'Rex' }, { status, json: { name: 'Bello' } })),
        0,
      ] as const,
  ),
])

const nameOf = (wrapper: string) => ({
  type: 'object',
  properties: { [wrapper]: { type: 'object', properties: { name: { type: 'string' } } } },
})
const wrapped = await rigOf(
  oneOperation(
    { requestBody: jsonBody(nameOf('pet')), responses: { 200: jsonResponse(nameOf('result')) } },
    { method: 'post' },
  ),
)

describeRule(rule, itemChanged, shop, [
  [
    'reports a response that differs from the request',
    changed(put({ name: 'Rex' }, { json: { id: 'p1', name: 'Bello' } })),
    [
      {
        operationId: 'replacePet',
        message: 'The 200 response of replacePet differs from the request: name.',
      },
    ],
  ],
  [
    'reports null that is shown as a word',
    changed(patch({ nick: null }, { json: { id: 'p1', name: 'Rex', nick: 'null' } })),
    1,
  ],
  [
    'leaves a property that null did not remove to another rule',
    changed(patch({ nick: null }, { json: { name: 'a', nick: 'x' } })),
    0,
  ],
  [
    'reports another state of an existing item',
    changed(put({ name: 'a', status: 'sold' }, { json: { id: 'p1', name: 'a', status: 'new' } })),
    1,
  ],
  [
    'finds the item in any envelope',
    changed({ operation: 'act', body: { pet: { name: 'Rex' } }, json: { result: { name: 'Bello' } } }),
    1,
    wrapped,
  ],
])

const amount = (first: string, second: string) => ({
  create: made({ name: 'Rex' }, { json: { name: 'Rex', id: 'p1', total: 5 }, headers: { etag: first } }),
  read: shown({ name: 'Rex', total: 7 }, { headers: { etag: second } }),
})
const sent = { name: 'Rex', nick: 'R', weight: 5 }
const long = { name: 'Alexander the Great' }

const same = (what: string, wrote: object, saw: object) =>
  [`accepts ${what} as the same`, { create: quietly(wrote), read: shown(saw) }, 0] as const
const other = (what: string, wrote: object, saw: object) =>
  [
    `reports ${what} that has changed`,
    { create: quietly({ name: 'a', ...wrote }), read: shown({ name: 'a', ...saw }) },
    2,
  ] as const

describeRule(rule, createdItemRead, shop, [
  ['reports an amount that changes under one strong tag', amount('"a"', '"a"'), 2],
  ['accepts an amount under another tag', amount('"a"', '"b"'), 0],
  ['accepts an amount under a weak tag', amount('W/"a"', 'W/"a"'), 0],
  [
    'reports both if a read contradicts the write',
    { create: made({ name: 'Alexander' }), read: shown({ name: 'Alex' }) },
    [
      {
        operationId: 'createPet',
        message: 'The 200 response of getPet differs from the values that createPet wrote: name.',
      },
      { operationId: 'getPet' },
    ],
  ],
  [
    'reports a read without a property that the write showed',
    { create: made({ name: 'Rex', nick: 'R' }), read: shown({ name: 'Rex' }) },
    2,
  ],
  [
    'reports a write whose response omits a stored property',
    { create: made(sent, { json: { id: 'p1', name: 'Rex', weight: 5 } }), read: shown(sent) },
    'The 201 response of createPet omits properties that were sent and stored: nick.',
  ],
  [
    'accepts a property that neither shows',
    {
      create: made(sent, { json: { id: 'p1', name: 'Rex', weight: 5 } }),
      read: shown({ name: 'Rex', weight: 5 }),
    },
    0,
  ],
  [
    'accepts a write that shows little',
    { create: made(sent, { json: { id: 'p1', name: 'Rex' } }), read: shown(sent) },
    0,
  ],
  same('a trimmed text', { name: ' Rex  the\tfirst ' }, { name: 'rex the first' }),
  same('a cut text', long, { name: 'Alexander' }),
  same('a masked text', { name: '4111111111111111' }, { name: '************1111' }),
  same('a rounded number', { name: 'a', weight: 1.005 }, { name: 'a', weight: 1.01 }),
  same('a sorted list', { name: 'a', tags: ['b', 'a', 'b'] }, { name: 'a', tags: ['a', 'b'] }),
  same(
    'a time',
    { name: 'a', born: '2024-01-01T10:00:00+02:00' },
    { name: 'a', born: '2024-01-01T08:00:00.000Z' },
  ),
  same('an emptied list', { name: 'a', tags: [] }, { name: 'a', tags: null }),
  same(
    'a larger object',
    { name: 'a', home: { city: 'Bern' } },
    { name: 'a', home: { city: 'bern', street: 'x' } },
  ),
  same('an initial status', { name: 'a', status: 'sold' }, { name: 'a', status: 'new' }),
  same('another case of a choice', { name: 'a', kind: 'dog' }, { name: 'a', kind: 'DOG' }),
  other('a text', { name: 'Rex' }, { name: 'Bello' }),
  other('an emptied text', { nick: 'Rex' }, { nick: '' }),
  other('a number', { weight: 5 }, { weight: 6 }),
  other('a boolean', { tame: true }, { tame: false }),
  other('a part of a choice', { mood: 'inactive' }, { mood: 'active' }),
  other('a choice', { kind: 'dog' }, { kind: 'cat' }),
  other('a list', { tags: ['x', 'y'] }, { tags: ['x'] }),
  other('an object', { home: { city: 'Bern' } }, { home: { city: 'Rome' } }),
  other('a time', { born: '2024-01-01T10:00:00Z' }, { born: '2024-01-01T12:00:00Z' }),
  [
    'leaves another item to another rule',
    { create: made({ name: 'Rex' }), read: read({ id: 'p2', name: 'Bello' }) },
    0,
  ],
  ...[202, 422].map(
    (status) =>
      [
        `keeps silent after ${status}`,
        { create: made({ name: 'Rex' }, { status }), read: shown({ name: 'Bello' }) },
        0,
      ] as const,
  ),
])

const silent = changed(put({ name: 'Rex', kind: 'dog' }, { json: undefined, text: '' }))

describeRule(rule, changedItemRead, shop, [
  [
    'reports a read that differs from the request',
    { ...silent, read: read({ name: 'Rex', kind: 'cat' }) },
    [{ operationId: 'replacePet' }, { operationId: 'getPet' }],
  ],
  ['accepts a read without a sent property', { ...silent, read: read({ name: 'Rex' }) }, 0],
  [
    'keeps silent after a rejected change',
    {
      ...changed(put({ name: 'Rex', kind: 'dog' }, { status: 404 })),
      read: read({ name: 'Rex', kind: 'cat' }),
    },
    0,
  ],
])

const JOB = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { enum: ['queued', 'running', 'done', 'cancelled', 'checked_in', 'restarting'] },
    cost: { type: 'string', readOnly: true },
  },
}
const COSTS = jsonBody({
  type: 'object',
  properties: { cost: { type: 'string' }, reason: { type: 'string' } },
})
const parameters = [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }]
const responses = { 200: jsonResponse(JOB), 202: jsonResponse(JOB) }
const jobs = await rigOf({
  paths: {
    '/jobs/{jobId}': { parameters, get: { operationId: 'look', responses } },
    '/jobs/{jobId}/archive': { parameters, post: { operationId: 'archive', requestBody: COSTS, responses } },
  },
})
const job = (operation: string, status: string, more: object = {}) => ({
  operation,
  path: { jobId: 'j1' },
  json: { id: 'j1', status, ...more },
})
/** A job that was in one state, an action that returned another, and the state that was read after it. */
const acted = (from: string, by: string, to: string, more: Draft & { readonly id?: string } = {}) => {
  const { id = 'j1', ...draft } = more
  return {
    before: job('look', from),
    act: { ...job('archive', by, { id }), ...draft },
    after: job('look', to),
  }
}

/** An action with a body on a job that is read as another before and after it. */
const costing = (body: Json, before: object, after: object) => ({
  before: job('look', 'done', before),
  act: { ...job('archive', 'done'), body },
  after: job('look', 'done', after),
})

describeRule(rule, itemActedOn, jobs, [
  [
    'reports another value than the action wrote',
    costing({ cost: '10.55' }, {}, { cost: '10.00' }),
    [
      {
        operationId: 'archive',
        message: 'The 200 response of look differs from the values that archive wrote: cost.',
      },
      { operationId: 'look' },
    ],
  ],
  ['accepts the value that it wrote', costing({ cost: '10.55' }, {}, { cost: '10.55' }), 0],
  ['accepts a value that it does not show', costing({ cost: '10.55' }, {}, {}), 0],
  ['leaves alone what was there before', costing({ cost: '10.55' }, { cost: '8.00' }, { cost: '18.55' }), 0],
  ['leaves alone what only one of them knows', costing({ reason: 'a' }, {}, { reason: 'b' }), 0],
  [
    'reports an action whose state is not shown',
    acted('running', 'cancelled', 'running'),
    [
      {
        operationId: 'archive',
        message: 'The 200 response of look does not show the status that archive returned.',
      },
      { operationId: 'look' },
    ],
  ],
  ['reports it if the job is done', acted('running', 'cancelled', 'done'), 2],
  ['reports it if the job falls back', acted('queued', 'checked_in', 'queued'), 2],
  [
    'reports a final state that is lost, even if nothing was read before',
    { ...acted('running', 'cancelled', 'running'), before: undefined },
    2,
  ],
  ['accepts a transient state', acted('running', 'restarting', 'running'), 0],
  ['accepts a response that only promises', acted('running', 'cancelled', 'running', { status: 202 }), 0],
  ['accepts a response about something else', acted('running', 'cancelled', 'running', { id: 'm1' }), 0],
  ['accepts the returned state', acted('running', 'cancelled', 'cancelled'), 0],
])

describe('read-your-write', () => {
  it('cannot read a JSON Patch', () => {
    const change = shop(patch({ name: 'x' }, { json: { name: 'y' } }))
    const body = { contentType: 'application/json-patch+json', value: { name: 'x' } }
    const values = { path: {}, query: {}, header: {}, cookie: {}, body }
    const judge = (sentAs: typeof change) =>
      judgeShown(rule, itemChanged.of({ earlier: [], before: undefined, change: sentAs }))
    expect(judge(change)).toHaveLength(1)
    expect(judge({ ...change, case: { ...change.case, values } })).toEqual([])
  })
})
