import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  entityOf,
  isLimitedBy,
  isSameName,
  parseRangeName,
  parseReferenceName,
  singularize,
  wordsOf,
} from './names.ts'

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

describe('singularize', () => {
  it.each([
    ['pets', 'pet'],
    ['categories', 'category'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['heroes', 'hero'],
    ['purchases', 'purchase'],
    ['databases', 'database'],
    ['people', 'person'],
    ['children', 'child'],
    ['statuses', 'status'],
    ['movies', 'movie'],
    ['keys', 'key'],
  ])('makes %s one %s', (plural, singular) => {
    expect(singularize(plural)).toBe(singular)
  })

  it.each(['news', 'status', 'address', 'analysis', 'media', 'data', 'pet', 'toString', 'us'])(
    'leaves %s alone',
    (noun) => {
      expect(singularize(noun)).toBe(noun)
    },
  )
})

describe('parseReferenceName', () => {
  it.each([
    ['userId', ['user'], 'id', false],
    ['user_ids', ['user'], 'id', true],
    ['billing-address-uuid', ['billingaddress', 'address'], 'uuid', false],
    ['categoriesSlug', ['category'], 'slug', false],
    ['id', [], 'id', false],
    ['petid', ['pet'], 'id', false],
    ['petids', ['pet'], 'id', true],
    ['session', ['session'], '', false],
    ['tags', ['tag'], '', true],
  ])('reads %s', (name, entities, suffix, isMany) => {
    expect(parseReferenceName(name)).toEqual({ entities, suffix, isMany })
  })
})

describe('entityOf', () => {
  it('joins the words and makes the last one singular', () => {
    expect(entityOf('order-items')).toBe('orderitem')
    expect(entityOf('OrderItem')).toBe('orderitem')
  })
})

describe('parseRangeName', () => {
  it.each([
    ['created_after', 'created', 'least'],
    ['createdSince', 'created', 'least'],
    ['min_price', 'price', 'least'],
    ['price[gte]', 'price', 'least'],
    ['dueBefore', 'due', 'greatest'],
    ['maxPrice', 'price', 'greatest'],
  ])('reads %s', (name, field, bound) => {
    expect(parseRangeName(name)).toEqual({ field, bound })
  })

  it.each(['price', 'from', 'after', 'status', 'fromage'])('sees no limit in %s', (name) => {
    expect(parseRangeName(name)).toBeUndefined()
  })
})

describe('isLimitedBy', () => {
  it('overlooks the word for a moment', () => {
    const range = { field: 'created', bound: 'least' } as const
    expect(isLimitedBy(range, 'created_at')).toBe(true)
    expect(isLimitedBy(range, 'createdDate')).toBe(true)
    expect(isLimitedBy(range, 'createdBy')).toBe(false)
    expect(isLimitedBy({ field: 'price', bound: 'greatest' }, 'price')).toBe(true)
  })
})
