import { describe, expect, it } from 'vitest'
import { readPointer } from './read-pointer.ts'

describe('readPointer', () => {
  it('reads every item and every property for a star', () => {
    expect(readPointer({ items: [{ id: 1 }, {}, { id: 2 }] }, '/items/*/id')).toEqual([1, 2])
    expect(readPointer({ a: { id: 1 }, b: { id: 2 } }, '/*/id')).toEqual([1, 2])
  })

  it('takes a property called star for what it is', () => {
    expect(readPointer({ '*': 1, b: 2 }, '/*')).toEqual([1])
  })

  it('finds nothing where there is nothing', () => {
    expect(readPointer({ a: [1] }, '/a/1')).toEqual([])
    expect(readPointer({ a: [1] }, '/a/-')).toEqual([])
    expect(readPointer({}, '/toString')).toEqual([])
    expect(readPointer('text', '/0')).toEqual([])
  })

  it('gives the whole for an empty pointer', () => {
    expect(readPointer([1], '')).toEqual([[1]])
  })
})
