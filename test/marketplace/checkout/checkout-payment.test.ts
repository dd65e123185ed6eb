import { describe, expect, it } from 'vitest'
import {
  type CardsCheckout,
  checkout,
  type CustomerCaller,
  runJobs,
  setStoreCredit,
} from '@giftcards/marketplace'
import {
  buy,
  cardsCheckout,
  checkoutLine,
  elite,
  magicLine,
  physicalLine,
  refusalOf,
  standard,
} from '@giftcards/marketplace/testing'
import { eliteAccount } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
const attempt = async (caller: CustomerCaller, change: Partial<CardsCheckout>) =>
  refusalOf(await checkout(market.deps, caller, cardsCheckout(change)))

describe('payment', () => {
  it('charges the bank account by ACH', { meta: { rules: ['4.6-11'] } }, async () => {
    const order = await buy(market, standard)
    expect(market.charges).toMatchObject([
      { kind: 'bank', customerId: standard.customerId, methodId: 7001, amountCents: order.dueCents },
    ])
    expect(order).toMatchObject({
      orderTotalCents: 4575,
      dueCents: 4483,
      payment: { method: 'ACH', paidBy: 'bank', accountNumber: '****7001', routingNumber: '****0021' },
    })
  })

  it('charges the card by CREDITCARD', { meta: { rules: ['4.6-13'] } }, async () => {
    const order = await buy(market, standard, { method: 'CREDITCARD' })
    expect(market.charges).toMatchObject([{ kind: 'card', methodId: 8001, amountCents: 4575 }])
    expect(order).toMatchObject({
      dueCents: 4575,
      payment: { method: 'CREDITCARD', paidBy: 'card', accountNumber: null, routingNumber: null },
    })
  })

  it('charges the bank first by ACH_CREDITCARD', { meta: { rules: ['4.6-12', 'D6-10'] } }, async () => {
    const order = await buy(market, standard, { method: 'ACH_CREDITCARD' })
    expect(market.charges).toMatchObject([{ kind: 'bank', methodId: 7001, amountCents: 4483 }])
    expect(order.payment.paidBy).toBe('bank')
  })

  it(
    'falls back to the card at the same price',
    { meta: { rules: ['D6-10', 'D6-11', 'D13-21'] } },
    async () => {
      const order = await buy(market, standard, { method: 'ACH_CREDITCARD', bankId: 7002 })
      expect(market.charges).toMatchObject([
        { kind: 'bank', methodId: 7002, amountCents: 4483 },
        { kind: 'card', methodId: 8001, amountCents: 4483 },
      ])
      expect(order).toMatchObject({
        dueCents: 4483,
        payment: { method: 'ACH_CREDITCARD', paidBy: 'card', accountNumber: null, routingNumber: null },
      })
    },
  )

  it('takes store credit for the whole due', { meta: { rules: ['4.6-14', 'D6-12', '2.7-08'] } }, async () => {
    const order = await buy(market, standard, { method: 'STORE_CREDIT' })
    expect(order).toMatchObject({ dueCents: 4575, payment: { paidBy: 'store-credit' } })
    const left = await market.store.read((tx) => tx.findCustomer(standard.customerId))
    expect(left?.storeCreditCents).toBe(5425)
    expect(market.charges).toEqual([])
  })

  it('takes store credit to the last cent', { meta: { rules: ['D6-12'] } }, async () => {
    await setStoreCredit(market.deps, 'standard@example.com', 4574)
    expect(await attempt(standard, { method: 'STORE_CREDIT' })).toBe('payment_declined')
    await setStoreCredit(market.deps, 'standard@example.com', 4575)
    expect(await attempt(standard, { method: 'STORE_CREDIT' })).toBe('done')
  })

  it(
    'holds drawdown money until fulfillment',
    { meta: { rules: ['4.6-15', '4.6-21', '4.6-22', 'D9-02'] } },
    async () => {
      const order = await buy(market, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] })
      expect(order).toMatchObject({ dueCents: 9067, hold: 'pending', payment: { paidBy: 'drawdown' } })
      expect(await eliteAccount(market)).toEqual([150_000, 39_067])
    },
  )

  it('spends credit that has come back meanwhile', { meta: { rules: ['D13-25'] } }, async () => {
    await setStoreCredit(market.deps, 'standard@example.com', 1000)
    const request = { method: 'STORE_CREDIT', lines: [magicLine(904)] }
    await buy(market, standard, request)
    expect(await attempt(standard, request)).toBe('payment_declined')
    market.clock.advance(60)
    await runJobs(market.deps)
    expect(await attempt(standard, request)).toBe('done')
  })

  it('charges nothing where nothing is due', async () => {
    const coffee = checkoutLine({ merchantId: 102, faceValueCents: 500, percentOffBps: 50 })
    const order = await buy(market, standard, { lines: [coffee], couponCode: 'FIVEOFF', bankId: 7002 })
    expect(order.dueCents).toBe(0)
    expect(market.charges).toEqual([])
  })

  it('holds down to the last available cent', { meta: { rules: ['4.6-28', 'D9-06'] } }, async () => {
    const { customerId } = elite
    const put = (availableCents: number) =>
      market.store.transaction((tx) =>
        tx.putDrawdownAccount({
          customerId,
          balanceCents: 30_000 + availableCents,
          pendingCents: 30_000,
          isActive: true,
        }),
      )
    const request = { method: 'DRAWDOWN_ACCOUNT', lines: [physicalLine] }
    await put(9066)
    expect(await attempt(elite, request)).toBe('drawdown_insufficient')
    await put(9067)
    expect(await attempt(elite, request)).toBe('done')
  })
})
