import { describe, expect, it } from 'vitest'
import { Alphabet } from './alphabet.ts'

const A_TO_F = [{ min: 0x61, max: 0x66 }]
const D_TO_Z = [{ min: 0x64, max: 0x7a }]

describe('Alphabet', () => {
  it('tells apart what a set tells apart', () => {
    const alphabet = new Alphabet([A_TO_F, D_TO_Z], 0x7f)
    const [a, b, d, z, dash] = Array.from('abdz-', (character) => alphabet.symbolOf(character.charCodeAt(0)))
    expect(a).toBe(b)
    expect(new Set([a, d, z, dash]).size).toBe(4)
  })

  it('knows the sets of a symbol', () => {
    const alphabet = new Alphabet([A_TO_F, D_TO_Z], 0x7f)
    const d = alphabet.symbolOf(0x64)
    expect([alphabet.isIn(d, 0), alphabet.isIn(d, 1), alphabet.isIn(alphabet.symbolOf(0x61), 1)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('gathers the runs of one symbol', () => {
    const alphabet = new Alphabet([A_TO_F], 0x7f)
    expect(alphabet.symbols[alphabet.symbolOf(0)]).toEqual([
      { min: 0, max: 0x60 },
      { min: 0x67, max: 0x7f },
    ])
  })

  it('has one symbol without sets', () => {
    expect(new Alphabet([], 0x10_ff_ff).symbols).toEqual([[{ min: 0, max: 0x10_ff_ff }]])
  })

  it('takes a set up to the maximum', () => {
    const alphabet = new Alphabet([[{ min: 0x70, max: 0x7f }]], 0x7f)
    expect(alphabet.isIn(alphabet.symbolOf(0x7f), 0)).toBe(true)
  })
})
