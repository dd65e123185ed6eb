import { describe, expect, it } from 'vitest'
import { createIdSource } from './id-source.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

describe('createIdSource', () => {
  it('repeats under a seed', () => {
    expect(createIdSource('seed').uuid('cart:1')).toBe(createIdSource('seed').uuid('cart:1'))
    expect(createIdSource('seed').uuid('cart:1')).not.toBe(createIdSource('seed').uuid('cart:2'))
    expect(createIdSource('seed').uuid('cart:1')).not.toBe(createIdSource('other').uuid('cart:1'))
  })

  it('never repeats without a seed', () => {
    const ids = createIdSource(undefined)
    expect(ids.uuid('cart:1')).not.toBe(ids.uuid('cart:1'))
  })

  it.each(['seed', undefined])('makes version 4 UUIDs under seed %s', (seed) => {
    expect(createIdSource(seed).uuid('cart:1')).toMatch(uuid)
  })
})
