import { describe, expect, it } from 'vitest'
import { isCardType } from './card-type.ts'

describe('isCardType', () => {
  it('knows the types of the control alone', () => {
    expect(['ecode', 'newEcodeAsPre', 'toString', 'paper'].map(isCardType)).toStrictEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
