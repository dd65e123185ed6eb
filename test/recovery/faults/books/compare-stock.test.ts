import type { Order } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { faultData } from '../load/fault-data.ts'
import { compareStock } from './compare-stock.ts'

const [bucket, ...others] = faultData.stock.map((each) => ({ ...each, reserved: 0 }))
if (bucket === undefined) throw new Error('There is no stock')
const all = [bucket, ...others]
const oneLess = [{ ...bucket, onHand: bucket.onHand - 1 }, ...others]
const order = { status: 'Processing', units: [{ ...bucket, fulfilledAt: null }] } as unknown as Order
const delivered = { status: 'Canceled', units: [{ ...bucket, fulfilledAt: 1 }] } as unknown as Order

describe('compareStock', () => {
  it('finds nothing where what is gone was sold', () => {
    expect(compareStock([order], oneLess)).toStrictEqual([])
    expect(compareStock([{ ...order, status: 'Canceled' }], all)).toStrictEqual([])
  })

  it.each([
    ['gone, and not sold', [], oneLess],
    ['sold, and still there', [order], all],
    ['back on sale, though delivered', [delivered], all],
    ['not back from a canceled order', [{ ...order, status: 'Canceled' as const }], oneLess],
  ])('finds cards that are %s', (_case, orders, stock) => {
    expect(compareStock(orders, stock)).toHaveLength(1)
  })
})
