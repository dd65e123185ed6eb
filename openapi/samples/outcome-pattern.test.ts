import { describe, expect, it } from 'vitest'
import type { ApiDocument } from './api-document.ts'
import { outcomePattern } from './outcome-pattern.ts'
import { tinyDocument } from './tiny-document.fixture.ts'

const document = tinyDocument as unknown as ApiDocument
const patternOf = (name: string): string => outcomePattern(document, { $ref: `#/components/schemas/${name}` })

describe('outcomePattern', () => {
  it('names an answer after its schema', () => {
    expect(patternOf('Book')).toBe('book')
  })

  it('unwraps the one thing that an answer always has', () => {
    expect(patternOf('Shelf')).toBe('{ shelf }')
    expect(patternOf('BookResult')).toBe('{ books }')
  })

  it('calls variants without a common name a result', () => {
    expect(patternOf('EitherResult')).toBe('result')
  })
})
