import { describe, expect, it } from 'vitest'
import { redactPath } from './redact-path.ts'

const id = '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18'

describe('redactPath', () => {
  it.each([
    ['/v3/carts', '/v3/carts'],
    [`/v3/carts/${id}/coupons/save`, '/v3/carts/{cartId}/coupons/{couponCode}', `/v3/carts/${id}/coupons/*`],
    [`/v3/carts/${id}/coupons/7305`, '/v3/carts/{cartId}/coupons/{couponCode}', `/v3/carts/${id}/coupons/*`],
    ['/v3/carts/secret/cards/Secret', '/v3/carts/{cartId}/cards/{cardId}', '/v3/carts/*/cards/*'],
    ['/v3/wallets/200001', '/v3/wallets/{cardId}', '/v3/wallets/200001'],
    ['/v3/wallets/9999300918862957', '/v3/wallets/{cardId}', '/v3/wallets/*'],
  ])('shows %s of an operation', (path, template, shown = template) => {
    expect(redactPath(path, template)).toBe(shown)
  })

  it.each([
    ['/', '/'],
    ['/v3/nowhere', '/v3/nowhere'],
    ['/v3/eyJhbGciOiJFUzI1NiJ9.e30.c2ln', '/v3/*'],
    ['/v3/9999300918862957/SAVE10', '/v3/*/*'],
    ['/%2e%2e/etc', '/*/etc'],
    [`/${'x'.repeat(40)}`, '/*'],
  ])('shows %s of nowhere as %s', (path, shown) => {
    expect(redactPath(path, undefined)).toBe(shown)
  })
})
