import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTrips, tripFails } from './fixtures/round-trip.ts'

test('100,000 values of every style and media type come back as they were written', async () => {
  const keeps = fc.asyncProperty(roundTrips, async (trip) => {
    expect(await tripFails(trip)).toBeUndefined()
  })
  await fc.assert(keeps, { numRuns: 100_000 })
}, 600_000)
