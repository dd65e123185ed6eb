import type { Order, PartnerClient } from '@giftcards/client'
import type { Order as StoredOrder } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { type AnsweredPurchase, createPurchaseBook, type PurchaseBook } from '../load/purchase-book.ts'
import { compareOrders } from './compare-orders.ts'

const stored = { id: 1, orderId: 'a', dueCents: 950, units: [{ id: 7 }] } as unknown as StoredOrder
const told = { id: 1, orderId: 'a', total: { due: '9.50' }, cards: [{ id: 7 }] } as unknown as Order

function bookOf(...orders: readonly Order[]): PurchaseBook {
  const book = createPurchaseBook()
  for (const [index, order] of orders.entries()) {
    const answered: AnsweredPurchase = {
      key: `key-${index}`,
      client: {} as PartnerClient,
      purchase: {} as AnsweredPurchase['purchase'],
      answer: { kind: 'order', order },
    }
    book.answered.set(answered.key, answered)
  }
  return book
}

describe('compareOrders', () => {
  it('finds nothing where what was told is what is stored', () => {
    expect(compareOrders(bookOf(told), [stored])).toStrictEqual([])
  })

  it('finds an order that is gone', () => {
    expect(compareOrders(bookOf(told), [])).toStrictEqual(['Order a was acknowledged, and is gone'])
  })

  it('finds an order that nobody was told of', () => {
    expect(compareOrders(bookOf(), [stored])).toStrictEqual(['Order a was never asked for, or twice'])
  })

  it.each([
    ['another number', { ...stored, id: 2 }],
    ['another sum', { ...stored, dueCents: 951 }],
    ['other cards', { ...stored, units: [] }],
  ])('finds an order with %s', (_case, order) => {
    expect(compareOrders(bookOf(told), [order])).toStrictEqual(['Order a is not what was acknowledged'])
  })

  it('finds one order for two purchases', () => {
    expect(compareOrders(bookOf(told, told), [stored])).toContain(
      'Two purchases were answered with one order',
    )
  })
})
