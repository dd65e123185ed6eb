import type { JobCount } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import type { ServiceClock } from '../clock.ts'
import { createStatus } from './status.ts'

const start = Date.UTC(2026, 0, 15, 9)

/** A status whose real time and service clock the test moves. */
function open() {
  let now = start
  let offsetMs = 0
  const clock = { now: () => now + offsetMs, isFrozen: () => false } as ServiceClock
  const readiness = { isReady: async () => true, storeWorks: async () => true }
  const status = createStatus({ clock, readiness, realNow: () => now })
  return {
    status,
    wait: (ms: number) => void (now += ms),
    setBack: (ms: number) => void (offsetMs -= ms),
  }
}

const count = (state: JobCount['state'], number: number): JobCount => ({
  kind: 'purge',
  state,
  count: number,
  oldestDueAt: start,
})

describe('createStatus', () => {
  it('counts the jobs of the last run', async () => {
    const { status } = open()
    expect((await status.read()).jobs).toStrictEqual({ working: false, waiting: 0, parked: 0 })
    status.noteJobs([count('open', 3), count('parked', 1), count('open', 2), count('done', 9)])
    expect((await status.read()).jobs).toStrictEqual({ working: true, waiting: 5, parked: 1 })
  })

  it('misses jobs that have not run for half a minute', async () => {
    const { status, wait } = open()
    status.noteJobs([])
    wait(29_999)
    expect((await status.read()).jobs.working).toBe(true)
    wait(1)
    expect((await status.read()).jobs.working).toBe(false)
  })

  it('has start and last reset in real time, and the clock difference', async () => {
    const { status, wait, setBack } = open()
    wait(60_000)
    status.noteReset()
    setBack(3_600_000)
    expect(await status.read()).toMatchObject({
      startedAt: '2026-01-15T09:00:00.000Z',
      resetAt: '2026-01-15T09:01:00.000Z',
      clock: { now: '2026-01-15T08:01:00.000Z', frozen: false },
      clockOffsetSeconds: -3600,
    })
  })
})
