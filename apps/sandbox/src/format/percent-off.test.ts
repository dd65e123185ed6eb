import { describe, expect, it } from 'vitest'
import { formatPercentOff } from './percent-off.ts'

describe('formatPercentOff', () => {
  it('keeps figure and sign together', () => {
    expect(formatPercentOff(8.5)).toBe('−8.5\u00A0%')
  })
})
