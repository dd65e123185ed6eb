import { describe, expect, it } from 'vitest'
import { formatTick } from './format-tick.ts'

const seconds = Date.parse('2026-01-15T15:04:05.000Z') / 1000

describe('formatTick', () => {
  it.each([
    [5, '15:04:05'],
    [60, '15:04'],
    [3600, '15:04'],
    [86_400, '01-15'],
  ])('is as exact as a step of %i s asks for', (step, text) => {
    expect(formatTick(seconds, step)).toBe(text)
  })

  it('names the day at midnight', () => {
    expect(formatTick(Date.parse('2026-01-16T00:00:00.000Z') / 1000, 3600)).toBe('01-16')
  })
})
