import type { Order } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { compareCards } from './compare-cards.ts'

const order = {
  id: 1,
  orderId: 'a',
  status: 'Processing',
  units: [{ id: 7, fulfilledAt: 1 }],
} as unknown as Order
const canceled: Order = { ...order, status: 'Canceled' }
const undelivered = { ...order, units: [{ id: 7, fulfilledAt: null }] } as unknown as Order
const issued = ['card:a:7']

describe('compareCards', () => {
  it('finds nothing where each delivered card was issued', () => {
    expect(compareCards([order], { issued, voided: [] })).toStrictEqual([])
    expect(compareCards([canceled], { issued, voided: issued })).toStrictEqual([])
  })

  it('finds nothing where a card that nobody has is void', () => {
    expect(compareCards([undelivered], { issued, voided: issued })).toStrictEqual([])
  })

  it('leaves the cards of orders in work alone', () => {
    expect(compareCards([undelivered], { issued, voided: [] }, new Set([1]))).toStrictEqual([])
    expect(compareCards([canceled], { issued, voided: [] }, new Set([1]))).toStrictEqual([])
  })

  it.each([
    ['was never issued', order, { issued: [], voided: [] }, 'Delivered, but not issued: card:a:7'],
    ['is void', order, { issued, voided: issued }, 'Void, but not canceled: card:a:7'],
    ['outlives its order', canceled, { issued, voided: [] }, 'Canceled, but not void: card:a:7'],
    ['nobody has', undelivered, { issued, voided: [] }, 'Issued, and delivered to nobody: card:a:7'],
  ])('finds a card that %s', (_case, stored, cards, text) => {
    expect(compareCards([stored], cards)).toStrictEqual([text])
  })
})
