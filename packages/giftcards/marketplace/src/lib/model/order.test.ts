import { describe, expect, it } from 'vitest'
import { orderMessages } from './order.ts'

describe('orderMessages', () => {
  it('say each status in words', { meta: { rules: ['3.2-01', 'D6-30', 'D6-31', 'D6-32', 'D6-33'] } }, () => {
    expect(orderMessages).toStrictEqual({
      Processing: 'Order Processing',
      Review: 'Order Under Review',
      Hold: 'Order On Hold',
      Fulfillment: 'Order Being Prepared',
      'Digitally Delivered': 'Order Delivered',
      Shipped: 'Order Shipped',
      Canceled: 'Order Canceled',
    })
  })
})
