import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TimedResponse } from '../http/transport.ts'
import { Pace, type PaceLimits } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const createPace = (limits: Partial<PaceLimits> = {}): Pace =>
  new Pace({
    workers: 10,
    rateLimit: Infinity,
    maxRequests: Infinity,
    maxRequestsPerOperation: Infinity,
    maxPauseMs: 60_000,
    deadline: Infinity,
    now: () => Date.now(),
    ...limits,
  })

/** The times at which requests are admitted, in milliseconds. */
const timesOf = async (pace: Pace, count: number): Promise<readonly number[]> => {
  const times: number[] = []
  const all = Array.from({ length: count }, async () => {
    await pace.admit(undefined)
    times.push(Date.now())
  })
  await vi.runAllTimersAsync()
  await Promise.all(all)
  return times
}

const limited = (headers: TimedResponse['headers'], status = 429): TimedResponse => ({
  status,
  headers,
  body: new Uint8Array(),
  elapsedMs: 1,
})

describe('Pace', () => {
  it('lets requests go at the rate asked for', async () => {
    expect(await timesOf(createPace({ rateLimit: 4 }), 4)).toStrictEqual([0, 250, 500, 750])
  })

  it('lets them go at once without a rate', async () => {
    expect(await timesOf(createPace(), 3)).toStrictEqual([0, 0, 0])
  })

  it('holds everything back for the longest pause that the server asks for', async () => {
    const pace = createPace()
    expect(pace.shouldRetry(undefined, limited([['retry-after', '3']]), 0)).toBe(true)
    expect(pace.shouldRetry(undefined, limited([['retry-after', '1']]), 0)).toBe(true)
    expect(await timesOf(pace, 2)).toStrictEqual([3000, 3000])
  })

  it('reads a date as well', async () => {
    const pace = createPace()
    const date = new Date(5000).toUTCString()
    expect(pace.shouldRetry(undefined, limited([['retry-after', date]], 503), 0)).toBe(true)
    expect(await timesOf(pace, 1)).toStrictEqual([5000])
  })

  it.each([
    ['no header', limited([])],
    ['nonsense', limited([['retry-after', 'soon']])],
    ['more than a minute', limited([['retry-after', '61']])],
    ['another status', limited([['retry-after', '1']], 404)],
  ])('does not wait for %s', (_what, response) => {
    expect(createPace().shouldRetry(undefined, response, 0)).toBe(false)
  })

  it('does not wait beyond the end of the run', () => {
    expect(createPace({ deadline: 500 }).shouldRetry(undefined, limited([['retry-after', '1']]), 0)).toBe(
      false,
    )
  })
})
