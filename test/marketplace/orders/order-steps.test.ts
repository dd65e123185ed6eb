import { describe, expect, it } from 'vitest'
import { type CardsCheckout, findNextStep, getOrder, runJobs, settings } from '@giftcards/marketplace'
import { buy, elite, magicLine, physicalLine, valueOf } from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

/** Returns the statuses of an order. Each one is reached at the time that the previous step announced. */
async function follow(request: Partial<CardsCheckout>): Promise<readonly string[]> {
  const { orderId } = await buy(market, elite, request)
  const statuses: string[] = []
  for (;;) {
    await runJobs(market.deps)
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

describe('the job of an order step', () => {
  it('takes two steps that are due at the same moment', async () => {
    const { deps, gateway, clock, store } = market
    const { charge } = gateway
    // The bank returns the payment at the moment when the card is shipped.
    const returning: typeof charge = async (asked) => {
      const answer = await charge(asked)
      return answer.kind === 'accepted' ? { ...answer, returnedAfterMs: settings.shipAfterMs } : answer
    }
    const rigged = { ...market, deps: { ...deps, gateway: { ...gateway, charge: returning } } }
    const { id } = await buy(rigged, elite, { lines: [physicalLine] })
    clock.advance(settings.shipAfterMs / 1000)
    await runJobs(deps)
    expect(await store.read((tx) => tx.findOrder(id))).toMatchObject({ status: 'Canceled', plan: [] })
    expect((await store.read((tx) => tx.countJobs())).filter(({ state }) => state !== 'done')).toEqual([])
  })
})
