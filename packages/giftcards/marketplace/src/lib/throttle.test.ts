import { describe, expect, it } from 'vitest'
import { readThrottle, toReport } from './throttle.ts'

const throttle = { name: 'tries', quota: 3, windowMs: 60_000 }
const now = 1_000_000

/** What is left after attempts at these times. */
const read = (times: readonly number[]) =>
  readThrottle(
    { listAttempts: async (_subject, since) => times.filter((time) => time > since) },
    throttle,
    'subject',
    now,
  )

describe('readThrottle', () => {
  it('leaves the whole quota before the first attempt', async () => {
    expect(await read([])).toStrictEqual({ count: 3, seconds: 60 })
  })

  it('counts down to the end of the oldest attempt', async () => {
    expect(await read([now - 50_000, now - 10_000])).toStrictEqual({ count: 1, seconds: 10 })
  })

  it('rounds the wait up to whole seconds', async () => {
    expect(await read([now - 59_999])).toStrictEqual({ count: 2, seconds: 1 })
  })

  it('waits until fewer than the quota are in the window', async () => {
    const times = [now - 50_000, now - 40_000, now - 30_000, now - 20_000]
    expect(await read(times)).toStrictEqual({ count: 0, seconds: 20 })
  })

  it('ignores attempts of a clock that was set back', async () => {
    expect(await read([now + 60_000])).toStrictEqual({ count: 3, seconds: 60 })
  })
})

describe('toReport', () => {
  it('leaves out what the caller may not know', () => {
    expect(toReport(throttle)).toStrictEqual({ name: 'tries', quota: 3, windowSeconds: 60 })
    expect(toReport(throttle, { count: 1, seconds: 10 }).left).toStrictEqual({ count: 1, seconds: 10 })
  })
})
