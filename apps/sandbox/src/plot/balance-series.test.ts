import { describe, expect, it } from 'vitest'
import { noon, sampleTransaction } from '../watch/sample-snapshot.fixture.ts'
import { plotRange, plotWindow, toBalanceSeries } from './balance-series.ts'

const at = (seconds: number): string => new Date(noon + seconds * 1000).toISOString()
const noonSeconds = noon / 1000

describe('toBalanceSeries', () => {
  it('runs from the oldest transaction to now', () => {
    const rows = [
      sampleTransaction(2, { date: at(60), balance: 1400 }),
      sampleTransaction(1, { date: at(0), balance: 1500 }),
    ]
    expect(toBalanceSeries(rows, noon + 90_000)).toStrictEqual({
      times: [noonSeconds, noonSeconds + 60, noonSeconds + 90],
      balances: [1500, 1400, 1400],
    })
  })

  it('never goes back where the clock was put back', () => {
    const rows = [
      sampleTransaction(2, { date: at(-3600), balance: 1400 }),
      sampleTransaction(1, { date: at(0), balance: 1500 }),
    ]
    const { times, balances } = toBalanceSeries(rows, noon - 3_600_000)
    expect(times).toStrictEqual([noonSeconds, noonSeconds, noonSeconds])
    expect(balances).toStrictEqual([1500, 1400, 1400])
  })

  it('is empty for an empty ledger', () => {
    expect(toBalanceSeries([], noon)).toStrictEqual({ times: [], balances: [] })
  })
})

describe('plotWindow', () => {
  const day = 86_400

  it('shows the whole of an even history', () => {
    expect(plotWindow({ times: [0, day, 2 * day], balances: [] })).toStrictEqual([0, 2 * day])
  })

  it('leaves out a long calm before the first purchase', () => {
    const first = 300 * day
    expect(plotWindow({ times: [0, first, first + 400], balances: [] })).toStrictEqual([
      first - 100,
      first + 400,
    ])
  })

  it('shows a minute at least', () => {
    expect(plotWindow({ times: [500, 500], balances: [] })).toStrictEqual([440, 500])
    expect(plotWindow({ times: [0, 5000, 5001], balances: [] })).toStrictEqual([4940, 5001])
  })
})

describe('plotRange', () => {
  it('holds every balance with some air', () => {
    expect(plotRange({ times: [], balances: [1500, 700] })).toStrictEqual([600, 1600])
  })

  it('puts a balance that never changed into the middle', () => {
    expect(plotRange({ times: [], balances: [1000, 1000] })).toStrictEqual([980, 1020])
  })

  it('begins at nothing where there is nothing', () => {
    expect(plotRange({ times: [], balances: [0, 0] })).toStrictEqual([0, 1])
  })
})
