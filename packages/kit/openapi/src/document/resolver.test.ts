import { describe, expect, test } from 'vitest'
import { createResolver } from './resolver.ts'

const document = {
  openapi: '3.1.0',
  components: {
    schemas: {
      'a/b': { $ref: '#/components/schemas/Ferry' },
      Ferry: { $anchor: 'ferry', type: 'object' },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
}
const { follow, targetOf } = createResolver(document)

describe('createResolver', () => {
  test.each([
    '#/components/schemas/a~1b',
    '#/components/schemas/a%7E1b',
    '#/components/schemas/Ferry',
    '#ferry',
  ])('follows %s', ($ref) => {
    expect(follow({ $ref })).toBe(document.components.schemas.Ferry)
  })

  test.each([
    '#/components/schemas/a%2Fb',
    '#/nowhere',
    '#nobody',
    'other.yaml#/A',
    '#/components/schemas/Loop',
  ])('follows %s to nothing', ($ref) => {
    expect(follow({ $ref })).toBeUndefined()
  })

  test('returns other values unchanged', () => {
    expect(follow(5)).toBe(5)
    expect(follow({ $ref: 5 })).toEqual({ $ref: 5 })
    expect(targetOf('#')).toBe(document)
  })
})
