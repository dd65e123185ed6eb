import { beforeEach, describe, expect, it } from 'vitest'
import {
  getSecureData,
  runJobs,
  setOrderStatus,
  type Store,
  type StoreTransaction,
} from '@giftcards/marketplace'
import { buy, callerOf, physicalLine, refusalOf, standard, valueOf } from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const day = 24 * 3600
type Read = Parameters<StoreTransaction['insertSecureRead']>[0]

const market = useMarketplace()
let audit: Read[]
beforeEach(async () => {
  audit = []
})

/** Wraps a store and records every audit row, whether it is committed or not. */
const audited = (store: Store): Store => ({
  ...store,
  transaction: (work) =>
    store.transaction((tx) => {
      const insertSecureRead = (read: Read) => {
        audit.push(read)
        return tx.insertSecureRead(read)
      }
      return work({ ...tx, insertSecureRead })
    }),
})
/** Unmasks a card after all due jobs have run. */
async function unmask(cardId: number, caller = standard) {
  await runJobs(market.deps)
  return getSecureData({ ...market.deps, store: audited(market.store) }, caller, cardId)
}

describe('getSecureData', () => {
  it('unmasks a card', { meta: { rules: ['4.6-26'] } }, async () => {
    const id = (await buy(market, standard)).units[0]?.id ?? 0
    expect(valueOf(await unmask(id))).toEqual({
      number: '9999000000500001',
      pin: '4711',
      barcode: { format: 'CODE128', contents: '101-serial-500001' },
    })
  })

  it('leaves one audit row without values', async () => {
    const id = (await buy(market, standard)).units[0]?.id ?? 0
    await unmask(id)
    await unmask(id)
    const row = { cardId: id, customerId: standard.customerId, at: market.clock.now() }
    expect(audit).toEqual([row, row])
  })

  it('is there for 24 hours', { meta: { rules: ['4.6-26', '8-04', 'D8-13'] } }, async () => {
    const id = (await buy(market, standard, { lines: [physicalLine] })).units[0]?.id ?? 0
    market.clock.advance(2 * day)
    expect(refusalOf(await unmask(id))).toBe('done')
    market.clock.advance(0.001)
    expect(refusalOf(await unmask(id))).toBe('secure_data_expired')
    expect(audit).toHaveLength(1)
  })

  it('finds no card before its fulfillment', { meta: { rules: ['D8-01'] } }, async () => {
    const id = (await buy(market, standard, { lines: [physicalLine] })).units[0]?.id ?? 0
    expect(refusalOf(await unmask(id))).toBe('card_not_found')
  })

  it('finds no card of another customer', { meta: { rules: ['D8-12'] } }, async () => {
    const id = (await buy(market, standard)).units[0]?.id ?? 0
    expect(refusalOf(await unmask(id))).toBe('done')
    expect(refusalOf(await unmask(id, callerOf('elite')))).toBe('card_not_found')
    expect(audit).toHaveLength(1)
  })

  it('finds no card of a canceled order', { meta: { rules: ['D13-25'] } }, async () => {
    const order = await buy(market, standard)
    await setOrderStatus(market.deps, order.orderId, 'Canceled')
    expect(refusalOf(await unmask(order.units[0]?.id ?? 0))).toBe('card_not_found')
  })

  it('unmasks nothing once a cancellation committed', { meta: { rules: ['D13-25'] } }, async () => {
    const order = await buy(market, standard)
    const cardId = order.units[0]?.id ?? 0
    expect(refusalOf(await unmask(cardId))).toBe('done')
    const { store } = market.deps
    // The cancellation happens after the request has read the card and before its transaction.
    const canceledMeanwhile: typeof store = {
      ...store,
      async transaction(work) {
        await setOrderStatus(market.deps, order.orderId, 'Canceled')
        return store.transaction(work)
      },
    }
    const outcome = await getSecureData({ ...market.deps, store: canceledMeanwhile }, standard, cardId)
    expect(refusalOf(outcome)).toBe('card_not_found')
  })
})
