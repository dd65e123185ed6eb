import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resumeTime, runSchedules, stopTime } from './run-schedule.ts'

beforeEach(stopTime)
afterEach(resumeTime)

const count = 20_000
const seeds = [20_261_124, 20_281_124, 20_301_124, 20_321_124, 20_341_124]

describe('checkout', () => {
  it.each(seeds)(
    `for any of ${count} fault schedules from seed %i places one order, known by its key`,
    async (seed) => {
      expect(await runSchedules(seed, count)).toBe('')
    },
  )
})
