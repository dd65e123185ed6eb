import { describe, expect, it } from 'vitest'
import { formatMoment, formatNearby, formatTimeOfDay } from './moment.ts'

const ms = Date.parse('2026-01-15T15:04:05.999Z')

describe('formatMoment', () => {
  it('shows day and time in UTC', () => {
    expect(formatMoment(ms)).toBe('2026-01-15 15:04:05')
  })
})

describe('formatTimeOfDay', () => {
  it('shows the time alone', () => {
    expect(formatTimeOfDay(ms)).toBe('15:04:05')
  })
})

describe('formatNearby', () => {
  it('names the day only where it is another', () => {
    expect(formatNearby(ms, ms + 1)).toBe('15:04:05')
    expect(formatNearby(ms, ms + 86_400_000)).toBe('01-15 15:04:05')
  })
})
