import { describe, expect, it } from 'vitest'
import { findProducers } from './find-producers.ts'
import { fieldNamed, operationNamed, operations } from './operations.fixture.ts'

describe('findProducers', () => {
  it('names the operations whose answers hold the value', () => {
    const producers = findProducers(
      operations,
      operationNamed('getWalletCard'),
      fieldNamed('getWalletCard', 'cardId'),
    )
    expect(producers.map(({ id }) => id)).toEqual(['checkout', 'getOrder'])
  })

  it('leaves out values that links merely suggest', () => {
    const producers = findProducers(
      operations,
      operationNamed('applyCoupon'),
      fieldNamed('applyCoupon', 'couponCode'),
    )
    expect(producers).toEqual([])
  })
})
