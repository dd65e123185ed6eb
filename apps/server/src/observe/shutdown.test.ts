import { describe, expect, it } from 'vitest'
import { createShutdown } from './shutdown.ts'

/** A server and timers whose steps the test ends. */
function setUp(settings = { delayMs: 3000, graceMs: 10_000 }) {
  const seen: string[] = []
  const timers: { readonly ms: number; onTime(): void }[] = []
  const [closed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const exited = Promise.withResolvers<number>()
  const stop = createShutdown(
    settings,
    {
      drain: () => void seen.push('drain'),
      close(graceMs) {
        seen.push(`close within ${graceMs}`)
        return closed.promise
      },
      release() {
        seen.push('release')
        return released.promise
      },
      exit: (code) => exited.resolve(code),
    },
    (ms, onTime) => {
      timers.push({ ms, onTime })
      return () => undefined
    },
  )
  return { stop, seen, timers, closed, released, exited: exited.promise }
}

/** Flushes all pending promises. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('createShutdown', () => {
  it('drains, waits, closes and releases, in this order, then ends with 0', async () => {
    const { stop, seen, timers, closed, released, exited } = setUp()
    stop('SIGTERM')
    await settle()
    expect([seen, timers.map(({ ms }) => ms)]).toStrictEqual([['drain'], [3000]])
    timers[0]?.onTime()
    await settle()
    expect(seen).toStrictEqual(['drain', 'close within 10000'])
    closed.resolve()
    await settle()
    expect(seen).toStrictEqual(['drain', 'close within 10000', 'release'])
    released.resolve()
    expect(await exited).toBe(0)
  })

  it('closes at once where no delay is set', async () => {
    const { stop, seen } = setUp({ delayMs: 0, graceMs: 500 })
    stop('SIGTERM')
    await settle()
    expect(seen).toStrictEqual(['drain', 'close within 500'])
  })

  it('ends with 1 five seconds after the grace period', async () => {
    const { stop, timers, exited } = setUp({ delayMs: 0, graceMs: 500 })
    stop('SIGTERM')
    await settle()
    expect(timers.map(({ ms }) => ms)).toStrictEqual([5500])
    timers[0]?.onTime()
    expect(await exited).toBe(1)
  })

  it('ends with 1 where a step fails', async () => {
    const { stop, closed, exited } = setUp({ delayMs: 0, graceMs: 500 })
    stop('SIGTERM')
    closed.reject(new Error('stuck'))
    expect(await exited).toBe(1)
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends at once at a second signal: %s gives %i', async (signal, code) => {
    const { stop, seen, exited } = setUp()
    stop('SIGTERM')
    stop(signal)
    expect(await exited).toBe(code)
    expect(seen).toStrictEqual(['drain'])
  })
})
