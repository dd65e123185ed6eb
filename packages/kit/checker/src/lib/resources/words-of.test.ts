import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameName, wordsOf } from './words-of.ts'

describe('wordsOf', () => {
  it.each([
    ['userId', ['user', 'id']],
    ['user_id', ['user', 'id']],
    ['User-ID', ['user', 'id']],
    ['userIDs', ['user', 'ids']],
    ['URLPath', ['url', 'path']],
    ['_id', ['id']],
    ['page2Size', ['page2', 'size']],
    ['größe_cm', ['größe', 'cm']],
    ['', []],
  ])('reads %s', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })

  it('for any words, reads the same in every style', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const camel = words
          .map((each, index) => (index === 0 ? each : (each[0] ?? '').toUpperCase() + each.slice(1)))
          .join('')
        expect(wordsOf(camel)).toEqual(words)
        expect(wordsOf(words.join('_'))).toEqual(words)
        expect(wordsOf(words.join('-').toUpperCase())).toEqual(words)
      }),
      { seed: 11 },
    )
  })
})

describe('isSameName', () => {
  it('overlooks style but not words', () => {
    expect(isSameName('petId', 'pet_id')).toBe(true)
    expect(isSameName('petId', 'petIds')).toBe(false)
  })
})
