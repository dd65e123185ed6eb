import { describe, expect, it } from 'vitest'
import { KeyedQueue, TurnTimeoutError } from './keyed-queue.ts'

describe('KeyedQueue', () => {
  it('gives turns of one key one by one, and gives up a turn that does not come', async () => {
    const queue = new KeyedQueue()
    const leave = await queue.enter('a', 60_000)
    await expect(queue.enter('a', 1)).rejects.toBeInstanceOf(TurnTimeoutError)
    await expect(queue.enter('b', 60_000)).resolves.toBeTypeOf('function')
    leave()
    await expect(queue.enter('a', 60_000)).resolves.toBeTypeOf('function')
  })

  it('gives nobody a turn that was left before', async () => {
    const queue = new KeyedQueue()
    const leave = await queue.enter('a', 60_000)
    const second = queue.enter('a', 60_000)
    leave()
    const leaveSecond = await second
    leave()
    await expect(queue.enter('a', 1)).rejects.toBeInstanceOf(TurnTimeoutError)
    leaveSecond()
  })
})
