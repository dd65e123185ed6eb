import { describe, expect, it } from 'vitest'
import { expandInserts } from './expand-inserts.ts'

describe('expandInserts', () => {
  it('puts in what is generated under the name', () => {
    expect(expandInserts('a\n<!-- insert: b-c -->\nd', { 'b-c': () => '**$&**' })).toBe('a\n**$&**\nd')
  })

  it('refuses a name that nothing is generated under', () => {
    expect(() => expandInserts('<!-- insert: b -->', {})).toThrow('Nothing is generated under the name b')
  })
})
