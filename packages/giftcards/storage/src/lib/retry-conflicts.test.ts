import { describe, expect, it } from 'vitest'
import { createConflictRetry } from './retry-conflicts.ts'

class ConflictError extends Error {}

const isConflict = (error: unknown) => error instanceof ConflictError

describe('createConflictRetry', () => {
  it('runs side by side what meets nothing', async () => {
    const retry = createConflictRetry(isConflict)
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = retry(() => promise)
    expect(await retry(async () => 'second')).toBe('second')
    resolve('first')
    expect(await first).toBe('first')
  })

  it('runs one after another what has met a conflict', async () => {
    const retry = createConflictRetry(isConflict)
    const events: string[] = []
    const run = (name: string) => {
      let count = 0
      return retry(async () => {
        count += 1
        if (count === 1) throw new ConflictError()
        events.push(`${name} begins`)
        await Promise.resolve()
        events.push(`${name} ends`)
      })
    }
    await Promise.all([run('a'), run('b'), run('c')])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('runs nothing beside one that has met a conflict, and nobody before it who comes later', async () => {
    const retry = createConflictRetry(isConflict)
    const events: string[] = []
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const running = retry(async () => {
      await mayEnd
      events.push('the one that ran')
    })
    let count = 0
    const again = retry(async () => {
      count += 1
      if (count === 1) throw new ConflictError()
      await Promise.resolve()
      events.push('the one that met it')
    })
    await new Promise(setImmediate)
    const later = retry(async () => void events.push('the one that came later'))
    await new Promise(setImmediate)
    expect(events).toEqual([])
    end()
    await Promise.all([running, again, later])
    expect(events).toEqual(['the one that ran', 'the one that met it', 'the one that came later'])
  })

  it('lets nobody wait for one that fails', async () => {
    const retry = createConflictRetry(isConflict)
    let count = 0
    const failing = retry(async () => {
      count += 1
      throw count === 1 ? new ConflictError() : new Error('a bug')
    })
    let runs = 0
    const next = retry(async () => {
      runs += 1
      if (runs === 1) throw new ConflictError()
      return runs
    })
    await expect(failing).rejects.toThrow('a bug')
    expect(await next).toBe(2)
  })

  it('tells how often it has tried', async () => {
    const attempts: number[] = []
    const retry = createConflictRetry((_error, attempt) => {
      attempts.push(attempt)
      return attempt < 4
    })
    await expect(retry(() => Promise.reject(new ConflictError()))).rejects.toBeInstanceOf(ConflictError)
    expect(attempts).toEqual([1, 2, 3, 4])
  })
})
