import { describe, expect, it } from 'vitest'
import { toPointerLabel } from './pointer-label.ts'

describe('toPointerLabel', () => {
  it.each([
    ['#/paths', 'every path'],
    ['#/paths/~1v3~1carts/post', 'POST /v3/carts'],
    ['#/paths/~1v3~1carts/post/responses/201', 'POST /v3/carts, responses 201'],
    ['#/components/schemas/Cart', 'Cart'],
    ['#/components/schemas/Cart/properties/cartId', 'Cart.cartId'],
    ['#/components/securitySchemes/partnerApp', 'partnerApp'],
  ])('names the place %s as %s', (pointer, label) => {
    expect(toPointerLabel(pointer)).toBe(label)
  })
})
