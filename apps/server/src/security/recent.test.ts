import { describe, expect, it } from 'vitest'
import { createRecent } from './recent.ts'

describe('createRecent', () => {
  it('finds what was added, under the whole text only', () => {
    const recent = createRecent<number>()
    recent.add('a.b.c', 1)
    expect(recent.find('a.b.c')).toBe(1)
    expect(recent.find('a.b.d')).toBeUndefined()
  })

  it('keeps so many, and forgets the oldest first', () => {
    const recent = createRecent<number>(2)
    for (const text of ['one', 'two', 'two', 'three']) recent.add(text, text.length)
    expect(['one', 'two', 'three'].map((text) => recent.find(text))).toStrictEqual([undefined, 3, 5])
  })
})
