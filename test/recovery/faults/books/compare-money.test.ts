import type { Order } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { faultData } from '../load/fault-data.ts'
import { compareGateway, compareStoreCredit } from './compare-money.ts'

const order = {
  orderId: 'a',
  customerId: 1,
  dueCents: 950,
  status: 'Processing',
  payment: { paidBy: 'bank' },
} as Order
const movement = { reference: 'order:a', leg: 0, customerId: 1, amountCents: 950 }

describe('compareGateway', () => {
  it('finds nothing where each order was paid once', () => {
    expect(compareGateway([order], [movement])).toStrictEqual([])
  })

  it('finds an order that was not paid', () => {
    expect(compareGateway([order], [])).toStrictEqual(['Paid by nobody: order:a of 1: 950'])
  })

  it.each([
    ['for no order', [], [movement]],
    ['twice', [order], [movement, movement]],
  ])('finds money taken %s', (_case, orders, movements) => {
    expect(compareGateway(orders, movements)).toStrictEqual([
      'Taken for no order, or twice: order:a of 1: 950',
    ])
  })

  const canceled: Order = { ...order, id: 7, status: 'Canceled' }
  const refund = { ...movement, amountCents: -950 }

  it('finds nothing where what a canceled order paid went back', () => {
    expect(compareGateway([canceled], [movement, refund])).toStrictEqual([])
    expect(compareGateway([canceled], [movement], new Set([7]))).toStrictEqual([])
  })

  it('finds money that is kept of a canceled order, or given back twice', () => {
    expect(compareGateway([canceled], [movement])).toHaveLength(1)
    expect(compareGateway([canceled], [movement, refund, refund])).toHaveLength(1)
    expect(compareGateway([canceled], [movement, refund, refund], new Set([7]))).toHaveLength(1)
    expect(compareGateway([order], [movement, refund])).toHaveLength(1)
  })

  it('asks for no money of orders that cost none', () => {
    expect(compareGateway([{ ...order, dueCents: 0 }], [])).toStrictEqual([])
  })
})

describe('compareStoreCredit', () => {
  const full = new Map(faultData.customers.map(({ id, storeCreditCents }) => [id, storeCreditCents]))
  const spent: Order = { ...order, payment: { ...order.payment, paidBy: 'store-credit' } }
  const left = new Map(full).set(1, (full.get(1) ?? 0) - 950)

  it('finds nothing where what is gone was spent', () => {
    expect(compareStoreCredit([spent], left)).toStrictEqual([])
    expect(compareStoreCredit([{ ...spent, status: 'Canceled' }], full)).toStrictEqual([])
  })

  it.each([
    ['spent for no order', [], left],
    ['spent on an order that was canceled', [{ ...spent, status: 'Canceled' as const }], left],
    ['kept in spite of an order', [spent], full],
  ])('finds credit that was %s', (_case, orders, credit) => {
    expect(compareStoreCredit(orders, credit)).toHaveLength(1)
  })
})
