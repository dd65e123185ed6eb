import { describe, expect, it } from 'vitest'
import { otherId } from './actions.ts'

describe('otherId', () => {
  it.each([
    [7, 7_000_010],
    [9007199254740993n, 9007199261740996n],
    ['gst_01H8000006', 'gst_01H8999993'],
    ['70000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000999998'],
    ['oslo', 'oslo-9'],
  ])('makes another one of %s', (known, other) => {
    expect(otherId(known)).toEqual(other)
  })
})
