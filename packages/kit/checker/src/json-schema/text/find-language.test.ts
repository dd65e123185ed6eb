import { describe, expect, it } from 'vitest'
import { keepsConstraints } from './find-language.ts'

describe('keepsConstraints', () => {
  it.each([
    ['lengths in code points', { minLength: 2, maxLength: 2 }, ['😀😀'], ['😀', 'aaa']],
    ['each pattern', { patterns: ['^a', 'b$'] }, ['ab'], ['a', 'b']],
    ['no negated pattern', { notPatterns: ['a', 'b'] }, ['c', ''], ['ca', 'b']],
    ['each format', { formats: ['date'] }, ['2024-02-29'], ['2023-02-29']],
    ['no negated format', { notFormats: ['uuid'] }, ['x'], ['123e4567-e89b-42d3-a456-426614174000']],
  ])('asks for %s', (_, constraints, kept, broken) => {
    expect(kept.filter((text) => !keepsConstraints(constraints, text))).toEqual([])
    expect(broken.filter((text) => keepsConstraints(constraints, text))).toEqual([])
  })
})
