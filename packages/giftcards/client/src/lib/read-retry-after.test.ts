import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readRetryAfter } from './read-retry-after.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T15:04:05Z') }))
afterEach(() => void vi.useRealTimers())

describe('readRetryAfter', () => {
  it.each([
    ['30', 30],
    ['0', 0],
    ['-5', 0],
    ['Thu, 15 Jan 2026 15:05:05 GMT', 60],
    ['Thu, 15 Jan 2026 15:04:00 GMT', 0],
    ['soon', 0],
    ['', 0],
  ])('reads %o', (value, seconds) => {
    expect(readRetryAfter(new Headers({ 'retry-after': value }))).toBe(seconds)
  })

  it('reads nothing where nothing is asked', () => {
    expect(readRetryAfter(new Headers())).toBeUndefined()
    expect(readRetryAfter(undefined)).toBeUndefined()
  })
})
