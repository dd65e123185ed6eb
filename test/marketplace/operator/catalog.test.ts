import { describe, expect, it } from 'vitest'
import { addCoupon, addMerchant, endCoupon, type Merchant, setStock } from '@giftcards/marketplace'
import { checkoutLine, reasonOf, sampleCoupon, sampleSeed } from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()

describe('setStock', () => {
  const key = { ...checkoutLine(), isLowRisk: false }

  it('sets how many cards a bucket holds', async () => {
    await setStock(market.store, key, 40)
    expect(await stockOf(market, 101)).toEqual([40, 0])
  })

  it('stocks a merchant who was added', async () => {
    expect(reasonOf(await setStock(market.store, { ...key, merchantId: 777 }, 1))).toBe(
      'There is no merchant 777',
    )
    const merchant = { ...(sampleSeed.merchants[0] as Merchant), id: 777 }
    await addMerchant(market.store, merchant)
    expect(reasonOf(await setStock(market.store, { ...key, merchantId: 777 }, 1))).toBe('done')
    expect(reasonOf(await addMerchant(market.store, merchant))).toBe('A merchant 777 already exists')
  })

  it('leaves reserved cards alone', async () => {
    await market.store.transaction((tx) => tx.reserveStock(key, 3))
    expect(reasonOf(await setStock(market.store, key, 2))).toBe(
      'onHand must not be below the 3 reserved cards',
    )
  })
})

describe('addCoupon and endCoupon', () => {
  const { id: _id, ...spring } = sampleCoupon({ code: ' spring ', expires: '12/31/2030' })

  it('add a coupon, and end it at once', async () => {
    expect(await addCoupon(market.store, spring)).toMatchObject({ value: { code: 'SPRING' } })
    expect(reasonOf(await addCoupon(market.store, spring))).toBe('A coupon SPRING already exists')
    const now = market.clock.now()
    expect(await endCoupon(market.store, 'spring', now)).toMatchObject({ value: { expires: '01/14/2026' } })
    expect(reasonOf(await endCoupon(market.store, 'spring', now))).toBe(
      'The coupon SPRING ended on 01/14/2026',
    )
    expect(reasonOf(await endCoupon(market.store, 'autumn', now))).toBe('There is no coupon AUTUMN')
  })

  it('name a merchant that does not exist', async () => {
    const coupon = { ...spring, merchantIds: [101, 777] }
    expect(reasonOf(await addCoupon(market.store, coupon))).toBe('There is no merchant 777')
  })
})
