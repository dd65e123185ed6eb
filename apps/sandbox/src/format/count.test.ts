import { describe, expect, it } from 'vitest'
import { formatCount } from './count.ts'

describe('formatCount', () => {
  it('knows one from many', () => {
    expect([0, 1, 2].map((count) => formatCount(count, 'card'))).toStrictEqual([
      '0 cards',
      '1 card',
      '2 cards',
    ])
  })
})
