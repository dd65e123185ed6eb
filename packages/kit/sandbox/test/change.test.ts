import { beforeEach, describe, expect, it } from 'vitest'
import { serveSandbox, shareSandbox } from './serve.ts'
import {
  arrayOf,
  collection,
  documentOf,
  errors,
  inPath,
  json,
  object,
  type Part,
  ref,
  shows,
  takes,
  text,
} from './small-documents.ts'

const fields = {
  name: { type: 'string', minLength: 1 },
  nick: { type: ['string', 'null'] },
  phone: text,
  level: { type: 'integer', default: 1 },
  address: object({ street: text, town: text }, ['town']),
  payment: {
    oneOf: ['card', 'account'].map((one) => ({
      ...object({ [one]: text }, [one]),
      additionalProperties: false,
    })),
  },
  tags: { type: 'array', items: text, maxItems: 3 },
}
const schemas = {
  Fields: object(fields, ['name']),
  Patch: object({ ...fields, name: { type: ['string', 'null'] }, phone: { type: ['string', 'null'] } }),
  Guest: object(
    {
      id: { type: 'integer', readOnly: true },
      ...fields,
      updatedAt: { type: 'string', format: 'date-time', readOnly: true },
    },
    ['id', 'name'],
  ),
}
const mergePatch = 'application/merge-patch+json'
const jsonPatch = 'application/json-patch+json'
const patch = {
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: ref('Patch') },
      [mergePatch]: { schema: { type: 'object' } },
      [jsonPatch]: { schema: arrayOf({ type: 'object' }) },
    },
  },
  ...shows(ref('Guest'), 400, 404, 409, 422),
}
const api = shareSandbox(
  documentOf(
    collection('/guests/{id}', ref('Guest'), {
      sent: ref('Fields'),
      moreOfItem: { put: takes(ref('Fields'), shows(ref('Guest'), 400, 404)), patch },
    }),
    schemas,
  ),
)

const ada = {
  name: 'Ada',
  nick: 'A',
  phone: '1',
  level: 3,
  address: { street: 'Long Road', town: 'London' },
  payment: { card: '42' },
  tags: ['a', 'b'],
}
const shownAda = { id: 1, ...ada, updatedAt: '1970-01-01T00:00:00.000Z' }
beforeEach(async () => {
  api.sandbox.clock.set(0, true)
  await api.send('POST', '/guests', ada)
})

const send = (change: unknown, type = 'application/json') =>
  api.send('PATCH', '/guests/1', change, { 'content-type': type })
/** Ada without some of her properties, and with others. */
const without = (names: readonly string[], more: Part = {}) => ({
  ...Object.fromEntries(Object.entries(shownAda).filter(([name]) => !names.includes(name))),
  ...more,
})

describe('PUT', () => {
  it('replaces what the client may set, and keeps what only the server sets', async () => {
    api.sandbox.clock.advance(1_000)
    const replaced = { id: 1, name: 'Ada King', level: 1, updatedAt: '1970-01-01T00:00:01.000Z' }
    for (let count = 0; count < 2; count += 1)
      expect((await api.send('PUT', '/guests/1', { name: 'Ada King' })).json).toStrictEqual(replaced)
  })

  it('finds no unknown item, unless the document lets it create one', async () => {
    expect(await api.status('PUT', '/guests/7', { name: 'Bo' })).toBe(404)
    const label = object({ name: text, color: text }, ['name', 'color'])
    const put = takes(object({ color: text }, ['color']), {
      responses: { 200: json(label), 201: json(label), ...errors(400) },
    })
    const paths = {
      '/labels': { get: shows(arrayOf(label)) },
      '/labels/{name}': { parameters: [inPath('name')], get: shows(label, 404), put },
    }
    await using labels = await serveSandbox(documentOf(paths))
    expect(await labels.status('PUT', '/labels/bug', { color: 'red' })).toBe(201)
    expect(await labels.status('PUT', '/labels/bug', { color: 'blue' })).toBe(200)
    expect(await labels.read('/labels/bug')).toStrictEqual({ name: 'bug', color: 'blue' })
  })
})

describe('PATCH', () => {
  const moved = { phone: '2', address: { street: 'Short Road', town: 'Paris' } }

  it.each([
    ['JSON changes what it names, and applies no defaults', 'application/json', moved, without([], moved)],
    [
      'JSON keeps null where the item may have it, and removes the property elsewhere',
      'application/json',
      { nick: null, phone: null },
      without(['phone'], { nick: null }),
    ],
    [
      'JSON replaces an object by one of another alternative',
      'application/json',
      { payment: { account: '7' } },
      without([], { payment: { account: '7' } }),
    ],
    [
      'a merge patch removes by null, and merges objects',
      mergePatch,
      { nick: null, address: { street: null, town: 'Rome' } },
      without(['nick'], { address: { town: 'Rome' } }),
    ],
    [
      'a JSON Patch adds, removes, replaces, moves, copies and tests',
      jsonPatch,
      [
        { op: 'test', path: '/tags', value: ['a', 'b'] },
        { op: 'add', path: '/tags/1', value: 'x' },
        { op: 'remove', path: '/tags/0' },
        { op: 'replace', path: '/address/town', value: 'Rome' },
        { op: 'move', from: '/phone', path: '/nick' },
        { op: 'copy', from: '/address/street', path: '/name' },
      ],
      without(['phone'], {
        tags: ['x', 'b'],
        address: { street: 'Long Road', town: 'Rome' },
        nick: '1',
        name: 'Long Road',
      }),
    ],
    [
      'a JSON Patch leaves read-only properties alone',
      jsonPatch,
      [
        { op: 'replace', path: '/id', value: 9 },
        { op: 'remove', path: '/updatedAt' },
      ],
      shownAda,
    ],
  ])('with %s', async (_title, type, change, guest) => {
    expect((await send(change, type)).json).toStrictEqual(guest)
  })

  it.each<[string, number, Part | readonly Part[], string?]>([
    ['JSON without what the item needs', 409, { name: null }, 'application/json'],
    ['a test that fails', 409, [{ op: 'test', path: '/name', value: 'Bo' }]],
    ['a place that is not there', 422, [{ op: 'remove', path: '/address/zip' }]],
    ['an index beyond the end', 422, [{ op: 'add', path: '/tags/3', value: 'x' }]],
    ['a move into itself', 422, [{ op: 'move', from: '/address', path: '/address/town' }]],
    ['an unknown operation', 400, [{ op: 'increment', path: '/level' }]],
    ['a result that breaks the schema', 422, [{ op: 'replace', path: '/name', value: '' }]],
    ['a required property removed', 422, [{ op: 'remove', path: '/name' }]],
  ])('changes nothing after %s', async (_title, status, change, type = jsonPatch) => {
    const first = { op: 'replace', path: '/nick', value: 'B' }
    expect((await send(Array.isArray(change) ? [first, ...change] : change, type)).status).toBe(status)
    expect(await api.read('/guests/1')).toStrictEqual(shownAda)
  })
})
