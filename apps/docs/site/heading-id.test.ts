import { describe, expect, it } from 'vitest'
import { toHeadingId } from './heading-id.ts'

describe('toHeadingId', () => {
  it.each([
    ['Put everything back', 'put-everything-back'],
    ['3. Look for a new token', '3-look-for-a-new-token'],
    ['400 coupon_expired', '400-coupon_expired'],
    ['Mock, fake or sandbox?', 'mock-fake-or-sandbox'],
  ])('makes of %s the anchor %s', (text, id) => {
    expect(toHeadingId(text)).toBe(id)
  })
})
