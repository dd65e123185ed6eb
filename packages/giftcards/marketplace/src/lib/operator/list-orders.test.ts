import { beforeEach, describe, expect, it } from 'vitest'
import { listOrders } from '../../index.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { buy } from '../samples/sample-checkout.ts'

let market: TestMarketplace
beforeEach(async () => {
  market = await createTestMarketplace()
})

describe('listOrders', () => {
  it('lists the orders of all customers, newest first', async () => {
    const first = await buy(market, callerOf('elite'))
    const second = await buy(market, callerOf('standard'))
    const list = (limit: number) => market.store.read((tx) => listOrders(tx, limit))
    expect((await list(9)).orders.map(({ id }) => id)).toEqual([second.id, first.id])
    const { orders, count } = await list(1)
    expect(orders.map(({ id, merchants }) => [id, [...merchants.keys()]])).toEqual([[second.id, [101]]])
    expect(count).toBe(2)
  })
})
