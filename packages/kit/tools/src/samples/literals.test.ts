import { describe, expect, it } from 'vitest'
import { quoteDouble, quoteShell, quotePhp } from './literals.ts'

describe('quoteDouble', () => {
  it('escapes what C# takes for the end of a line', () => {
    expect(quoteDouble('a\u0085b\u2028c\u2029d')).toBe(String.raw`"a\u0085b\u2028c\u2029d"`)
  })
})

describe('quotePhp', () => {
  it('escapes every quote and backslash', () => {
    expect(quotePhp("it's a \\ 'b'")).toBe(String.raw`'it\'s a \\ \'b\''`)
  })
})

describe('quoteShell', () => {
  it('ends and begins the text around every quote', () => {
    expect(quoteShell("it's 'a'")).toBe(String.raw`'it'\''s '\''a'\'''`)
  })
})
