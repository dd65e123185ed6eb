import { describe, expect, it } from 'vitest'
import { medianLoad } from './median-load.ts'

describe('medianLoad', () => {
  it('takes the median of each figure by itself', () => {
    const measured = [
      { perSecond: 1, p50Us: 30, p99Us: 200, cpuUs: 5, databaseCpuUs: 0 },
      { perSecond: 2, p50Us: 10, p99Us: 900, cpuUs: 4, databaseCpuUs: 8 },
      { perSecond: 9, p50Us: 20, p99Us: 100, cpuUs: 6, databaseCpuUs: 9 },
    ]
    expect(medianLoad(measured)).toStrictEqual({
      perSecond: 2,
      p50Us: 20,
      p99Us: 200,
      cpuUs: 5,
      databaseCpuUs: 8,
    })
  })
})
