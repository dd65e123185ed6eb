import { describe, expect, it } from 'vitest'
import { createIdSource } from './ids.ts'

const uuid = (version: number) =>
  new RegExp(String.raw`^[\da-f]{8}-[\da-f]{4}-${version}[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$`)

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

  it('makes UUIDs of version 4 under a seed', () => {
    expect(createIdSource('seed').uuid('cart:1')).toMatch(uuid(4))
  })

  it('makes UUIDs of version 7 without a seed, which begin with the time', () => {
    const before = Date.now()
    const id = createIdSource(undefined).uuid('cart:1')
    expect(id).toMatch(uuid(7))
    const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(madeAt).toBeGreaterThanOrEqual(before)
    expect(madeAt).toBeLessThanOrEqual(Date.now())
  })
})
