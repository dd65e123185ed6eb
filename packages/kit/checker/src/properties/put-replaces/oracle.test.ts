import type { Json } from '@contract-kit/json-schema/json'
import { describeCheck, type Draft, rigOf } from '../../../test/describe-check.ts'
import { checkOf, describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { changedItemRead, itemChanged } from '../../scenarios/evidence.ts'
import {
  createdWithout201,
  listedAfterPut,
  putIdempotent,
  putRepeated,
  putReplacesRule,
  repeatedPutCreated,
} from './oracle.ts'

const { create, list, missing, patch, put, read, remove } = pets
const rex = { id: 'p1', name: 'Rex' }
const full = { name: 'Rex', nick: 'R', weight: 5, kind: 'dog', tame: true, vet: 'Dr. Who', pin: '1' }

/** A full item that was changed, and what was read after it. */
const changed = (change: Draft, earlier: readonly Draft[] = [put(full)]) => ({
  earlier,
  before: undefined,
  change,
})
const told = (json: object, more: Draft = {}) => changed(put({ name: 'Rex' }, { json, ...more }))
const silent = put({ name: 'Rex' }, { json: undefined, text: '' })
const mayFillIn = (name: 'kind' | 'tame' | 'vet') =>
  [`keeps silent about ${name}, which a server may fill in`, told({ ...rex, [name]: full[name] }), 0] as const

describeRule(putReplacesRule, itemChanged, shop, [
  [
    'reports a PUT whose response keeps an omitted property',
    told({ ...rex, nick: 'R' }),
    [
      {
        operationId: 'replacePet',
        message: 'The 200 response of replacePet keeps properties that the new representation omits: nick.',
      },
    ],
  ],
  [
    'reports a property that the creation set',
    changed(told({ ...rex, nick: 'R' }).change, [create({ body: full })]),
    1,
  ],
  ['accepts omitted properties that are gone or empty', told({ ...rex, nick: null, weight: 0 }), 0],
  mayFillIn('kind'),
  mayFillIn('tame'),
  mayFillIn('vet'),
  ['keeps silent about a value that was never sent', told({ ...rex, nick: 'made up' }), 0],
  [
    'keeps silent about a value of a rejected request',
    changed(told({ ...rex, nick: 'R' }).change, [put(full, { status: 404 })]),
    0,
  ],
  ['keeps silent about PATCH', changed(patch({ name: 'Rex' }, { json: { name: 'Rex', nick: 'R' } })), 0],
  ['keeps silent about a rejected PUT', told({ name: 'Rex', nick: 'R' }, { status: 404 }), 0],
])

const content = { 'text/plain': { schema: { type: 'string' } } }
const notes = await rigOf({
  paths: {
    '/note': {
      get: { operationId: 'read', responses: { 200: { description: 'shown', content } } },
      put: { operationId: 'put', requestBody: { content }, responses: { 204: { description: 'kept' } } },
    },
  },
})
const textAfter = (text: string) => ({
  earlier: [],
  before: { operation: 'read', text: 'Old text.' },
  change: { operation: 'put', status: 204, body: 'New text.' },
  read: { operation: 'read', text },
})

describeRule(putReplacesRule, changedItemRead, shop, [
  [
    'reports a PUT after which an omitted property is read',
    { ...changed(silent), read: read({ ...rex, weight: 5 }) },
    [{ operationId: 'replacePet' }],
  ],
  ['accepts a read without the omitted properties', { ...changed(silent), read: read(rex) }, 0],
  ['keeps silent if the read failed', { ...changed(silent), read: missing() }, 0],
  [
    'reports a text that is added to the one before',
    textAfter('Old text.\nNew text.'),
    [{ operationId: 'put' }],
    notes,
  ],
  ['reports a text that is put before the old one', textAfter('New text.\nOld text.'), 1, notes],
  ['accepts the new text', textAfter('New text.'), 0, notes],
  ['keeps silent about another text', textAfter('New text, but not the old text.'), 0, notes],
])

const body = { name: 'Rex', weight: 5, tags: ['a'], tame: true }
const shown = (more: object = {}) => read({ id: 'p1', ...body, version: 1, ...more })
const repeated = (now: Draft, again: Draft = put(body), first: Draft = put(body)) => ({
  first,
  then: shown(),
  again,
  now,
})
const became = (more: object) =>
  [
    `reports a second PUT after which the item has ${JSON.stringify(more)}`,
    repeated(shown(more)),
    `The 200 response of replacePet to a repeated PUT changes properties that the first PUT set: ${Object.keys(more).join('')}.`,
  ] as const
const putText = put('Rex', { json: undefined })
const readText = (text: string) =>
  read(null, { json: undefined, text, headers: { 'content-type': 'text/plain' } })
const texts = (first: string, second: string) => ({
  first: putText,
  then: readText(first),
  again: putText,
  now: readText(second),
})
const gone = { status: 404, json: undefined, text: '' }

describeRule(putIdempotent, putRepeated, shop, [
  became({ weight: 10 }),
  became({ tags: ['a', 'a'] }),
  became({ tame: false }),
  [
    'reports a second PUT by its own response',
    repeated(shown(), put(body, { json: { id: 'p1', ...body, weight: 6 } })),
    [{ operationId: 'replacePet' }],
  ],
  ['accepts a second PUT with the same effect', repeated(shown()), 0],
  ['reports a text that has changed', texts('Rex', 'RexRex'), 1],
  ['accepts a text with a line end', texts('Rex', 'Rex\n'), 0],
  ['accepts a text that differed at once', texts('REX', 'REX 2'), 0],
  ['reports a second PUT that finds nothing', repeated(missing(), put(body, gone)), 1],
  ['reports a second PUT after which nothing is found', repeated(missing()), 1],
  ['accepts other values that were not sent', repeated(shown({ version: 2, name: 'rex', sold: true })), 0],
  [
    'keeps silent after a first PUT that was rejected',
    repeated(missing(), put(body, gone), put(body, { status: 404 })),
    0,
  ],
])

const listed = (...items: object[]) => ({ again: put(body), list: list(items) })

describeRule(putIdempotent, listedAfterPut, shop, [
  [
    'reports a second PUT that creates a second item',
    listed({ id: 'p1' }, { id: 'p2' }, { id: 'p1' }),
    'The 200 response of replacePet to a repeated PUT creates a second item.',
  ],
  ['accepts other items', listed({ id: 'p1' }, { id: 'p2' }), 0],
  ['accepts versions of one item', listed({ id: 'p1', version: 1 }, { id: 'p1', version: 2 }), 0],
  ['accepts another item twice', listed({ id: 'p2' }, { id: 'p2' }), 0],
  [
    'keeps silent after a rejected PUT',
    { ...listed({ id: 'p1' }, { id: 'p1' }), again: put(body, { status: 404 }) },
    0,
  ],
])

const made = (status = 201) => put({ name: 'Rex' }, { status })
const known = read(rex)

describeCheck(checkOf(repeatedPutCreated), shop, [
  [
    'reports 201 after the same PUT',
    [made(), made()],
    'The 201 response of replacePet says that an item was created, but the item already existed.',
  ],
  ['reports 201 for an item that was just read', [known, made()], 1],
  ['reports 201 after a rejected deletion', [known, remove({ status: 409 }), made()], 1],
  ['accepts 201 at first', made(), 0],
  ['accepts 201 for an item that did not exist', [missing(), made()], 0],
  ['accepts 201 after a deletion', [made(), remove(), made()], 0],
  ['accepts 201 for an item that was read and deleted', [known, remove(), made()], 0],
  ['accepts 201 for an item that is gone', [made(), missing(), made()], 0],
  ['accepts 201 for another item', [read({ id: 'p2' }, { path: { petId: 'p2' } }), made()], 0],
  ['accepts 200', [made(), made(200)], 0],
])

describeCheck(checkOf(createdWithout201), shop, [
  [
    'reports 200 for an item that a read did not find',
    [missing(), made(200)],
    'The 200 response of replacePet says that an item was replaced, but there was none.',
  ],
  ['reports 200 for an item that is gone after its deletion', [made(), remove(), missing(), made(200)], 1],
  ['accepts 201', [missing(), made()], 0],
  ['accepts 200 after another PUT', [missing(), made(), made(200)], 0],
  ['accepts 200 after a deletion that may have left something', [made(), remove(), made(200)], 0],
  ['accepts 200 where nothing was read', made(200), 0],
  ['accepts a rejection', [missing(), made(404)], 0],
])

const key = { type: 'object', properties: { name: { type: 'string' }, note: { type: 'string' } } }
const keysWith = (description: string) =>
  rigOf({
    paths: {
      '/keys/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        put: {
          operationId: 'put',
          description,
          requestBody: jsonBody(key),
          responses: { 200: jsonResponse(key) },
        },
      },
    },
  })
const putKey = (sent: Json, json: Json = sent): Draft => ({
  operation: 'put',
  path: { id: 'k' },
  body: sent,
  json,
})
const kept = changed(putKey({ name: 'a' }, { name: 'a', note: 'b' }), [putKey({ name: 'a', note: 'b' })])

describeRule(putReplacesRule, itemChanged, await keysWith('Changes a key.'), [
  ['reports an omitted property that is kept', kept, 1],
  [
    'keeps silent if the document calls the PUT partial',
    kept,
    0,
    await keysWith('Only the relevant fields have to be provided.'),
  ],
])
