import { describe, expect, it, vi, onTestFinished } from 'vitest'
import { retryConflicts } from './retry-conflicts.ts'

class ConflictError extends Error {}

const isConflict = (error: unknown) => error instanceof ConflictError

describe('retryConflicts', () => {
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
    const failing = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('a bug')))
    await expect(retryConflicts(isConflict, failing)).rejects.toThrow('a bug')
    expect(failing).toHaveBeenCalledOnce()
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

  it('gives up after twenty attempts, with a pause of chance between two of them', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => chance.mockRestore())
    const attempts: number[] = []
    const failed = retryConflicts(
      (_error, attempt) => attempts.push(attempt) > 0,
      () => Promise.reject(new ConflictError()),
    )
    await expect(failed).rejects.toBeInstanceOf(ConflictError)
    expect(attempts).toEqual(Array.from({ length: 19 }, (_, index) => index + 1))
    expect(chance).toHaveBeenCalledTimes(19)
  })
})
