import { describe, expect, it } from 'vitest'
import { inChunks } from './db.ts'

describe('inChunks', () => {
  it('takes everything, in order, at most 500 at a time', async () => {
    const items = Array.from({ length: 1001 }, (_, index) => index)
    const chunks = await inChunks(items, async (chunk) => chunk)
    expect(chunks.map((chunk) => chunk.length)).toStrictEqual([500, 500, 1])
    expect(chunks.flat()).toStrictEqual(items)
  })

  it('runs nothing for nothing', async () => {
    let runs = 0
    expect(await inChunks([], async () => (runs += 1))).toStrictEqual([])
    expect(runs).toBe(0)
  })
})
