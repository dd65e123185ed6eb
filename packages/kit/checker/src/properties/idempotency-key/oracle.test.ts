import { describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { idempotencyKey } from './oracle.ts'

const ITEM = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

/** Notes whose creation takes a key, with what the document says of 409. */
const rigSaying = (description: string) =>
  rigOf({
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

const sent = (step: string) => (status: number, id?: number) => ({
  operation: 'make',
  step,
  status,
  body: { text: 'a' },
  json: id === undefined ? {} : { id, text: 'a' },
})
const [first, again, other] = [sent('key-first'), sent('key-again'), sent('key-other')]
const refused = [first(201, 1), again(409)]
const list = (step: string, ids: readonly number[]): Draft => ({
  operation: 'list',
  step,
  json: ids.map((id) => ({ id, text: 'a' })),
})
const lists = (before: readonly number[], after: readonly number[]): Draft[] => [
  first(201, 2),
  list('list-before', before),
  again(201, 2),
  list('list-after-key', after),
]
const accepted = [first(201, 1), again(201, 1), other(201, 1)]

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
  promises.map(async (said): Promise<Row[]> => {
    const rig = await rigSaying(said)
    const message = 'The 409 response of make rejects the same request with the same idempotency key.'
    return [
      [`reports a refusal of the same request though it says: ${said}`, refused, message, rig],
      [`claims nothing after 202 though it says: ${said}`, [first(202), again(409)], 0, rig],
    ]
  }),
)
const threatening = await Promise.all(
  threats.map(async (said): Promise<Row> => [
    `takes no refusal for a promise: ${said}`,
    refused,
    0,
    await rigSaying(said),
  ]),
)

describeCheck(idempotencyKey, await rigSaying('The key came with another body before.'), [
  [
    'reports a second creation by one key',
    [first(201, 1), again(201, 2)],
    'The 201 response of make reports a second creation for the same request with the same idempotency key.',
  ],
  [
    'reports another request that is accepted with the key',
    accepted,
    'The 201 response of make accepts a different request with the same idempotency key.',
  ],
  ['takes it where nothing is said of it', accepted, 0, await rigSaying('The name is taken.')],
  ...promising.flat(),
  ...threatening,
  ['reports a second item in the list', lists([1, 2], [1, 2, 3]), 1],
  ['takes a list that stays', lists([1, 2], [1, 2]), 0],
  ['takes a list that first lacked the item', lists([1], [1, 2]), 0],
  ['tells a key that is ignored once', [first(201, 1), again(201, 2), other(201, 3)], 0],
  ['takes the same creation again', [first(201, 1), again(201, 1)], 0],
  ['takes a refusal of the same request', refused, 0],
  ['takes an answer without an id', [first(201, 1), again(201)], 0],
  ['takes a creation after a refusal', [first(409), again(201, 2)], 0],
  ['takes a refusal of another request', [first(201, 1), again(201, 1), other(409)], 0],
])
