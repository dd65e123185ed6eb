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
  it.each([
    ['petId', 'pet_id', true],
    ['petId', 'petIds', false],
  ])('compares %s and %s: %j', (one, other, isSame) => {
    expect(isSameName(one, other)).toBe(isSame)
  })
})

const plurals =
  'pets:pet categories:category addresses:address boxes:box branches:branch heroes:hero purchases:purchase databases:database people:person children:child statuses:status movies:movie keys:key'
const singulars = 'news status address analysis media data pet toString us'

describe('singularize', () => {
  it.each([
    ...plurals.split(' ').map((pair) => pair.split(':')),
    ...singulars.split(' ').map((noun) => [noun, noun]),
  ])('makes of %s %s', (plural = '', singular = '') => {
    expect(singularize(plural)).toBe(singular)
  })
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
  it.each(['order-items', 'OrderItem'])('joins the words of %s and makes the last one singular', (name) => {
    expect(entityOf(name)).toBe('orderitem')
  })
})

describe('parseRangeName', () => {
  it.each<[name: string, range: ReturnType<typeof parseRangeName>]>([
    ['created_after', { field: 'created', bound: 'least' }],
    ['createdSince', { field: 'created', bound: 'least' }],
    ['min_price', { field: 'price', bound: 'least' }],
    ['price[gte]', { field: 'price', bound: 'least' }],
    ['dueBefore', { field: 'due', bound: 'greatest' }],
    ['maxPrice', { field: 'price', bound: 'greatest' }],
    ['price', undefined],
    ['from', undefined],
    ['after', undefined],
    ['fromage', undefined],
  ])('reads %s as %j', (name, range) => {
    expect(parseRangeName(name)).toEqual(range)
  })
})

describe('isLimitedBy', () => {
  it.each([
    ['created', 'created_at', true],
    ['created', 'createdDate', true],
    ['created', 'createdBy', false],
    ['created', 'createTime', true],
    ['date', 'datetime', false],
    ['price', 'price', true],
  ])('a limit of %s limits %s: %j', (field, name, isLimited) => {
    expect(isLimitedBy({ field, bound: 'least' }, name)).toBe(isLimited)
  })
})
