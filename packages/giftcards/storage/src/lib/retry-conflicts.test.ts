import { afterEach, describe, expect, it, vi } from 'vitest'
import { retryConflicts } from './retry-conflicts.ts'

class ConflictError extends Error {}

const isConflict = (error: unknown) => error instanceof ConflictError

afterEach(() => void vi.restoreAllMocks())

describe('retryConflicts', () => {
  it('pauses as long as chance says, so that two do not meet again', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
    const start = performance.now()
    const failed = retryConflicts(isConflict, () => Promise.reject(new ConflictError()))
    await expect(failed).rejects.toBeInstanceOf(ConflictError)
    expect(chance).toHaveBeenCalledTimes(19)
    // Its longest pauses add up to 1.4 s.
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('runs a transaction again that met another', async () => {
    let runs = 0
    const result = await retryConflicts(isConflict, async () => {
      runs += 1
      if (runs < 4) throw new ConflictError()
      return 'done'
    })
    expect([result, runs]).toEqual(['done', 4])
  })

  it('runs nothing again that failed otherwise', async () => {
    let runs = 0
    const failed = retryConflicts(isConflict, () => {
      runs += 1
      return Promise.reject(new Error('a bug'))
    })
    await expect(failed).rejects.toThrow('a bug')
    expect(runs).toBe(1)
  })

  it('lets others run while one is retried', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    let runs = 0
    const retried = retryConflicts(isConflict, async () => {
      runs += 1
      if (runs === 1) throw new ConflictError()
      await isOver
    })
    // Ends only once the other, which is in the middle of its second attempt, has let it by.
    await retryConflicts(isConflict, async () => end())
    await retried
    expect(runs).toBe(2)
  })

  it('gives up after twenty attempts', async () => {
    const attempts: number[] = []
    const failed = retryConflicts(
      (_error, attempt) => attempts.push(attempt) > 0,
      () => Promise.reject(new ConflictError()),
    )
    await expect(failed).rejects.toBeInstanceOf(ConflictError)
    expect(attempts).toEqual(Array.from({ length: 19 }, (_, index) => index + 1))
  })
})
