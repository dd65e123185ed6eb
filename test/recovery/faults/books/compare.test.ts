import type { Order as ToldOrder } from '@giftcards/client'
import type { Order } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { faultData } from '../load/fault-data.ts'
import { createPurchaseBook } from '../load/purchase-book.ts'
import { compareCards } from './compare-cards.ts'
import { compareGateway, compareStoreCredit } from './compare-money.ts'
import { compareOrders } from './compare-orders.ts'
import { compareStock } from './compare-stock.ts'

const stock = faultData.stock.map((each) => ({ ...each, reserved: 0 }))
const sold = stock.map((each, index) => (index === 0 ? { ...each, onHand: each.onHand - 1 } : each))
const order = {
  id: 1,
  orderId: 'a',
  customerId: 1,
  dueCents: 950,
  status: 'Processing',
  payment: { paidBy: 'bank' },
  units: [{ ...stock[0], id: 7, fulfilledAt: 1 }],
} as unknown as Order
const canceled: Order = { ...order, status: 'Canceled' }
const byCredit: Order = { ...order, payment: { ...order.payment, paidBy: 'store-credit' } }

const taken = { reference: 'order:a', leg: 0, customerId: 1, amountCents: 950 }
const returned = { ...taken, amountCents: -950 }
const issued = ['card:a:7']
const credit = new Map(faultData.customers.map(({ id, storeCreditCents }) => [id, storeCreditCents]))
const spentCredit = new Map(credit).set(1, (credit.get(1) ?? 0) - 950)

const told = { id: 1, orderId: 'a', total: { due: '9.50' }, cards: [{ id: 7 }] } as unknown as ToldOrder
const compareTold = (orders: readonly Order[]): readonly string[] => {
  const book = createPurchaseBook()
  book.answered.set('key', { answer: { kind: 'order', order: told } } as never)
  return compareOrders(book, orders)
}

describe('the books after a fault', () => {
  it.each<[string, readonly string[]]>([
    ['an order that was told', compareTold([order])],
    ['an order that was paid once', compareGateway([order], [taken])],
    ['a canceled order whose money went back', compareGateway([canceled], [taken, returned])],
    ['spent credit', compareStoreCredit([byCredit], spentCredit)],
    ['a delivered card that was issued', compareCards([order], { issued, voided: [] })],
    ['a void card of a canceled order', compareCards([canceled], { issued, voided: issued })],
    ['a sold card that is gone', compareStock([order], sold)],
  ])('are sound with %s', (_case, found) => {
    expect(found).toStrictEqual([])
  })

  it.each<[string, readonly string[]]>([
    ['an order that is gone', compareTold([])],
    ['an order with another sum', compareTold([{ ...order, dueCents: 951 }])],
    ['an order that nobody paid', compareGateway([order], [])],
    ['money taken twice', compareGateway([order], [taken, taken])],
    ['money kept of a canceled order', compareGateway([canceled], [taken])],
    ['money given back twice', compareGateway([canceled], [taken, returned, returned])],
    ['credit spent for no order', compareStoreCredit([], spentCredit)],
    ['credit kept in spite of an order', compareStoreCredit([byCredit], credit)],
    ['a card that was never issued', compareCards([order], { issued: [], voided: [] })],
    ['a void card that somebody has', compareCards([order], { issued, voided: issued })],
    ['a card that outlives its order', compareCards([canceled], { issued, voided: [] })],
    ['a card that is gone and not sold', compareStock([], sold)],
    ['a card that is sold and still there', compareStock([order], stock)],
  ])('are wrong with %s', (_case, found) => {
    expect(found).toHaveLength(1)
  })
})
