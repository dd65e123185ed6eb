import { describe, expect, it } from 'vitest'
import { createIdSource } from './ids.ts'

const uuid = (version: number) =>
  new RegExp(String.raw`^[\da-f]{8}-[\da-f]{4}-${version}[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$`)

const clock = { now: () => 0 }

describe('createIdSource', () => {
  it('counts things without a name under a seed, anew after a restart', () => {
    const ids = createIdSource('seed', clock)
    const made = [ids.next('cart'), ids.next('cart'), ids.next('session')]
    expect(new Set(made).size).toBe(3)
    ids.restart()
    expect([ids.next('cart'), ids.next('cart'), ids.next('session')]).toEqual(made)
  })

  it('makes UUIDs of version 4 under a seed', () => {
    expect(createIdSource('seed', clock).uuid('cart:1')).toMatch(uuid(4))
  })

  it('makes UUIDs of version 7 without a seed, which begin with the time', () => {
    const before = Date.now()
    const id = createIdSource(undefined, clock).uuid('cart:1')
    expect(id).toMatch(uuid(7))
    const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(madeAt).toBeGreaterThanOrEqual(before)
    expect(madeAt).toBeLessThanOrEqual(Date.now())
  })
})
