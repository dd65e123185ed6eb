import { describe, expect, it } from 'vitest'
import { serviceTime, toClockReading } from './clock-reading.ts'

const now = '2026-01-15T12:00:00.000Z'
const noon = Date.parse(now)

describe('serviceTime', () => {
  it('goes on with this page where the clock runs', () => {
    expect(serviceTime(toClockReading({ now, frozen: false }, 500), 2000)).toBe(noon + 1500)
  })

  it('stands still where the clock does', () => {
    expect(serviceTime(toClockReading({ now, frozen: true }, 500), 2000)).toBe(noon)
  })

  it('never goes behind what was read', () => {
    expect(serviceTime(toClockReading({ now, frozen: false }, 500), 400)).toBe(noon)
  })
})
