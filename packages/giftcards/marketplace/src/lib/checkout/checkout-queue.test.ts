import { describe, expect, it } from 'vitest'
import { checkoutWaitMs, createCheckoutQueue, mostWaiting } from './checkout-queue.ts'

/** A queue whose timers the test controls. */
function createTimedQueue() {
  const timers = new Set<{ readonly ms: number; readonly onTime: () => void }>()
  const queue = createCheckoutQueue((ms, onTime) => {
    const timer = { ms, onTime }
    timers.add(timer)
    return () => void timers.delete(timer)
  })
  return {
    queue,
    timers,
    /** Fires every running timer. */
    timeOut: () => {
      for (const timer of timers) {
        timers.delete(timer)
        timer.onTime()
      }
    },
  }
}

/** Whether a promise is still pending. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending
}

const enterNow = async (entered: Promise<(() => void) | undefined>): Promise<() => void> => {
  const leave = await entered
  if (leave === undefined) throw new Error('The queue refused the turn')
  return leave
}

describe('createCheckoutQueue', { meta: { rules: ['4.6-24', '8-05', 'D6-13'] } }, () => {
  it('lets the first one in at once, and the second one wait for it', async () => {
    const { queue, timers } = createTimedQueue()
    const leave = await enterNow(queue.enter(1, undefined))
    expect(timers.size).toBe(0)
    const second = queue.enter(1, undefined)
    expect(await isPending(second)).toBe(true)
    leave()
    expect(await second).toBeTypeOf('function')
  })

  it('keeps the order of arrival', async () => {
    const { queue } = createTimedQueue()
    const served: number[] = []
    const turn = async (name: number): Promise<void> => {
      const leave = await enterNow(queue.enter(1, undefined))
      served.push(name)
      await Promise.resolve()
      leave()
    }
    await Promise.all([turn(1), turn(2), turn(3), turn(4)])
    expect(served).toEqual([1, 2, 3, 4])
  })

  it('turns one away at once where four are waiting', { meta: { rules: ['D14-28'] } }, async () => {
    const { queue } = createTimedQueue()
    const leave = await enterNow(queue.enter(1, undefined))
    const waiting = Array.from({ length: mostWaiting }, () => queue.enter(1, undefined))
    expect(mostWaiting).toBe(4)
    expect(await queue.enter(1, undefined)).toBeUndefined()
    expect(await queue.enter(2, undefined)).toBeTypeOf('function')
    leave()
    await waiting[0]
    expect(await isPending(queue.enter(1, undefined))).toBe(true)
  })

  it('pauses a checkout that waits, and no other', async () => {
    let paused = 0
    const queue = createCheckoutQueue(
      () => () => undefined,
      async (wait) => {
        paused += 1
        const result = await wait()
        paused -= 1
        return result
      },
    )
    const leave = await enterNow(queue.enter(1, undefined))
    expect(paused).toBe(0)
    const second = queue.enter(1, undefined)
    expect(paused).toBe(1)
    leave()
    await second
    expect(paused).toBe(0)
  })

  it('keeps no account waiting for another', async () => {
    const { queue } = createTimedQueue()
    await queue.enter(1, undefined)
    expect(await queue.enter(2, undefined)).toBeTypeOf('function')
  })

  it('gives up after ten seconds', { meta: { rules: ['D6-14'] } }, async () => {
    const { queue, timers, timeOut } = createTimedQueue()
    await queue.enter(1, undefined)
    const second = queue.enter(1, undefined)
    expect([...timers].map(({ ms }) => ms)).toEqual([checkoutWaitMs])
    expect(checkoutWaitMs).toBe(10_000)
    timeOut()
    expect(await second).toBeUndefined()
  })

  it('passes over one that gave up', async () => {
    const { queue, timeOut } = createTimedQueue()
    const leave = await enterNow(queue.enter(1, undefined))
    const second = queue.enter(1, undefined)
    timeOut()
    const third = queue.enter(1, undefined)
    leave()
    expect(await second).toBeUndefined()
    expect(await third).toBeTypeOf('function')
  })

  it('stops the timer of whom it lets in', async () => {
    const { queue, timers, timeOut } = createTimedQueue()
    const leave = await enterNow(queue.enter(1, undefined))
    const second = queue.enter(1, undefined)
    leave()
    const leaveSecond = await enterNow(second)
    expect(timers.size).toBe(0)
    timeOut()
    const third = queue.enter(1, undefined)
    expect(await isPending(third)).toBe(true)
    leaveSecond()
    expect(await third).toBeTypeOf('function')
  })

  it('ignores the second end of a turn', async () => {
    const { queue } = createTimedQueue()
    const leave = await enterNow(queue.enter(1, undefined))
    const second = queue.enter(1, undefined)
    const third = queue.enter(1, undefined)
    leave()
    leave()
    await second
    expect(await isPending(third)).toBe(true)
  })

  it('refuses a key that is running', { meta: { rules: ['D6-17'] } }, async () => {
    const { queue } = createTimedQueue()
    const leave = await enterNow(queue.enter(1, 'key'))
    expect(await queue.enter(1, 'key')).toBeUndefined()
    leave()
    expect(await queue.enter(1, 'key')).toBeTypeOf('function')
  })

  it('refuses a key that is waiting', { meta: { rules: ['D6-17'] } }, async () => {
    const { queue } = createTimedQueue()
    await queue.enter(1, undefined)
    void queue.enter(1, 'key')
    expect(await queue.enter(1, 'key')).toBeUndefined()
  })

  it('frees the key of one that gave up', async () => {
    const { queue, timeOut } = createTimedQueue()
    await queue.enter(1, undefined)
    const waiting = queue.enter(1, 'key')
    timeOut()
    expect(await waiting).toBeUndefined()
    expect(await isPending(queue.enter(1, 'key'))).toBe(true)
  })

  it('knows a key per account only', async () => {
    const { queue } = createTimedQueue()
    await queue.enter(1, 'key')
    expect(await queue.enter(2, 'key')).toBeTypeOf('function')
  })
})
