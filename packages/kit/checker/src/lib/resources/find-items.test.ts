import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { findItems } from './find-items.ts'
import { sketchValue } from './sketch-value.ts'

const itemsIn = (answer: Json, entity = 'pet') => findItems(sketchValue(answer), entity)?.pointer

describe('findItems', () => {
  it.each<[string, Json, string | undefined]>([
    ['a bare array', [{ id: 1 }], ''],
    ['an array by a usual name', { data: [{ id: 1 }], errors: [{}] }, '/data'],
    ['an array named for its items', { data: [1], pets: [{ id: 1 }] }, '/pets'],
    ['an empty array by a usual name', { results: [], total: 0 }, '/results'],
    ['the only array of objects', { zoo: [{ id: 1 }], names: ['a'] }, '/zoo'],
    ['an array inside an envelope', { _embedded: { pets: [{ id: 1 }] }, _links: [{}] }, '/_embedded/pets'],
    ['none among several', { left: [{ id: 1 }], right: [{ id: 2 }] }, undefined],
    ['none in what comes along', { _links: [{ rel: 'self' }] }, undefined],
    ['none in an object', { id: 1, tags: ['a'] }, undefined],
    ['none in a text', 'pets', undefined],
  ])('finds %s', (_what, answer, pointer) => {
    expect(itemsIn(answer)).toBe(pointer)
  })
})
