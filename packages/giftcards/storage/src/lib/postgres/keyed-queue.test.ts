import { describe, expect, it } from 'vitest'
import { KeyedQueue, TurnTimeoutError } from './keyed-queue.ts'

describe('KeyedQueue', () => {
  it('gives the turns of a key in order', async () => {
    const queue = new KeyedQueue()
    const seen: number[] = []
    const work = async (number: number) => {
      const leave = await queue.enter('a', 60_000)
      seen.push(number)
      await Promise.resolve()
      seen.push(number)
      leave()
    }
    await Promise.all([work(1), work(2), work(3)])
    expect(seen).toEqual([1, 1, 2, 2, 3, 3])
  })

  it('keeps nobody waiting for another key', async () => {
    const queue = new KeyedQueue()
    await queue.enter('a', 60_000)
    await expect(queue.enter('b', 60_000)).resolves.toBeTypeOf('function')
  })

  it('gives up a turn that does not come', async () => {
    const queue = new KeyedQueue()
    const leave = await queue.enter('a', 60_000)
    await expect(queue.enter('a', 1)).rejects.toBeInstanceOf(TurnTimeoutError)
    leave()
    await expect(queue.enter('a', 60_000)).resolves.toBeTypeOf('function')
  })
})
