import { describe, expect, it } from 'vitest'
import { findOffers } from './find-offers.ts'

describe('findOffers', () => {
  it('leaves out what the field holds', () => {
    expect(findOffers(['3', '2', '1'], '2')).toStrictEqual(['3', '1'])
  })

  it('offers the newest five', () => {
    expect(findOffers(['7', '6', '5', '4', '3', '2', '1'], '7')).toStrictEqual(['6', '5', '4', '3', '2'])
  })
})
