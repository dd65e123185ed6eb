import { describe, expect, it } from 'vitest'
import { inBatches } from './in-batches.ts'

function createSquares() {
  const calls: (readonly number[])[] = []
  const find = inBatches(async (keys: readonly number[]) => {
    calls.push(keys)
    if (keys.includes(13)) throw new Error('No luck')
    return new Map(keys.filter((key) => key > 0).map((key) => [key, key * key]))
  })
  return { calls, find }
}

describe('inBatches', () => {
  it('asks once for all that are asked for together', async () => {
    const { calls, find } = createSquares()
    expect(await Promise.all([1, 2, 0, 2].map(find))).toStrictEqual([1, 4, undefined, 4])
    expect(calls).toStrictEqual([[1, 2, 0]])
  })

  it('asks anew for what is asked for later', async () => {
    const { calls, find } = createSquares()
    await Promise.all([1, 2].map(find))
    expect(await Promise.all([2, 3].map(find))).toStrictEqual([4, 9])
    expect(calls).toStrictEqual([
      [1, 2],
      [2, 3],
    ])
  })

  it('waits for those that were waiting for the same answer', async () => {
    const { calls, find } = createSquares()
    const twice = async (key: number) => find((await find(key)) ?? 0)
    expect(await Promise.all([2, 3].map(twice))).toStrictEqual([16, 81])
    expect(calls).toStrictEqual([
      [2, 3],
      [4, 9],
    ])
  })

  it('fails for all that were asked for together, and for nobody else', async () => {
    const { find } = createSquares()
    const [one, unlucky] = [find(1), find(13)]
    await expect(one).rejects.toThrow('No luck')
    await expect(unlucky).rejects.toThrow('No luck')
    expect(await find(1)).toBe(1)
  })
})
