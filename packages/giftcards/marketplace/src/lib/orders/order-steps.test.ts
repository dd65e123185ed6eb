import { beforeEach, describe, expect, it } from 'vitest'
import { findNextStep, getOrder } from '../../index.ts'
import type { CardsCheckout } from '../checkout/checkout-request.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { valueOf } from '../samples/outcome.ts'
import { buy, magicLine, physicalLine } from '../samples/sample-checkout.ts'

const elite = callerOf('elite')
let market: TestMarketplace
beforeEach(async () => {
  market = await createTestMarketplace()
})

/** The statuses an order goes through, each reached when the step before said so. */
async function follow(request: Partial<CardsCheckout>): Promise<readonly string[]> {
  const { orderId } = await buy(market, elite, request)
  const statuses: string[] = []
  for (;;) {
    const order = valueOf(await getOrder(market.deps, elite, orderId))
    statuses.push(order.status)
    const next = findNextStep(order)
    if (next === undefined) return statuses
    statuses.push(`${next.status}?`)
    market.clock.advance((next.at - market.clock.now()) / 1000)
  }
}

describe('findNextStep', () => {
  it.each<[string, Partial<CardsCheckout>, readonly string[]]>([
    ['delivered', {}, ['Digitally Delivered']],
    [
      'shipped',
      { lines: [physicalLine] },
      ['Processing', 'Fulfillment?', 'Fulfillment', 'Shipped?', 'Shipped'],
    ],
    ['late', { lines: [magicLine(901)] }, ['Processing', 'Digitally Delivered?', 'Digitally Delivered']],
    ['canceled', { lines: [magicLine(904)] }, ['Processing', 'Canceled?', 'Canceled']],
    ['returned', { bankId: 7003 }, ['Digitally Delivered', 'Canceled?', 'Canceled']],
    ['on hold', { lines: [magicLine(903)] }, ['Hold']],
  ])('foretells what an order that is %s goes through', async (_name, request, statuses) => {
    expect(await follow(request)).toEqual(statuses)
  })
})
