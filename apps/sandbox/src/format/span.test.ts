import { describe, expect, it } from 'vitest'
import { formatSpan } from './span.ts'

describe('formatSpan', () => {
  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [1, '1 s'],
    [59_001, '1 min'],
    [1_798_000, '29 min 58 s'],
    [3_600_000, '1 h'],
    [86_340_000, '23 h 59 min'],
    [183_600_000, '2 d 3 h'],
  ])('says %i ms as %s', (ms, text) => {
    expect(formatSpan(ms)).toBe(text)
  })
})
