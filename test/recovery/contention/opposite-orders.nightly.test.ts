import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContendedService, startContendedService } from './contended-service.ts'
import { purchasers, runOppositeOrders, runOppositePurchases } from './opposite-orders.ts'

let service: ContendedService
beforeAll(async () => {
  service = await startContendedService(2, purchasers)
})
afterAll(() => service.end())

describe('two servers on one PostgreSQL', () => {
  it.each([
    ['100 pairs of carts that add ten kinds of cards in opposite order', runOppositeOrders, 100],
    ['240 purchases of the same two kinds by every way to take stock and coupons', runOppositePurchases, 40],
  ])('serve %s without a deadlock', async (_case, run, times) => {
    expect(await run(service.baseUrls, times)).toStrictEqual([])
    expect(service.errors.get('deadlock detected')).toBeUndefined()
    expect(await service.checkBooks()).toStrictEqual([])
  })
})
