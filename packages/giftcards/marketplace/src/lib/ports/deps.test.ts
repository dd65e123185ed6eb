import { describe, expect, it } from 'vitest'
import { createTestTime } from '../samples/create-test-time.ts'
import { withinLimit } from './deps.ts'

describe('withinLimit', () => {
  it('returns the result of work, and stops its timer', async () => {
    const time = createTestTime()
    expect(await withinLimit(time.startTimer, 100, () => Promise.resolve('done'))).toBe('done')
    expect(time.due).toEqual([])
  })

  it('rejects with what work throws, at once or later', async () => {
    const time = createTestTime()
    const trouble = new Error('trouble')
    const atOnce = withinLimit(time.startTimer, 100, () => {
      throw trouble
    })
    await expect(atOnce).rejects.toBe(trouble)
    await expect(withinLimit(time.startTimer, 100, () => Promise.reject(trouble))).rejects.toBe(trouble)
    expect(time.due).toEqual([])
  })

  it('rejects at the limit, not before', async () => {
    const time = createTestTime()
    const { promise, resolve } = Promise.withResolvers<string>()
    const inTime = withinLimit(time.startTimer, 100, () => promise)
    time.advance(99)
    resolve('in time')
    expect(await inTime).toBe('in time')
    const late = withinLimit(time.startTimer, 100, () => new Promise(() => {}))
    time.advance(100)
    await expect(late).rejects.toThrow('No response within 100 ms')
  })
})
