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
