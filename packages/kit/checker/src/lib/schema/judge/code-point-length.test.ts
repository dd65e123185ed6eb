import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength } from './code-point-length.ts'

describe('codePointLength', () => {
  it('counts a pair of surrogates once', () => {
    expect(codePointLength('a\u{1f600}b\u{10ffff}')).toBe(4)
  })

  it('counts a lone surrogate as one', () => {
    expect(codePointLength('\ud83d\ud83d\ude00\ude00')).toBe(3)
  })

  it('for any text, counts what iteration yields', () => {
    const unit = fc.constantFrom('a', '\ud83d', '\ude00', '\u{1f600}')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(codePointLength(text)).toBe(Array.from(text).length)
      }),
      { seed: 5 },
    )
  })
})
