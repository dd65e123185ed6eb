import { describe, expect, it } from 'vitest'
import { toRatio } from './to-ratio.ts'

describe('toRatio', () => {
  it('has two decimals', () => {
    expect([0.1, 0.666, 12.345].map(toRatio)).toStrictEqual(['0.10', '0.67', '12.35'])
  })

  it('has two digits where decimals say nothing', () => {
    expect([0.0999, 0.0123, 0.00145].map(toRatio)).toStrictEqual(['0.10', '0.012', '0.0014'])
  })
})
