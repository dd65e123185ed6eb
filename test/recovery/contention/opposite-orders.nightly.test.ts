import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContendedService, startContendedService } from './contended-service.ts'
import {
  type OppositeOrders,
  type OppositePurchases,
  purchasers,
  runOppositeOrders,
  runOppositePurchases,
} from './opposite-orders.ts'

const pairs = 100
const rounds = 40

let service: ContendedService
beforeAll(async () => {
  service = await startContendedService(2, purchasers)
}, 600_000)
afterAll(() => service.end())

describe(`${pairs} pairs of carts that add ten kinds of cards in opposite order`, () => {
  let seen: OppositeOrders
  beforeAll(async () => {
    seen = await runOppositeOrders(service.baseUrls, pairs)
  }, 600_000)

  it('all get their cards', () => {
    expect(seen.failures).toStrictEqual([])
    expect(seen.inPairs).toHaveLength(2 * pairs)
  })

  it('meet no deadlock', () => {
    expect(service.errors.get('deadlock detected')).toBeUndefined()
  })

  it('leave sound books', async () => {
    expect(await service.checkBooks()).toStrictEqual([])
  })
})

describe('purchases of the same two kinds by every way to take stock and coupons', () => {
  let seen: OppositePurchases
  beforeAll(async () => {
    seen = await runOppositePurchases(service.baseUrls, rounds)
  }, 600_000)

  it('all get an order', () => {
    expect(seen.failures).toStrictEqual([])
    expect(seen.times).toHaveLength(rounds * purchasers)
  })

  it('meet no deadlock', () => {
    expect(service.errors.get('deadlock detected')).toBeUndefined()
  })

  it('leave sound books', async () => {
    expect(await service.checkBooks()).toStrictEqual([])
  })
})
