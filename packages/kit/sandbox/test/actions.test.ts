import { beforeEach, describe, expect, it } from 'vitest'
import { shareSandbox } from './serve.ts'
import {
  arrayOf,
  body,
  collection,
  documentOf,
  empty,
  errors,
  inPath,
  integer,
  json,
  object,
  type Part,
  ref,
  shows,
  takes,
  text,
} from './small-documents.ts'

const moment = { type: 'string', format: 'date-time' }
const uuid = { type: 'string', format: 'uuid' }
const schemas = {
  Order: object(
    {
      id: integer,
      status: { enum: ['open', 'paid', 'shipped', 'done', 'cancelled'] },
      isArchived: { type: 'boolean' },
      note: text,
      cancelledAt: { ...moment, type: ['string', 'null'] },
      cancellation: { ...object({ reason: text, at: moment }, ['reason']), type: ['object', 'null'] },
    },
    ['id', 'status', 'isArchived', 'cancelledAt', 'cancellation'],
  ),
  Refund: object({ id: uuid, orderId: integer, amount: { type: 'number' } }, ['id', 'orderId', 'amount']),
  Move: object({ orderId: integer, shelf: text, reason: { enum: ['space', 'cooling'] } }, [
    'orderId',
    'shelf',
    'reason',
  ]),
}
const order = ref('Order')
/** An operation that may have a body. */
const may = (sent: Part, operation: Part): Part => ({
  requestBody: { ...body(sent), required: false },
  ...operation,
})
const actions: Readonly<Record<string, Part>> = {
  '/cancel': { post: may(object({ reason: text, note: text }), shows(order, 404, 409)) },
  ':pay': { post: shows(order, 404) },
  '/complete': { post: empty(404) },
  '/ship': { post: shows(order, 404, 409) },
  '/reopen': { post: shows(order, 404, 409) },
  '/archive': { put: empty(), delete: empty() },
  '/unarchive': { post: shows(order) },
  '/moves': { post: may(object({ shelf: text, reason: text }, ['shelf']), shows(ref('Move'), 404)) },
  '/refund': {
    post: may(object({ amount: { type: 'number' } }), {
      responses: { 201: json(ref('Refund')), ...errors(404) },
    }),
  },
}

const deletion = { description: 'Only cancelled or done orders can be deleted.', ...empty(404, 409) }

