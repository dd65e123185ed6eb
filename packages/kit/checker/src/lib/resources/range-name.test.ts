import { describe, expect, it } from 'vitest'
import { isLimitedBy, parseRangeName } from './range-name.ts'

describe('parseRangeName', () => {
  it.each([
    ['created_after', 'created', 'least'],
    ['createdSince', 'created', 'least'],
    ['min_price', 'price', 'least'],
    ['price[gte]', 'price', 'least'],
    ['dueBefore', 'due', 'greatest'],
    ['maxPrice', 'price', 'greatest'],
  ])('reads %s', (name, field, bound) => {
    expect(parseRangeName(name)).toEqual({ field, bound })
  })

  it.each(['price', 'from', 'after', 'status', 'fromage'])('sees no limit in %s', (name) => {
    expect(parseRangeName(name)).toBeUndefined()
  })
})

describe('isLimitedBy', () => {
  it('overlooks the word for a moment', () => {
    const range = { field: 'created', bound: 'least' } as const
    expect(isLimitedBy(range, 'created_at')).toBe(true)
    expect(isLimitedBy(range, 'createdDate')).toBe(true)
    expect(isLimitedBy(range, 'createdBy')).toBe(false)
    expect(isLimitedBy({ field: 'price', bound: 'greatest' }, 'price')).toBe(true)
  })
})
