import { describe, expect, it } from 'vitest'
import { writeOutReferences } from './write-out-references.ts'

const write = (pattern: string): string | undefined =>
  writeOutReferences(pattern, true, (source) => (source === '^(?:[ab.]+)$' ? ['a', 'b.'] : ['x', 'yy', 'z']))

describe('writeOutReferences', () => {
  it('names texts of the group and the reference', () => {
    expect(write('^([ab.]+)-\\1$')).toBe('^(?:a)-(?:a)$|^(?:b\\.)-(?:b\\.)$')
  })

  it('follows references by name', () => {
    expect(write('(?<q>[ab.]+)\\k<q>')).toBe('(?:a)(?:a)|(?:b\\.)(?:b\\.)')
  })

  it('gives each of several groups its own texts', () => {
    expect(write('([ab.]+)(c)\\2\\1')).toBe(
      '(?:a)(?:x)(?:x)(?:a)|(?:b\\.)(?:yy)(?:yy)(?:b\\.)|(?:a)(?:z)(?:z)(?:a)',
    )
  })

  it.each([
    'abc',
    '(a)?\\1',
    '(?:(a)|b)\\1',
    '\\1(a)',
    '(?!.*(.)\\1)',
    '((a)\\2)\\1',
    '(^)\\1',
    '(?:(a)){0,2}\\1',
  ])('leaves %s alone', (pattern) => {
    expect(write(pattern)).toBeUndefined()
  })
})
