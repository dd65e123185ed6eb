import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import { body, documentOf, errors, inPath, json, object, type Part, ref } from './small-documents.ts'

const text = { type: 'string' }
const id = { type: 'integer' }
const moment = { type: ['string', 'null'], format: 'date-time' }
const schemas = {
  Order: object(
    {
      id,
      status: { enum: ['open', 'paid', 'shipped', 'done', 'cancelled'] },
      isArchived: { type: 'boolean' },
      note: text,
      cancelledAt: moment,
      cancellation: {
        ...object({ reason: text, at: { type: 'string', format: 'date-time' } }, ['reason']),
        type: ['object', 'null'],
      },
    },
    ['id', 'status', 'isArchived', 'cancelledAt', 'cancellation'],
  ),
  Refund: object({ id: { type: 'string', format: 'uuid' }, orderId: id, amount: { type: 'number' } }, [
    'id',
    'orderId',
    'amount',
  ]),
}

const verb = (responses: Part, sent?: Part): Part => ({
  ...(sent !== undefined && { requestBody: { ...body(sent), required: false } }),
  responses,
})
const shows = json(ref('Order'))

const document = (more: Part) =>
  documentOf(
    {
      '/orders': {
        post: { requestBody: body(object({ note: text })), responses: { 201: shows, ...errors(400) } },
      },
      '/orders/{orderId}': {
        parameters: [inPath('orderId', id)],
        get: { responses: { 200: shows, ...errors(404) } },
      },
      ...Object.fromEntries(
        Object.entries(more).map(([path, item]) => [
          `/orders/{orderId}${path}`,
          { parameters: [inPath('orderId', id)], ...(item as Part) },
        ]),
      ),
    },
    schemas,
  )

const fresh = { id: 1, status: 'open', isArchived: false, note: 'x', cancelledAt: null, cancellation: null }

async function serveOrder(more: Part) {
  const api = await serveSandbox(document(more))
  api.sandbox.clock.set(0, true)
  expect((await api.send('POST', '/orders', { note: 'x' })).json).toStrictEqual(fresh)
  return api
}

describe('an action', () => {
  it('sets the state, the time and what the request says', async () => {
    await using api = await serveOrder({
      '/cancel': { post: verb({ 200: shows, ...errors(404, 409) }, object({ reason: text, note: text })) },
    })
    const canceled = await api.send('POST', '/orders/1/cancel', { reason: 'rain', note: 'y' })
    const at = '1970-01-01T00:00:00.000Z'
    expect(canceled.json).toStrictEqual({
      ...fresh,
      status: 'cancelled',
      note: 'y',
      cancelledAt: at,
      cancellation: { reason: 'rain', at },
    })
    expect((await api.send('GET', '/orders/1')).json).toStrictEqual(canceled.json)
    expect((await api.send('POST', '/orders/1/cancel')).status).toBe(409)
    expect((await api.send('POST', '/orders/2/cancel')).status).toBe(404)
  })

  it('may stand behind a colon, and be repeated where no 409 is documented', async () => {
    await using api = await serveOrder({ ':pay': { post: verb({ 200: shows, ...errors(404) }) } })
    const paid = await api.send('POST', '/orders/1:pay')
    expect(paid.json).toMatchObject({ status: 'paid' })
    expect((await api.send('POST', '/orders/1:pay')).json).toStrictEqual(paid.json)
  })

  it('does not leave a final state, by a documented 409', async () => {
    await using api = await serveOrder({
      '/complete': { post: verb({ 204: { description: 'Done.' }, ...errors(404) }) },
      '/ship': { post: verb({ 200: shows, ...errors(404, 409) }) },
      '/reopen': { post: verb({ 200: shows, ...errors(404, 409) }) },
    })
    expect((await api.send('POST', '/orders/1/complete')).status).toBe(204)
    expect((await api.send('GET', '/orders/1')).json).toMatchObject({ status: 'done' })
    expect((await api.send('POST', '/orders/1/ship')).status).toBe(409)
    expect((await api.send('POST', '/orders/1/reopen')).json).toMatchObject({ status: 'open' })
    expect((await api.send('POST', '/orders/1/ship')).json).toMatchObject({ status: 'shipped' })
  })

  it('sets a flag by PUT, and takes it back by DELETE or by its opposite', async () => {
    const archive = {
      put: verb({ 204: { description: 'Done.' } }),
      delete: verb({ 204: { description: 'Undone.' } }),
    }
    await using api = await serveOrder({ '/archive': archive, '/unarchive': { post: verb({ 200: shows }) } })
    const isArchived = async () => ((await api.send('GET', '/orders/1')).json as typeof fresh).isArchived
    await api.send('PUT', '/orders/1/archive')
    expect(await isArchived()).toBe(true)
    await api.send('DELETE', '/orders/1/archive')
    expect(await isArchived()).toBe(false)
    await api.send('PUT', '/orders/1/archive')
    expect((await api.send('POST', '/orders/1/unarchive')).json).toMatchObject({ isArchived: false })
  })

  it('shows what the request says where the response is about the action itself', async () => {
    const move = object({ orderId: id, shelf: text, reason: { enum: ['space', 'cooling'] } }, [
      'orderId',
      'shelf',
      'reason',
    ])
    const sent = object({ shelf: text, reason: text }, ['shelf'])
    await using api = await serveOrder({
      '/moves': { post: verb({ 200: json(move), ...errors(404) }, sent) },
    })
    const moved = await api.send('POST', '/orders/1/moves', { shelf: 'A', reason: 'cooling' })
    expect(moved.json).toStrictEqual({ orderId: 1, shelf: 'A', reason: 'cooling' })
  })

  it('makes another thing where the document shows one', async () => {
    await using api = await serveSandbox(
      documentOf(
        {
          ...(document({
            '/refund': {
              post: verb(
                { 201: json(ref('Refund')), ...errors(404) },
                object({ amount: { type: 'number' } }),
              ),
            },
          })['paths'] as Part),
          '/refunds/{refundId}': {
            parameters: [inPath('refundId', { type: 'string', format: 'uuid' })],
            get: { responses: { 200: json(ref('Refund')), ...errors(404) } },
          },
        },
        schemas,
      ),
    )
    await api.send('POST', '/orders', {})
    const refund = await api.send('POST', '/orders/1/refund', { amount: 5 })
    expect(refund.json).toMatchObject({ orderId: 1, amount: 5 })
    const { id: refundId } = refund.json as { readonly id: string }
    expect((await api.send('GET', `/refunds/${refundId}`)).json).toStrictEqual(refund.json)
  })
})

