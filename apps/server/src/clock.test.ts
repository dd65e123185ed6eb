import type { Store } from '@giftcards/marketplace'
import { openSqliteStore } from '@giftcards/storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followClock, latestTime, openServiceClock, type ServiceClock } from './clock.ts'

const openStore = () => openSqliteStore({ location: ':memory:', mode: 'sandbox' })

const noon = Date.parse('2026-01-15T12:00:00.000Z')
const evening = Date.parse('2031-05-06T19:20:21.000Z')

// Only a test advances the time of day.
beforeEach(() => void vi.setSystemTime(evening))
afterEach(() => void vi.useRealTimers())

describe('openServiceClock', () => {
  it('runs at real time by default', async () => {
    const clock = await openServiceClock(await openStore())
    expect([clock.now(), clock.isFrozen()]).toStrictEqual([evening, false])
    vi.setSystemTime(evening + 1500)
    expect(clock.now()).toBe(evening + 1500)
  })

  it('stands still when frozen', async () => {
    const clock = await openServiceClock(await openStore())
    await clock.set({ frozen: true, at: noon })
    vi.setSystemTime(evening + 1500)
    expect([clock.now(), clock.isFrozen()]).toStrictEqual([noon, true])
    await clock.advance(60_000)
    expect(clock.now()).toBe(noon + 60_000)
  })

  it('runs on from where it was put', async () => {
    const clock = await openServiceClock(await openStore())
    await clock.set({ frozen: false, at: noon })
    vi.setSystemTime(evening + 1500)
    expect(clock.now()).toBe(noon + 1500)
    await clock.advance(3_600_000)
    expect([clock.now(), clock.isFrozen()]).toStrictEqual([noon + 3_601_500, false])
  })

  it('keeps its setting for the next start', async () => {
    const store = await openStore()
    await (await openServiceClock(store)).set({ frozen: true, at: noon })
    expect((await openServiceClock(store)).now()).toBe(noon)
  })

  it('loses none of several advances at once', async () => {
    const clock = await openServiceClock(await openStore())
    await clock.set({ frozen: true, at: noon })
    await Promise.all(Array.from({ length: 20 }, () => clock.advance(60_000)))
    expect(clock.now()).toBe(noon + 20 * 60_000)
  })

  it('takes over what another process has set', async () => {
    const store = await openStore()
    const [own, other] = [await openServiceClock(store), await openServiceClock(store)]
    await other.set({ frozen: true, at: noon })
    expect(own.now()).toBe(evening)
    await own.reload()
    expect([own.now(), own.isFrozen()]).toStrictEqual([noon, true])
  })

  it.each<[string, (clock: ServiceClock) => Promise<unknown>]>([
    [
      'that a newer one has overtaken',
      (clock) => clock.follow(async () => ({ frozenAt: noon, offsetMs: 0 })),
    ],
    ['from before its own change', (clock) => clock.set({ frozen: true, at: noon })],
  ])('ignores an answer %s', async (_what, change) => {
    const clock = await openServiceClock(await openStore())
    const slow = Promise.withResolvers<undefined>()
    const overtaken = clock.follow(() => slow.promise)
    await change(clock)
    slow.resolve(undefined)
    await overtaken
    expect(clock.now()).toBe(noon)
  })

  it('stops at the last moment of the year 9999', async () => {
    const clock = await openServiceClock(await openStore())
    await clock.set({ frozen: false, at: latestTime })
    vi.setSystemTime(evening + 1500)
    expect(new Date(clock.now()).toISOString()).toBe('9999-12-31T23:59:59.999Z')
  })
})

describe('followClock', () => {
  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['it reads', (store) => store.read(async () => undefined)],
    ['it writes', (store) => store.transaction(async () => undefined)],
    ['it reads access', (store) => store.findAccess('demo-app', null)],
    ['it is asked whether it is there', (store) => store.ping()],
  ])('takes the clock of another process over when %s', async (_what, use) => {
    const store = await openStore()
    const clock = await openServiceClock(store)
    const following = followClock(store, clock)
    await (await openServiceClock(store)).set({ frozen: true, at: noon })
    await use(following)
    expect(clock.now()).toBe(noon)
  })
})
