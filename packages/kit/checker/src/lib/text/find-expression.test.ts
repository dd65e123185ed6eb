import { describe, expect, it } from 'vitest'
import { findExpression } from './find-expression.ts'

describe('findExpression', () => {
  it('prefers the flag u', () => {
    expect([findExpression('a')?.flags, findExpression('\\-')?.flags, findExpression('(')]).toEqual([
      'u',
      '',
      undefined,
    ])
  })

  it('gives the same expression again', () => {
    expect(findExpression('abc')).toBe(findExpression('abc'))
  })
})
