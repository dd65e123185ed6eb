import { describe, expect, it } from 'vitest'
import { filterOperations } from './filter-operations.ts'
import { operations } from './operations.fixture.ts'

const found = (text: string) =>
  filterOperations(operations, text).map(({ tag, operations: ofTag }) => [tag, ...ofTag.map(({ id }) => id)])

describe('filterOperations', () => {
  it('groups all operations without a text', () => {
    expect(found(' ').map(([tag]) => tag)).toEqual([
      'Sessions',
      'Carts',
      'Coupons',
      'Orders',
      'Wallet',
      'Drawdown',
    ])
    expect(found('').flat()).toHaveLength(14 + 6)
  })

  it('finds an operation by its name', () => {
    expect(found('removeCoupon')).toEqual([['Coupons', 'removeCoupon']])
  })

  it('wants every word, in any case', () => {
    expect(found('DELETE coupon')).toEqual([['Coupons', 'removeCoupon']])
  })

  it('finds nothing by an unknown word', () => {
    expect(found('refrigerator')).toEqual([])
  })
})
