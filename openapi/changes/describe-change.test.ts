import { describe, expect, it } from 'vitest'
import { describeChange } from './describe-change.ts'
import type { FoundChange } from './found-change.ts'

const describeOne = (change: Partial<FoundChange>) =>
  describeChange({
    path: '#/a/b',
    typeName: 'Header',
    kind: 'modified',
    impact: 'patch',
    verdicts: [],
    ...change,
  })

describe('describeChange', () => {
  it('names what came and went', () => {
    expect(describeOne({ kind: 'added' })).toBe('Header `b` is new.')
    expect(describeOne({ kind: 'removed', typeName: 'Schema' })).toBe('Field `b` is gone.')
    expect(describeOne({ kind: 'added', typeName: 'Response', path: '#/a/418' })).toBe('Answer `418` is new.')
    expect(describeOne({ kind: 'added', typeName: 'ParameterList', path: '#/parameters' })).toBe(
      '`parameters` is new.',
    )
  })

  it('shows both values of a keyword', () => {
    const pointer = '#/a/b'
    const property = 'maximum'
    const some = (value: unknown) => ({ pointer, value })
    expect(describeOne({ property, base: some(1), revision: some(2) })).toBe('`maximum` was 1 and is 2.')
    expect(describeOne({ property, base: { pointer }, revision: some('x') })).toBe('`maximum` is new: "x".')
    expect(describeOne({ property, base: some([1]), revision: { pointer } })).toBe(
      '`maximum` is gone; it was [1].',
    )
  })

  it('cuts long values', () => {
    const long = { pointer: '#/a', value: 'x'.repeat(100) }
    expect(describeOne({ property: 'pattern', base: { pointer: '#/a' }, revision: long })).toBe(
      `\`pattern\` is new: "${'x'.repeat(56)}....`,
    )
  })
})
