import { describe, expect, it } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

const fail = (): number => {
  throw new Error('no value')
}

describe('BoundedCache', () => {
  it('makes a value once', () => {
    const cache = new BoundedCache<object>(2)
    expect(cache.get('a', () => ({}))).toBe(cache.get('a', () => ({})))
  })

  it('drops the oldest for a new one', () => {
    const cache = new BoundedCache<number>(2)
    for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) cache.get(key, () => value)
    expect([cache.get('b', () => 9), cache.get('c', () => 9), cache.get('a', () => 9)]).toEqual([2, 3, 9])
  })

  it('keeps nothing of a maker that throws', () => {
    const cache = new BoundedCache<number>(2)
    expect(() => cache.get('a', fail)).toThrow('no value')
    expect(cache.get('a', () => 1)).toBe(1)
  })
})
