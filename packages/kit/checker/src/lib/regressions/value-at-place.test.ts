import { describe, expect, it } from 'vitest'
import { parsePlace, valueAtPlace } from './value-at-place.ts'

const values = {
  path: { 'pet.id': 'p1' },
  query: { page: 2 },
  header: {},
  cookie: {},
  body: { contentType: 'application/json', value: { items: [{ owner: 'o1' }, { owner: 'o2' }] } },
}

describe('parsePlace', () => {
  it('splits at the first dot only', () => {
    expect(parsePlace('path.pet.id')).toStrictEqual({ location: 'path', name: 'pet.id' })
    expect(parsePlace('body./a.b/c')).toStrictEqual({ location: 'body', name: '/a.b/c' })
  })
})

describe('valueAtPlace', () => {
  it('reads parameters and the body', () => {
    const places = ['path.pet.id', 'query.page', 'body./items/1/owner', 'body./items/*/owner']
    expect(places.map((place) => valueAtPlace(values, place))).toStrictEqual(['p1', 2, 'o2', 'o1'])
  })

  it('is undefined where there is nothing', () => {
    expect(valueAtPlace(values, 'header.toString')).toBeUndefined()
    expect(valueAtPlace({ ...values, body: undefined }, 'body./items')).toBeUndefined()
    expect(valueAtPlace(undefined, 'query.page')).toBeUndefined()
  })
})
