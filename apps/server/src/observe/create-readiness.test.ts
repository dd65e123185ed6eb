import { describe, expect, it } from 'vitest'
import { createReadiness } from './create-readiness.ts'

/** A store whose answers are given by hand, and timers that end when told to. */
function setUp() {
  const pings: PromiseWithResolvers<void>[] = []
  const timers: { readonly ms: number; onTime(): void; isStopped: boolean }[] = []
  const readiness = createReadiness(
    {
      ping() {
        const ping = Promise.withResolvers<void>()
        pings.push(ping)
        return ping.promise
      },
    },
    (ms, onTime) => {
      const timer = { ms, onTime, isStopped: false }
      timers.push(timer)
      return () => {
        timer.isStopped = true
      }
    },
  )
  return { readiness, pings, timers }
}

describe('createReadiness', () => {
  it('is ready while the store answers', async () => {
    const { readiness, pings, timers } = setUp()
    const isReady = readiness.isReady()
    pings[0]?.resolve()
    expect(await isReady).toBe(true)
    expect(timers.map(({ isStopped }) => isStopped)).toStrictEqual([true])
  })

  it('is not ready while the store is away, and asks anew each time', async () => {
    const { readiness, pings } = setUp()
    const isReady = readiness.isReady()
    pings[0]?.reject(new Error('away'))
    expect(await isReady).toBe(false)
    const isReadyAgain = readiness.isReady()
    pings[1]?.resolve()
    expect(await isReadyAgain).toBe(true)
  })

  it('gives up on a store that does not answer within two seconds', async () => {
    const { readiness, timers } = setUp()
    const isReady = readiness.isReady()
    expect(timers.map(({ ms }) => ms)).toStrictEqual([2000])
    timers[0]?.onTime()
    expect(await isReady).toBe(false)
  })

  it('asks a stuck store one question, however many ask', async () => {
    const { readiness, pings, timers } = setUp()
    const first = readiness.isReady()
    timers[0]?.onTime()
    expect(await first).toBe(false)
    const [second, third] = [readiness.isReady(), readiness.isReady()]
    expect(pings).toHaveLength(1)
    pings[0]?.resolve()
    expect(await Promise.all([second, third])).toStrictEqual([true, true])
  })

  it('is not ready once it drains, without asking', async () => {
    const { readiness, pings } = setUp()
    readiness.drain()
    expect(await readiness.isReady()).toBe(false)
    expect(pings).toHaveLength(0)
  })

  it('is not ready where draining began while the store was asked', async () => {
    const { readiness, pings } = setUp()
    const isReady = readiness.isReady()
    readiness.drain()
    pings[0]?.resolve()
    expect(await isReady).toBe(false)
  })
})
