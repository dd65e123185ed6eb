import { describe, expect, it } from 'vitest'
import { createRandomKey, isSpent } from './idempotency-key.ts'

describe('createRandomKey', () => {
  it('makes a random UUID', () => {
    expect(createRandomKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(createRandomKey()).not.toBe(createRandomKey())
  })
})

describe('isSpent', () => {
  it('gives a key to one body', () => {
    expect(isSpent({ value: 'k', sentWith: undefined }, 'a')).toBe(false)
    expect(isSpent({ value: 'k', sentWith: 'a' }, 'a')).toBe(false)
    expect(isSpent({ value: 'k', sentWith: 'a' }, 'b')).toBe(true)
  })
})
