import { describe, expect, it } from 'vitest'
import type { CheckFigures, FaultFigures } from './figures.ts'
import { judgeCheck, judgeFault } from './judge-figures.ts'

const kills: FaultFigures = {
  title: 'A server is killed',
  seed: 7,
  wanted: 50,
  rounds: 50,
  requests: 900,
  purchases: 300,
  settledPayments: 3,
  repeatedPurchases: 9,
  lost: 0,
}
const check: CheckFigures = {
  wanted: 50_000,
  requests: 50_001,
  seeds: [1],
  answers: { '2xx': 50_001 },
  throttled: 0,
  operations: { reached: 14, total: 14 },
  findings: 0,
}

describe('judgeFault', () => {
  it('has nothing against a whole run that lost nothing', () => {
    expect(judgeFault('kills', kills)).toStrictEqual([])
  })

  it.each([
    ['did not run', undefined, 'kills did not run.'],
    ['broke off', { ...kills, rounds: 49 }, 'kills ended after 49 of 50 rounds, with seed 7.'],
    ['lost something', { ...kills, lost: 2 }, 'kills lost something: 2 faults were found, with seed 7.'],
  ])('refuses one that %s', (_case, figures, sentence) => {
    expect(judgeFault('kills', figures)).toStrictEqual([sentence])
  })
})

describe('judgeCheck', () => {
  it('has nothing against a whole run without findings', () => {
    expect(judgeCheck('requests', check)).toStrictEqual([])
  })

  it.each([
    ['did not run', undefined, 'requests did not run.'],
    ['broke off', { ...check, requests: 49_999 }, 'requests ended after 49999 of 50000 requests.'],
    ['found something', { ...check, findings: 1 }, 'requests has 1 findings.'],
    ['met a server error', { ...check, answers: { '5xx': 1 } }, 'requests was answered 5xx 1 times.'],
    ['met silence', { ...check, answers: { none: 1 } }, 'requests was not answered 1 times.'],
    [
      'left an operation out',
      { ...check, operations: { reached: 13, total: 14 } },
      'requests reached 13 of 14 operations.',
    ],
  ])('refuses one that %s', (_case, figures, sentence) => {
    expect(judgeCheck('requests', figures)).toStrictEqual([sentence])
  })
})
