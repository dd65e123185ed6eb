import { createInMemoryStore } from '@giftcards/marketplace/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { latestTime, openServiceClock } from './service-clock.ts'

const noon = Date.parse('2026-01-15T12:00:00.000Z')
const evening = Date.parse('2031-05-06T19:20:21.000Z')

// The time of day passes when a test says so.
beforeEach(() => void vi.setSystemTime(evening))
afterEach(() => void vi.useRealTimers())

describe('openServiceClock', () => {
  it('runs at real time by default', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    expect([clock.now(), clock.isFrozen()]).toStrictEqual([evening, false])
    vi.setSystemTime(evening + 1500)
    expect(clock.now()).toBe(evening + 1500)
  })

  it('stands still when frozen', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    await clock.set({ frozen: true, at: noon })
    vi.setSystemTime(evening + 1500)
    expect([clock.now(), clock.isFrozen()]).toStrictEqual([noon, true])
    await clock.advance(60_000)
    expect(clock.now()).toBe(noon + 60_000)
  })

  it('runs on from where it was put', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    await clock.set({ frozen: false, at: noon })
    vi.setSystemTime(evening + 1500)
    expect(clock.now()).toBe(noon + 1500)
    await clock.advance(3_600_000)
    expect([clock.now(), clock.isFrozen()]).toStrictEqual([noon + 3_601_500, false])
  })

  it('keeps its setting for the next start', async () => {
    const store = createInMemoryStore()
    await (await openServiceClock(store)).set({ frozen: true, at: noon })
    expect((await openServiceClock(store)).now()).toBe(noon)
  })

  it('loses none of several advances at once', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    await clock.set({ frozen: true, at: noon })
    await Promise.all(Array.from({ length: 20 }, () => clock.advance(60_000)))
    expect(clock.now()).toBe(noon + 20 * 60_000)
  })

  it('stops at the last moment of the year 9999', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    await clock.set({ frozen: false, at: latestTime })
    vi.setSystemTime(evening + 1500)
    expect(new Date(clock.now()).toISOString()).toBe('9999-12-31T23:59:59.999Z')
  })
})
