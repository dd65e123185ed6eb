import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resumeTime, runSchedules, stopTime } from './run-schedule.ts'

beforeEach(stopTime)
afterEach(resumeTime)

/** The first of the hundred thousand schedules that run each night. */
const seed = 20_261_124
const count = 150

describe('checkout', () => {
  it(`for any of ${count} fault schedules from seed ${seed} places one order, known by its key`, async () => {
    expect(await runSchedules(seed, count)).toBe('')
  })
})
