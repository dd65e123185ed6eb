import { beforeEach, describe, expect, it } from 'vitest'
import { type Order, ordersDocument } from './orders.ts'
import { shareSandbox } from './serve.ts'

const lines = [
  { article: 'Screw', quantity: 3 },
  { article: 'Nut', quantity: 4 },
]

describe('children that only the item around them shows', () => {
  const api = shareSandbox(ordersDocument)
  let orderId: string
  beforeEach(async () => ({ orderId } = (await api.send('POST', '/v3/orders')).json as Order))
  const add = (id: string) => api.send('POST', `/v3.1/orders/${id}/lines`, { lines })

  it('are created together, shown in it, and removed one by one', async () => {
    const added = await add(orderId)
    const { order } = added.json as { readonly order: Order }
    const [screw, nut] = order.lines
    expect([added.status, order.orderId]).toStrictEqual([201, orderId])
    expect(order.lines.map(({ article, quantity }) => ({ article, quantity }))).toStrictEqual(lines)
    expect(nut?.id).not.toBe(screw?.id)
    const path = `/v3/orders/${orderId}/lines/${screw?.id}`
    expect((await api.send('DELETE', path)).json).toStrictEqual({ orderId, lines: [nut] })
    expect(await api.status('DELETE', path)).toBe(404)
  })

  it('need the item around them, in every version of its path', async () => {
    expect((await add('3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18')).status).toBe(404)
  })

  it('may be created at a path that the client chooses', async () => {
    const path = `/v3/orders/${orderId}/vouchers/SUMMER`
    expect(await api.send('POST', path)).toMatchObject({ status: 200, json: { orderId } })
    expect(api.sandbox.countItems()).toMatchObject({ voucher: 1 })
    expect(await api.send('DELETE', path)).toMatchObject({ status: 200, json: { orderId } })
    expect(api.sandbox.countItems()).toMatchObject({ voucher: 0 })
  })
})
