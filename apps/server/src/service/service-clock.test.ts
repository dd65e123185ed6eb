import { createInMemoryStore } from '@giftcards/marketplace/testing'
import { describe, expect, it } from 'vitest'
import { openServiceClock } from './service-clock.ts'

const noon = Date.parse('2026-01-15T12:00:00.000Z')

describe('openServiceClock', () => {
  it('runs at real time by default', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    const before = Date.now()
    const now = clock.now()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
    expect(clock.isFrozen()).toBe(false)
  })

  it('stands still when frozen', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    await clock.set({ frozen: true, at: noon })
    expect([clock.now(), clock.isFrozen()]).toStrictEqual([noon, true])
    await clock.advance(60_000)
    expect(clock.now()).toBe(noon + 60_000)
  })

  it('runs on from where it was put', async () => {
    const clock = await openServiceClock(createInMemoryStore())
    await clock.set({ frozen: false, at: noon })
    expect(clock.now()).toBeGreaterThanOrEqual(noon)
    await clock.advance(3_600_000)
    expect(clock.now()).toBeGreaterThanOrEqual(noon + 3_600_000)
    expect(clock.isFrozen()).toBe(false)
  })

  it('keeps its setting for the next start', async () => {
    const store = createInMemoryStore()
    await (await openServiceClock(store)).set({ frozen: true, at: noon })
    expect((await openServiceClock(store)).now()).toBe(noon)
  })
})
