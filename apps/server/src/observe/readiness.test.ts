import { describe, expect, it } from 'vitest'
import { startTimer } from '../clock.ts'
import { createReadiness } from './readiness.ts'

/** A store and timers that the test controls. */
function setUp(hasRoom = true) {
  const pings: PromiseWithResolvers<void>[] = []
  const timers: { readonly ms: number; onTime(): void; isStopped: boolean }[] = []
  const readiness = createReadiness({
    hasRoom: () => hasRoom,
    store: {
      ping() {
        const ping = Promise.withResolvers<void>()
        pings.push(ping)
        return ping.promise
      },
    },
    startTimer(ms, onTime) {
      const timer = { ms, onTime, isStopped: false }
      timers.push(timer)
      return () => {
        timer.isStopped = true
      }
    },
  })
  readiness.begin()
  return { readiness, pings, timers }
}

// The tests of the store cover the database states in which a ping fails.
describe('createReadiness', () => {
  it('is not ready before the server has begun', async () => {
    const readiness = createReadiness({ hasRoom: () => true, store: { ping: async () => {} }, startTimer })
    expect(await readiness.isReady()).toBe(false)
    readiness.begin()
    expect(await readiness.isReady()).toBe(true)
  })

  it('is ready while the store answers', async () => {
    const { readiness, pings, timers } = setUp()
    const isReady = readiness.isReady()
    pings[0]?.resolve()
    expect(await isReady).toBe(true)
    expect(timers.filter(({ ms }) => ms === 2000).map(({ isStopped }) => isStopped)).toStrictEqual([true])
  })

  it('shares for a second that the store works', async () => {
    const { readiness, pings, timers } = setUp()
    const isReady = readiness.isReady()
    pings[0]?.resolve()
    expect([await isReady, await readiness.isReady()]).toStrictEqual([true, true])
    expect(pings).toHaveLength(1)
    timers.find(({ ms }) => ms === 1000)?.onTime()
    void readiness.isReady()
    expect(pings).toHaveLength(2)
  })

  it('looks again at once where the store did not work', async () => {
    const { readiness, pings } = setUp()
    const isReady = readiness.isReady()
    pings[0]?.reject(new Error('away'))
    expect(await isReady).toBe(false)
    const isReadyAgain = readiness.isReady()
    pings[1]?.resolve()
    expect(await isReadyAgain).toBe(true)
  })

  it('gives up on the store after two seconds', async () => {
    const { readiness, timers } = setUp()
    const isReady = readiness.isReady()
    expect(timers.map(({ ms }) => ms)).toStrictEqual([2000])
    timers[0]?.onTime()
    expect(await isReady).toBe(false)
  })

  it('probes a store that hangs only once', async () => {
    const { readiness, pings, timers } = setUp()
    const first = readiness.isReady()
    timers[0]?.onTime()
    expect(await first).toBe(false)
    const [second, third] = [readiness.isReady(), readiness.isReady()]
    expect(pings).toHaveLength(1)
    pings[0]?.resolve()
    expect(await Promise.all([second, third])).toStrictEqual([true, true])
  })

  it('asks nothing of the store while it drains, or has no room', async () => {
    const [draining, full] = [setUp(), setUp(false)]
    draining.readiness.drain()
    for (const { readiness, pings } of [draining, full]) {
      expect(await readiness.isReady()).toBe(false)
      expect(pings).toHaveLength(0)
    }
  })

  it('is not ready where draining begins during the probe', async () => {
    const { readiness, pings } = setUp()
    const isReady = readiness.isReady()
    readiness.drain()
    pings[0]?.resolve()
    expect(await isReady).toBe(false)
  })
})
