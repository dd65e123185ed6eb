import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { idempotencyKey } from './idempotency-key.ts'

const ITEM = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

const rig = (description: string) =>
  createRig({
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

type Reply = readonly [step: string, status: number, id?: number]

const verify = async (replies: readonly Reply[], description = 'The key came with another body before.') => {
  const create = await rig(description)
  const exchanges = replies.reduce<ReturnType<typeof create>[]>(
    (history, [step, status, id]) => [
      ...history,
      create({ operation: 'make', step, status, json: id === undefined ? {} : { id }, history }),
    ],
    [],
  )
  const last = exchanges.at(-1)
  return last === undefined ? [] : idempotencyKey.verify(last)
}

const list = (step: string, shown: readonly number[]) => ({
  operation: 'list',
  step,
  status: 200,
  json: shown.map((id) => ({ id, text: 'a' })),
})

describe('idempotencyKey', () => {
  it('accuses a second creation by one key', async () => {
    expect(await verify([['key-first', 201, 1], ['key-again', 201, 2]])).toMatchObject([
      {
        operationId: 'make',
        message:
          'The 201 response of make reports a second creation for the same request with the same idempotency key.',
      },
    ]) // prettier-ignore
  })

  it('accuses another request that is accepted with the key', async () => {
    const replies = [['key-first', 201, 1], ['key-again', 201, 1], ['key-other', 201, 1]] as const // prettier-ignore
    expect(await verify(replies)).toMatchObject([
      { message: 'The 201 response of make accepts a different request with the same idempotency key.' },
    ])
    expect(await verify(replies, 'The name is taken.')).toEqual([])
  })

  it.each([
    'The same answer again where the key was used before.',
    'A request that is sent again with its key is answered again and not done again.',
    'Keys: 409 for another body; a repeated key gives the same note again.',
  ])('accuses a repeated request that is refused though it says: %s', async (said) => {
    const replies = [['key-first', 201, 1], ['key-again', 409]] as const // prettier-ignore
    expect(await verify(replies, said)).toMatchObject([
      { message: 'The 409 response of make rejects the same request with the same idempotency key.' },
    ])
    expect(await verify([['key-first', 202], ['key-again', 409]], said)).toEqual([]) // prettier-ignore
  })

  it.each([
    'A key that is sent the same again is refused.',
    'The same request again, with its key, is a conflict.',
  ])('takes no refusal for a promise: %s', async (said) => {
    expect(await verify([['key-first', 201, 1], ['key-again', 409]], said)).toEqual([]) // prettier-ignore
  })

  it.each([
    [[1, 2], [1, 2, 3], 1],
    [[1, 2], [1, 2], 0],
    [[1], [1, 2], 0],
  ])('compares the lists %j and %j', async (earlier, ids, count) => {
    const create = await rig('')
    const make = { operation: 'make', status: 201, body: { text: 'a' }, json: { id: 2, text: 'a' } }
    const drafts = [
      { ...make, step: 'key-first' },
      list('list-before', earlier),
      { ...make, step: 'key-again' },
      list('list-after-key', ids),
    ]
    const history = drafts.reduce<ReturnType<typeof create>[]>(
      (exchanges, draft) => [...exchanges, create({ ...draft, history: exchanges })],
      [],
    )
    expect(idempotencyKey.verify(history.at(-1) as (typeof history)[0])).toHaveLength(count)
  })

  it('tells a key that is ignored once', async () => {
    expect(await verify([['key-first', 201, 1], ['key-again', 201, 2], ['key-other', 201, 3]])).toEqual([]) // prettier-ignore
  })

  it.each([
    [[['key-first', 201, 1], ['key-again', 201, 1]]],
    [[['key-first', 201, 1], ['key-again', 409]]],
    [[['key-first', 201, 1], ['key-again', 201]]],
    [[['key-first', 409], ['key-again', 201, 2]]],
    [[['key-first', 201, 1], ['key-again', 201, 1], ['key-other', 409]]],
  ] as const)('is content with %j', async (replies) => {
    expect(await verify(replies)).toEqual([])
  }) // prettier-ignore
})
