import { describe, expect, it } from 'vitest'
import { setOrderStatus, setStoreCredit } from '@giftcards/marketplace'
import { buy, standard } from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
const email = 'standard@example.com'
const byCredit = { method: 'STORE_CREDIT' } as const
const ledger = async () =>
  (await market.store.read((tx) => tx.listStoreCreditTransactions(standard.customerId, 100))).map(
    ({ position, type, amountCents, balanceCents, description, orderId }) => [
      position,
      type,
      amountCents,
      balanceCents,
      description,
      orderId,
    ],
  )
const opening = [1, 'Adjustment', 10_000, 10_000, 'Opening balance', null]

describe('changeStoreCredit', () => {
  it('has a row for a purchase and its refund', { meta: { rules: ['D9-12'] } }, async () => {
    const { id, orderId } = await buy(market, standard, byCredit)
    await setOrderStatus(market.deps, orderId, 'Canceled')
    expect(await ledger()).toEqual([
      [3, 'Refund', 4575, 10_000, `Refund for order #${id}`, id],
      [2, 'Purchase', -4575, 5425, `Order #${id}`, id],
      opening,
    ])
  })

  it('has the difference where the credit is set', { meta: { rules: ['D9-12'] } }, async () => {
    await setStoreCredit(market.deps, email, 1234)
    await setStoreCredit(market.deps, email, 1234)
    await setStoreCredit(market.deps, email, 2000)
    expect(await ledger()).toEqual([
      [3, 'Adjustment', 766, 2000, 'Credit set', null],
      [2, 'Adjustment', -8766, 1234, 'Credit set', null],
      opening,
    ])
  })

  it('has no row of a purchase that was refused', async () => {
    await setStoreCredit(market.deps, email, 1)
    const before = await ledger()
    await buy(market, standard, byCredit).catch(() => undefined)
    expect(await ledger()).toEqual(before)
  })
})
