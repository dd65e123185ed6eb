import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../testing.ts'

describe('createTestClock', () => {
  it('stands still until it is told', () => {
    const clock = createTestClock('2026-01-01T00:00:00Z')
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1))
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1))
  })

  it('advances by seconds', () => {
    const clock = createTestClock('2026-01-01T00:00:00Z')
    clock.advance(1.5)
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 1500)
  })

  it('goes where it is set, backwards too', () => {
    const clock = createTestClock('2026-01-01T00:00:00Z')
    clock.set('2025-06-01T12:00:00.000Z')
    expect(clock.now()).toBe(Date.UTC(2025, 5, 1, 12))
  })

  it('refuses what is no moment', () => {
    expect(() => createTestClock('tomorrow')).toThrow(RangeError)
  })
})