describe('children that their parent shows', () => {
  const item = object({ id, sku: text, quantity: { type: 'integer' } }, ['id', 'sku'])
  const basket = object(
    { id, name: text, items: { type: 'array', items: ref('Item') }, itemCount: { type: 'integer' } },
    ['id', 'items', 'itemCount'],
  )
  const lines = object({ sku: text, quantity: { type: 'integer' } }, ['sku'])
  const baskets = documentOf(
    {
      '/baskets': {
        post: {
          requestBody: body(object({ name: text, items: { type: 'array', items: lines } })),
          responses: { 201: json(ref('Basket')), ...errors(400) },
        },
      },
      '/baskets/{basketId}': {
        parameters: [inPath('basketId', id)],
        get: { responses: { 200: json(ref('Basket')), ...errors(404) } },
      },
      '/baskets/{basketId}/items': {
        parameters: [inPath('basketId', id)],
        post: { requestBody: body(lines), responses: { 201: json(ref('Basket')), ...errors(400, 404) } },
      },
      '/baskets/{basketId}/items/{itemId}': {
        parameters: [inPath('basketId', id), inPath('itemId', id)],
        get: { responses: { 200: json(ref('Item')), ...errors(404) } },
        patch: {
          requestBody: body(object({ quantity: { type: 'integer' } })),
          responses: { 200: json(ref('Item')), ...errors(404) },
        },
        delete: { responses: { 204: { description: 'Gone.' }, ...errors(404) } },
      },
    },
    { Item: item, Basket: basket },
  )

  it('are in it after each change, with their number', async () => {
    await using api = await serveSandbox(baskets)
    expect((await api.send('POST', '/baskets', { name: 'mine' })).json).toStrictEqual({
      id: 1,
      name: 'mine',
      items: [],
      itemCount: 0,
    })
    const added = await api.send('POST', '/baskets/1/items', { sku: 'a' })
    expect(added.json).toStrictEqual({ id: 1, name: 'mine', items: [{ id: 1, sku: 'a' }], itemCount: 1 })
    await api.send('POST', '/baskets/1/items', { sku: 'b' })
    await api.send('PATCH', '/baskets/1/items/2', { quantity: 3 })
    await api.send('DELETE', '/baskets/1/items/1')
    expect((await api.send('GET', '/baskets/1')).json).toStrictEqual({
      id: 1,
      name: 'mine',
      items: [{ id: 2, sku: 'b', quantity: 3 }],
      itemCount: 1,
    })
  })

  it('have paths of their own when they are created with it', async () => {
    await using api = await serveSandbox(baskets)
    const created = await api.send('POST', '/baskets', { items: [{ sku: 'a' }, { sku: 'b' }] })
    expect(created.json).toStrictEqual({
      id: 1,
      items: [
        { id: 1, sku: 'a' },
        { id: 2, sku: 'b' },
      ],
      itemCount: 2,
    })
    expect((await api.send('GET', '/baskets/1/items/2')).json).toStrictEqual({ id: 2, sku: 'b' })
  })
})
