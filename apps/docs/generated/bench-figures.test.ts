import { describe, expect, it } from 'vitest'
import { parseBenchFigures } from './bench-figures.ts'
import { sampleFigures } from './sample-bench-figures.fixture.ts'

describe('parseBenchFigures', () => {
  it('takes what a whole run has written down', () => {
    expect(parseBenchFigures(JSON.stringify(sampleFigures))).toStrictEqual(sampleFigures)
  })

  it('refuses a run that left something out', () => {
    const { client: _client, orders: _orders, ...rest } = sampleFigures
    expect(() => parseBenchFigures(JSON.stringify(rest))).toThrow(
      'The bench has not measured orders, client: run it without --only',
    )
  })

  it('refuses a run of parts alone', () => {
    expect(() => parseBenchFigures(JSON.stringify({ ...sampleFigures, cells: [] }))).toThrow(
      'The bench has not measured works: run it without --only',
    )
  })
})
