import { describe, expect, it } from 'vitest'
import { complexityOf, ReadableCharacters, type Mood } from './readable-characters.ts'
import { createSteadyNumbers } from './steady-numbers.ts'

const setOf = (...characters: readonly string[]): { min: number; max: number }[] =>
  characters.map((range) => {
    const [min = 0, max = min] = Array.from(range, (character) => character.codePointAt(0) ?? 0)
    return { min, max }
  })

const drawn = (characters: ReadableCharacters, mood: Mood, astral = true): ReadonlySet<string> => {
  const numbers = createSteadyNumbers(1)
  return new Set(
    Array.from({ length: 400 }, () => String.fromCodePoint(characters.pick(numbers, mood, astral))),
  )
}

const isAstral = (character: string): boolean => character.length === 2

const EVERYTHING = [
  { min: 0x20, max: 0xd7_ff },
  { min: 0xe0_00, max: 0x10_ff_ff },
]

describe('ReadableCharacters', () => {
  it('draws letters and digits in a plain mood', () => {
    expect(
      [...drawn(new ReadableCharacters(EVERYTHING), 'plain')].filter((each) => !/^[a-zA-Z0-9]$/.test(each)),
    ).toEqual([])
  })

  it('draws all printable ASCII in that mood', () => {
    const all = drawn(new ReadableCharacters(EVERYTHING), 'ascii')
    expect([...all].filter((each) => !/^[ -~]$/.test(each))).toEqual([])
    expect([...all].some((each) => /^[^a-zA-Z0-9]$/.test(each))).toBe(true)
  })

  it('draws beyond U+FFFF only where it may', () => {
    const characters = new ReadableCharacters(EVERYTHING)
    expect([...drawn(characters, 'any', true)].some(isAstral)).toBe(true)
    expect([...drawn(characters, 'any', false)].some(isAstral)).toBe(false)
  })

  it('draws what there is where nothing is readable', () => {
    expect([...drawn(new ReadableCharacters([{ min: 1, max: 2 }]), 'plain')].toSorted()).toEqual([
      '\u0001',
      '\u0002',
    ])
  })

  it('draws controls rather than what is beyond U+FFFF', () => {
    const characters = new ReadableCharacters([{ min: 1, max: 2 }, ...setOf('😀')])
    expect([...drawn(characters, 'plain', false)].some(isAstral)).toBe(false)
  })

  it('is simplest as a letter, a digit, a mark', () => {
    const sets = [setOf('09', 'az'), setOf('09', '-'), setOf('-', '!'), setOf('!', ' ')]
    expect(sets.map((set) => String.fromCodePoint(new ReadableCharacters(set).simplest))).toEqual([
      'a',
      '0',
      '-',
      '!',
    ])
  })

  it('weighs larger choices more', () => {
    const [one, many, mark] = [setOf('a'), setOf('az'), setOf('-')].map(
      (set) => new ReadableCharacters(set).weights.plain,
    )
    expect([one, many, mark]).toEqual([2, 16, 4])
  })
})

describe('complexityOf', () => {
  it('rises from letters to other scripts', () => {
    const order = Array.from('az0A-! é', (character) => complexityOf(character.codePointAt(0) ?? 0))
    expect(order.toSorted((a, b) => a - b)).toEqual(order)
  })
})
