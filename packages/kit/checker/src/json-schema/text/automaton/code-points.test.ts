import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codePointAt,
  codePointLength,
  complexityOf,
  createSteadyNumbers,
  includes,
  intersect,
  type Mood,
  ReadableCharacters,
  sizeOf,
  without,
} from './code-points.ts'

const SET = [
  { min: 1, max: 3 },
  { min: 7, max: 9 },
]

describe('intersect', () => {
  it('keeps what both sets have', () => {
    const other = [
      { min: 0, max: 1 },
      { min: 3, max: 8 },
    ]
    expect(intersect(SET, other)).toEqual([
      { min: 1, max: 1 },
      { min: 3, max: 3 },
      { min: 7, max: 8 },
    ])
  })

  it('finds several runs within one', () => {
    expect(intersect([{ min: 0, max: 20 }], SET)).toEqual(SET)
  })
})

describe('without', () => {
  it('leaves out the second set', () => {
    expect(without([{ min: 0, max: 10 }], SET)).toEqual([
      { min: 0, max: 0 },
      { min: 4, max: 6 },
      { min: 10, max: 10 },
    ])
  })
})

describe('codePointAt', () => {
  it('counts through the runs', () => {
    expect([0, 2, 3, 5, 6].map((position) => codePointAt(SET, position))).toEqual([1, 3, 7, 9, undefined])
  })
})

describe('sizeOf', () => {
  it('counts both ends of each run', () => {
    expect(sizeOf(SET)).toBe(6)
  })
})

describe('includes', () => {
  it('takes both ends of a run', () => {
    expect([0, 1, 3, 4, 9].map((point) => includes(SET, point))).toEqual([false, true, true, false, true])
  })
})

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

const draw = (seed: number, count: number, max = 9): readonly number[] => {
  const numbers = createSteadyNumbers(seed)
  return Array.from({ length: count }, () => numbers.nextInt(0, max))
}

describe('createSteadyNumbers', () => {
  it('gives the same numbers for a seed', () => {
    expect(draw(5, 20)).toEqual(draw(5, 20))
  })

  it('gives others for another seed', () => {
    expect(draw(5, 20)).not.toEqual(draw(6, 20))
  })

  it('reaches both ends and nothing beyond', () => {
    expect([...new Set(draw(1, 400))].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

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