describe('an action', () => {
  const path = '/orders/{orderId}'
  const api = shareSandbox(
    documentOf(
      {
        ...collection(path, order, { sent: object({ note: text }), moreOfItem: { delete: deletion } }),
        ...Object.fromEntries(
          Object.entries(actions).map(([end, item]) => [
            path + end,
            { parameters: [inPath('orderId', integer)], ...item },
          ]),
        ),
        '/refunds/{refundId}': { parameters: [inPath('refundId', uuid)], get: shows(ref('Refund'), 404) },
      },
      schemas,
    ),
  )
  const fresh = { id: 1, status: 'open', isArchived: false, note: 'x', cancelledAt: null, cancellation: null }
  beforeEach(async () => {
    api.sandbox.clock.set(0, true)
    await api.send('POST', '/orders', { note: 'x' })
  })
  const act = (action: string, sent?: object) => api.send('POST', `/orders/1${action}`, sent)

  it('sets the state, the time and what the request says', async () => {
    expect(await api.read('/orders/1')).toStrictEqual(fresh)
    const canceled = await act('/cancel', { reason: 'rain', note: 'y' })
    const at = '1970-01-01T00:00:00.000Z'
    const set = { status: 'cancelled', note: 'y', cancelledAt: at, cancellation: { reason: 'rain', at } }
    expect(canceled.json).toStrictEqual({ ...fresh, ...set })
    expect(await api.read('/orders/1')).toStrictEqual(canceled.json)
    expect((await act('/cancel')).status).toBe(409)
    expect(await api.status('POST', '/orders/2/cancel')).toBe(404)
  })

  it('may stand behind a colon, and be repeated where no 409 is documented', async () => {
    const paid = await act(':pay')
    expect(paid.json).toMatchObject({ status: 'paid' })
    expect((await act(':pay')).json).toStrictEqual(paid.json)
  })

  it('does not leave a final state, by a documented 409', async () => {
    expect((await act('/complete')).status).toBe(204)
    expect(await api.read('/orders/1')).toMatchObject({ status: 'done' })
    expect((await act('/ship')).status).toBe(409)
    expect((await act('/reopen')).json).toMatchObject({ status: 'open' })
    expect((await act('/ship')).json).toMatchObject({ status: 'shipped' })
  })

  it('is refused in a state that the description excludes, as other changes are', async () => {
    expect(await api.status('DELETE', '/orders/1')).toBe(409)
    await act('/complete')
    expect(await api.status('DELETE', '/orders/1')).toBe(204)
  })

  it('sets a flag by PUT, and takes it back by DELETE or by its opposite', async () => {
    await api.send('PUT', '/orders/1/archive')
    expect(await api.read('/orders/1')).toMatchObject({ isArchived: true })
    await api.send('DELETE', '/orders/1/archive')
    expect(await api.read('/orders/1')).toMatchObject({ isArchived: false })
    await api.send('PUT', '/orders/1/archive')
    expect((await act('/unarchive')).json).toMatchObject({ isArchived: false })
  })

  it('shows what the request says where the response is about the action itself', async () => {
    const move = { shelf: 'A', reason: 'cooling' }
    expect((await act('/moves', move)).json).toStrictEqual({ orderId: 1, ...move })
  })

  it('makes another thing where the document shows one', async () => {
    const refund = (await act('/refund', { amount: 5 })).json as { readonly id: string }
    expect(refund).toMatchObject({ orderId: 1, amount: 5 })
    expect(await api.read(`/refunds/${refund.id}`)).toStrictEqual(refund)
  })
})

describe('children that their parent shows', () => {
  const line = object({ sku: text, quantity: integer }, ['sku'])
  const basket = object({ id: integer, name: text, items: arrayOf(ref('Item')), itemCount: integer }, [
    'id',
    'items',
    'itemCount',
  ])
  const api = shareSandbox(
    documentOf(
      {
        ...collection('/baskets/{basketId}', ref('Basket'), {
          sent: object({ name: text, items: arrayOf(line) }),
        }),
        ...collection('/baskets/{basketId}/items/{itemId}', ref('Item'), {
          more: { post: takes(line, { responses: { 201: json(ref('Basket')), ...errors(400, 404) } }) },
          moreOfItem: {
            patch: takes(object({ quantity: integer }), shows(ref('Item'), 404)),
            delete: empty(404),
          },
        }),
      },
      { Item: object({ id: integer, sku: text, quantity: integer }, ['id', 'sku']), Basket: basket },
    ),
  )

  it('are in it after each change, with their number', async () => {
    const mine = { id: 1, name: 'mine', items: [] as object[], itemCount: 0 }
    expect((await api.send('POST', '/baskets', { name: 'mine' })).json).toStrictEqual(mine)
    const added = await api.send('POST', '/baskets/1/items', { sku: 'a' })
    expect(added.json).toStrictEqual({ ...mine, items: [{ id: 1, sku: 'a' }], itemCount: 1 })
    await api.send('POST', '/baskets/1/items', { sku: 'b' })
    await api.send('PATCH', '/baskets/1/items/2', { quantity: 3 })
    await api.send('DELETE', '/baskets/1/items/1')
    const items = [{ id: 2, sku: 'b', quantity: 3 }]
    expect(await api.read('/baskets/1')).toStrictEqual({ ...mine, items, itemCount: 1 })
  })

  it('have paths of their own when they are created with it', async () => {
    const created = await api.send('POST', '/baskets', { items: [{ sku: 'a' }, { sku: 'b' }] })
    const items = [
      { id: 1, sku: 'a' },
      { id: 2, sku: 'b' },
    ]
    expect(created.json).toStrictEqual({ id: 1, items, itemCount: 2 })
    expect(await api.read('/baskets/1/items/2')).toStrictEqual(items[1])
  })
})
