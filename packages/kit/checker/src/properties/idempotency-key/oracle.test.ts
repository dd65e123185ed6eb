import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import {
  idempotencyKeyRule as rule,
  keyRepeated,
  keyRepeatedLater,
  keyRepeatedListed,
  keyRepeatedRead,
  keyReused,
} from './oracle.ts'

const ITEM = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

/** Notes whose creation takes a key, with a documented description of 409. */
const rigSaying = (description: string, info: object = {}) =>
  rigOf({
    info: { title: 'Notes', version: '1', ...info },
    paths: {
      '/notes': {
        get: { operationId: 'list', responses: { 200: jsonResponse({ type: 'array', items: ITEM }) } },
        post: {
          operationId: 'make',
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
          requestBody: jsonBody(ITEM),
          responses: { 201: jsonResponse(ITEM), 409: { description } },
        },
      },
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: 'get', responses: { 200: jsonResponse(ITEM) } },
      },
    },
  })

const sent = (status: number, id?: number): Draft => ({
  operation: 'make',
  status,
  body: { text: 'a' },
  json: id === undefined ? {} : { id, text: 'a' },
})
const rig = await rigSaying('The key came with another body before.')
const rejected = { first: sent(201, 1), again: sent(409) }

const promises = [
  'The same answer again where the key was used before.',
  'A request that is sent again with its key is answered again and not done again.',
  'Keys: 409 for another body; a repeated key gives the same note again.',
]
const threats = [
  'A key that is sent the same again is refused.',
  'The same request again, with its key, is a conflict.',
]
const promising = await Promise.all(
  promises.map(async (said) => {
    const own = await rigSaying(said)
    const message = 'The 409 response of make rejects the same request with the same idempotency key.'
    return [
      [`reports a rejection of the same request though it says: ${said}`, rejected, message, own],
      [`keeps silent after 202 though it says: ${said}`, { ...rejected, first: sent(202) }, 0, own],
    ] as const
  }),
)
const threatening = await Promise.all(
  threats.map(
    async (said) => [`reads no rejection as a promise: ${said}`, rejected, 0, await rigSaying(said)] as const,
  ),
)

describeRule(rule, keyRepeated, rig, [
  [
    'reports a second creation by one key',
    { first: sent(201, 1), again: sent(201, 2) },
    'The 201 response of make reports a second creation for the same request with the same idempotency key.',
  ],
  ...promising.flat(),
  ...threatening,
  ['accepts the same creation again', { first: sent(201, 1), again: sent(201, 1) }, 0],
  ['accepts a rejection of the same request', rejected, 0],
  ['accepts a response without an id', { first: sent(201, 1), again: sent(201) }, 0],
  ['accepts a creation after a rejection', { first: sent(409), again: sent(201, 2) }, 0],
])

describeRule(rule, keyRepeatedLater, rig, [
  [
    'reports a second creation after another key',
    { first: sent(201, 1), between: sent(201, 2), again: sent(201, 3) },
    'The 201 response of make reports a second creation for the same request with the same idempotency key.',
  ],
  ['accepts the first response', { first: sent(201, 1), between: sent(201, 2), again: sent(201, 1) }, 0],
])

const bulk = await rigOf({
  paths: {
    '/notes/bulk': {
      post: {
        operationId: 'import',
        requestBody: jsonBody({ type: 'array', items: ITEM }),
        responses: { 201: jsonResponse({ type: 'array', items: ITEM }) },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'get', responses: { 200: jsonResponse(ITEM) } },
    },
  },
})
const imported = (...ids: readonly number[]): Draft => ({
  operation: 'import',
  status: 201,
  json: ids.map((id) => ({ id, text: 'a' })),
})
const read = (status: number): Draft => ({
  operation: 'get',
  path: { id: 1 },
  status,
  json: { id: 1, text: 'a' },
})
const importedTwice = (first: Draft, again: Draft, ...statuses: readonly number[]) => ({
  first,
  again,
  reads: statuses.map(read),
})

describeRule(rule, keyRepeatedRead, bulk, [
  [
    'reports items that exist twice',
    importedTwice(imported(1, 2), imported(3, 4), 200, 200),
    'The 201 response of import reports a second creation for the same request with the same idempotency key.',
  ],
  ['keeps silent where one does not exist', importedTwice(imported(1), imported(2), 200, 404), 0],
  ['accepts a response that shares items', importedTwice(imported(1, 2), imported(3, 1), 200, 200), 0],
])

const page = (ids: readonly number[]): Draft => ({
  operation: 'list',
  json: ids.map((id) => ({ id, text: 'a' })),
})
const listed = (before: readonly Draft[], list: readonly Draft[], again = sent(201, 2)) => ({
  first: sent(201, 2),
  before,
  again,
  list,
})

describeRule(rule, keyRepeatedListed, rig, [
  [
    'reports a second item in the list',
    listed([page([1, 2])], [page([1, 2, 3])]),
    'The 201 response of make repeats the first response, but the list shows a second item afterwards.',
  ],
  ['reports it on another page', listed([page([1]), page([2])], [page([1]), page([2]), page([3])]), 1],
  ['reports it after a response without an id', listed([page([2])], [page([2, 3])], sent(201)), 1],
  ['accepts a list that stays', listed([page([1, 2])], [page([1, 2])]), 0],
  ['accepts a list that first lacked the item', listed([page([1])], [page([1, 2])]), 0],
  ['tells a second creation once', listed([page([2])], [page([2, 3])], sent(201, 3)), 0],
  ['keeps silent about a page that fails', listed([page([2])], [{ operation: 'list', status: 500 }]), 0],
])

const reused = (again: Draft, other: Draft) => ({ first: sent(201, 1), earlier: [again], other })
const accepted = reused(sent(201, 1), sent(201, 1))

describeRule(rule, keyReused, rig, [
  [
    'reports another request that is accepted with the key',
    accepted,
    'The 201 response of make accepts a different request with the same idempotency key.',
  ],
  ['accepts it where nothing is said of it', accepted, 0, await rigSaying('The name is taken.')],
  [
    'reads what the document says of all keys',
    accepted,
    [{ operationId: 'make' }],
    await rigSaying('Taken.', { description: 'A key that is used for another request is a conflict.' }),
  ],
  ['tells a key that is ignored once', reused(sent(201, 2), sent(201, 3)), 0],
  ['accepts a rejection of another request', reused(sent(201, 1), sent(409)), 0],
])
