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
  it.each([
    ['the whole of an even history', [0, day, 2 * day], [0, 2 * day]],
    [
      'no long calm before the first purchase',
      [0, 300 * day, 300 * day + 400],
      [300 * day - 100, 300 * day + 400],
    ],
    ['a minute at least', [500, 500], [440, 500]],
    ['a minute at least after a calm', [0, 5000, 5001], [4940, 5001]],
  ])('shows %s', (_title, times, shown) => {
    expect(plotWindow({ times, balances: [] })).toStrictEqual(shown)
  })
})

describe('plotRange', () => {
  it.each([
    ['holds every balance with some air', [1500, 700], [600, 1600]],
    ['puts a balance that never changed into the middle', [1000, 1000], [980, 1020]],
    ['begins at nothing where there is nothing', [0, 0], [0, 1]],
  ])('%s', (_title, balances, range) => {
    expect(plotRange({ times: [], balances })).toStrictEqual(range)
  })
})
