import { describe, expect, it } from 'vitest'
import { describeCheck, type Draft, type Row } from '../../../test/describe-check.ts'
import { lastOf, shop, steps } from '../../../test/pet-shop.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { readYourWrite } from './oracle.ts'

const { create, patch, put, read } = steps
const made = (sent: object, more: Draft = {}) =>
  create({ body: sent as Json, json: { id: 'p1', ...sent }, ...more })
const shown = (json: object, more: Draft = {}) => read('read-created', { id: 'p1', ...json }, more)
const quietly = (sent: object) => made(sent, { json: undefined, text: '' })

const time = '2024-02-29T18:00:15'
/** A creation that is told another time than was sent, and when something was seen. */
const told = (name: string, seen?: string) =>
  made({ name: `${time}.250Z` }, { json: { id: 'p1', name, ...(seen === undefined ? {} : { seen }) } })
const amount = (first: string, second: string) => [
  made({ name: 'Rex' }, { json: { name: 'Rex', id: 'p1', total: 5 }, headers: { etag: first } }),
  shown({ name: 'Rex', total: 7 }, { headers: { etag: second } }),
]
const sent = { name: 'Rex', nick: 'R', weight: 5 }
const silent = put({ name: 'Rex', kind: 'dog' }, { json: undefined, text: '' })
const long = { name: 'Alexander the Great' }

const same = (what: string, wrote: object, saw: object): Row => [
  `takes ${what} for the same`,
  [quietly(wrote), shown(saw, { headers: { 'content-type': 'application/json' } })],
  0,
]
const other = (what: string, wrote: object, saw: object): Row => [
  `takes ${what} that changed for another`,
  [quietly({ name: 'a', ...wrote }), shown({ name: 'a', ...saw })],
  2,
]

describeCheck(readYourWrite, shop, [
  [
    'reports a response that differs from what was sent',
    made({ name: 'Rex', weight: 5 }, { json: { id: 'p1', name: 'Rex', weight: 7 } }),
    'The 201 response of createPet differs from the request: weight.',
  ],
  [
    'reports null that is told by the word',
    patch({ nick: null }, { json: { id: 'p1', name: 'Rex', nick: 'null' } }),
    1,
  ],
  [
    'leaves what null did not remove to another check',
    patch({ nick: null }, { json: { name: 'a', nick: 'x' } }),
    0,
  ],
  ['takes a time without milliseconds', told(`${time}Z`), 0],
  ['reports it where others have them', told(`${time}Z`, '2024-03-01T00:00:00.000Z'), 1],
  ['takes zeros where others are zeros', told(`${time}.000Z`, '2024-03-01T00:00:00.000Z'), 0],
  ['reports zeros where others are none', told(`${time}.000Z`, '2024-03-01T00:00:00.120Z'), 1],
  ['reports an amount that changes under one strong tag', amount('"a"', '"a"'), 2],
  ['takes an amount under another tag', amount('"a"', '"b"'), 0],
  ['takes an amount under a weak tag', amount('W/"a"', 'W/"a"'), 0],
  [
    'reports both where a read contradicts the write',
    [made({ name: 'Alexander' }), shown({ name: 'Alex' })],
    [
      {
        operationId: 'createPet',
        message: 'The 200 response of getPet differs from the values that createPet wrote: name.',
      },
      { operationId: 'getPet' },
    ],
  ],
  [
    'reports a read without what the write showed',
    [made({ name: 'Rex', nick: 'R' }), shown({ name: 'Rex' })],
    2,
  ],
  [
    'reports a write whose response leaves out what was kept',
    [made(sent, { json: { id: 'p1', name: 'Rex', weight: 5 } }), shown(sent)],
    'The 201 response of createPet omits properties that were sent and stored: nick.',
  ],
  [
    'takes what neither shows',
    [made(sent, { json: { id: 'p1', name: 'Rex', weight: 5 } }), shown({ name: 'Rex', weight: 5 })],
    0,
  ],
  ['takes a write that shows little', [made(sent, { json: { id: 'p1', name: 'Rex' } }), shown(sent)], 0],
  [
    'reports a read that differs from what was sent',
    [silent, read('read-after-change', { name: 'Rex', kind: 'cat' })],
    2,
  ],
  ['takes a read without what was sent', [silent, read('read-after-change', { name: 'Rex' })], 0],
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
  same('a status of its own', { name: 'a', status: 'sold' }, { name: 'a', status: 'new' }),
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
    'leaves another item in an envelope alone',
    made({ name: 'Rex' }, { json: { data: { id: 'p1', name: 'Bello' } } }),
    0,
  ],
  [
    'leaves alone what the server sets, hides or reads only',
    made(
      { name: 'a', id: 'x', updatedAt: 'y', version: 1, pin: '1234' },
      { json: { id: 'p1', name: 'a', updatedAt: 'z', version: 2 } },
    ),
    0,
  ],
  [
    'leaves another item to another check',
    [made({ name: 'Rex' }), read('read-created', { id: 'p2', name: 'Bello' })],
    0,
  ],
  [
    'leaves a broken response to its schema',
    made({ name: 'Rex', weight: 5 }, { json: { id: 'p1', weight: 7 } }),
    0,
  ],
  ['claims nothing after 202', [made({ name: 'Rex' }, { status: 202 }), shown({ name: 'Bello' })], 0],
  ['claims nothing after a refusal', [made({ name: 'Rex' }, { status: 422 }), shown({ name: 'Bello' })], 0],
])

describe('read-your-write', () => {
  it('cannot read a JSON Patch', () => {
    const seen = lastOf(patch({ name: 'x' }, { json: { name: 'y' } }))
    const body = { contentType: 'application/json-patch+json', value: { name: 'x' } }
    const values = { path: {}, query: {}, header: {}, cookie: {}, body }
    expect(readYourWrite.verify(seen)).toHaveLength(1)
    expect(readYourWrite.verify({ ...seen, case: { ...seen.case, values } })).toEqual([])
  })
})
