import { describe, expect, it } from 'vitest'
import { type Order, ordersDocument } from './orders.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

async function openOrder(api: ServedSandbox): Promise<Order> {
  return (await api.send('POST', '/v3/orders')).json as Order
}

const newLines = [
  { article: 'Screw', quantity: 3 },
  { article: 'Nut', quantity: 4 },
]

describe('children that only the item around them shows', () => {
  it('are created together, and shown in it', async () => {
    await using api = await serveSandbox(ordersDocument)
    const { orderId } = await openOrder(api)
    const added = await api.send('POST', `/v3.1/orders/${orderId}/lines`, { lines: newLines })
    const { order } = added.json as { readonly order: Order }
    expect(added.status).toBe(201)
    expect(order.orderId).toBe(orderId)
    expect(order.lines.map(({ article, quantity }) => ({ article, quantity }))).toStrictEqual(newLines)
    expect(new Set(order.lines.map(({ id }) => id)).size).toBe(2)
  })

  it('are removed one by one', async () => {
    await using api = await serveSandbox(ordersDocument)
    const { orderId } = await openOrder(api)
    const added = await api.send('POST', `/v3.1/orders/${orderId}/lines`, { lines: newLines })
    const [screw, nut] = (added.json as { readonly order: Order }).order.lines
    const removed = await api.send('DELETE', `/v3/orders/${orderId}/lines/${screw?.id}`)
    expect(removed.json).toStrictEqual({ orderId, lines: [nut] })
    expect((await api.send('DELETE', `/v3/orders/${orderId}/lines/${screw?.id}`)).status).toBe(404)
  })

  it('need the item around them, in every version of its path', async () => {
    await using api = await serveSandbox(ordersDocument)
    const nowhere = '/v3.1/orders/3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18/lines'
    expect((await api.send('POST', nowhere, { lines: newLines })).status).toBe(404)
  })

  it('may be created at a path that the client chooses', async () => {
    await using api = await serveSandbox(ordersDocument)
    const { orderId } = await openOrder(api)
    const path = `/v3/orders/${orderId}/vouchers/SUMMER`
    expect(await api.send('POST', path)).toMatchObject({ status: 200, json: { orderId } })
    expect(api.sandbox.countItems()).toMatchObject({ voucher: 1 })
    expect(await api.send('DELETE', path)).toMatchObject({ status: 200, json: { orderId } })
    expect(api.sandbox.countItems()).toMatchObject({ voucher: 0 })
  })
})
