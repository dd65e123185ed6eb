import { describe, expect, it } from 'vitest'
import { isObject, own } from './json.ts'

describe('isObject', () => {
  it('tells objects from null and arrays', () => {
    expect([{}, null, [], 'a', undefined].map(isObject)).toEqual([true, false, false, false, false])
  })
})

describe('own', () => {
  it('finds own properties only', () => {
    expect(own({ a: 1 }, 'a')).toBe(1)
    expect(own({}, 'toString')).toBeUndefined()
    expect(own(JSON.parse('{"__proto__":2}'), '__proto__')).toBe(2)
  })

  it('finds nothing in what is no object', () => {
    expect(own([1], '0')).toBeUndefined()
    expect(own('text', 'length')).toBeUndefined()
    expect(own(undefined, 'a')).toBeUndefined()
  })
})
