import { describe, expect, it } from 'vitest'
import { singularize } from './singularize.ts'

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
