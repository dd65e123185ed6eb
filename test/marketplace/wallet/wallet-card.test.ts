import { describe, expect, it } from 'vitest'
import { getWalletCard, runJobs, setOrderStatus, spendWalletCard } from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  checkoutLine,
  magicLine,
  physicalLine,
  refusalOf,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const day = 24 * 3600
const market = useMarketplace()
/** Finds a card after all due jobs have run. */
async function find(cardId: number, caller = standard) {
  await runJobs(market.deps)
  return getWalletCard(market.deps, caller, cardId)
}
async function spend(cardId: number, cents: number) {
  await runJobs(market.deps)
  return spendWalletCard(market.deps, cardId, cents)
}

describe('getWalletCard', () => {
  it('shows a fulfilled card, masked', { meta: { rules: ['4.7-03', 'D8-03'] } }, async () => {
    const order = await buy(market, standard)
    const id = order.units[0]?.id ?? 0
    expect(valueOf(await find(id))).toMatchObject({
      unit: { id, unitCostCents: 4575, paymentShareCents: 92, currentBalanceCents: 5000 },
      order: { id: order.id, orderId: order.orderId },
      merchant: { id: 101 },
      maskedNumber: '****0001',
      maskedPin: '****',
    })
  })

  it('has no PIN to mask where there is none', { meta: { rules: ['D8-04'] } }, async () => {
    const order = await buy(market, standard, { lines: [magicLine(905)] })
    expect(valueOf(await find(order.units[0]?.id ?? 0)).maskedPin).toBe('')
  })

  it('shows a barcode of prefix and serial', { meta: { rules: ['D8-09'] } }, async () => {
    const order = await buy(market, standard)
    const { barcodeContents } = valueOf(await find(order.units[0]?.id ?? 0))
    expect(barcodeContents).toBe('101-serial-500001')
  })

  it('finds no card before its fulfillment', { meta: { rules: ['4.6-25', 'D8-01'] } }, async () => {
    const order = await buy(market, standard, { lines: [physicalLine] })
    const id = order.units[0]?.id ?? 0
    expect(refusalOf(await find(id))).toBe('card_not_found')
    market.clock.advance(day - 1)
    expect(refusalOf(await find(id))).toBe('card_not_found')
    market.clock.advance(1)
    expect(refusalOf(await find(id))).toBe('done')
  })

  it('finds no card of another customer', { meta: { rules: ['D8-02', '1-05'] } }, async () => {
    const cardId = (await buy(market, standard)).units[0]?.id ?? 0
    // The owner's request delivers the card first, since no customer can find an unfulfilled card.
    expect(refusalOf(await find(cardId))).toBe('done')
    expect(refusalOf(await find(cardId, callerOf('elite')))).toBe('card_not_found')
    expect(refusalOf(await find(1))).toBe('card_not_found')
  })

  it('finds no card of a canceled order', { meta: { rules: ['D13-25'] } }, async () => {
    const order = await buy(market, standard)
    const id = order.units[0]?.id ?? 0
    expect(refusalOf(await find(id))).toBe('done')
    await setOrderStatus(market.deps, order.orderId, 'Canceled')
    expect(refusalOf(await find(id))).toBe('card_not_found')
  })
})

describe('spendWalletCard', () => {
  it('refuses more than the balance', async () => {
    const id = (await buy(market, standard)).units[0]?.id ?? 0
    expect(refusalOf(await spend(id, 5001))).toBe('amount_above_balance')
    expect(valueOf(await find(id)).unit.currentBalanceCents).toBe(5000)
  })

  it('finds no card before its fulfillment', async () => {
    const order = await buy(market, standard, { lines: [physicalLine] })
    expect(refusalOf(await spend(order.units[0]?.id ?? 0, 1))).toBe('card_not_found')
    expect(refusalOf(await spend(1, 1))).toBe('card_not_found')
  })

  it('keeps the balance of its neighbours', async () => {
    const order = await buy(market, standard, { lines: [checkoutLine({ quantity: 2 })] })
    await spend(order.units[0]?.id ?? 0, 100)
    expect(valueOf(await find(order.units[1]?.id ?? 0)).unit.currentBalanceCents).toBe(5000)
  })
})
