import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findExpression } from '../expressions.ts'
import { type Effort, wantPattern } from '../wanted-pattern.ts'
import { EVERY_CHARACTER } from './code-points.ts'
import { PatternLimitError } from './pattern-program.ts'
import { RemainingLengths, TextGraph, type TextState } from './text-graph.ts'

const isRepeatable = (atom: string): boolean => !/^(?:[\^$]|\\[bB]|\(\?<?[=!])/.test(atom)

/** Expressions of all kinds, nested up to four deep. */
const { anyPattern } = fc.letrec<Record<'anyPattern' | 'sequence' | 'item' | 'atom', string>>((tie) => ({
  anyPattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
  sequence: fc.array(tie('item'), { maxLength: 4 }).map((parts) => parts.join('')),
  item: fc.oneof(
    { maxDepth: 4 },
    { weight: 5, arbitrary: tie('atom') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('atom'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?', '{0,2}', '{2,}'))
        .map(([atom, count]) => (isRepeatable(atom) ? atom + count : atom)),
    },
  ),
  atom: fc.oneof(
    { maxDepth: 4 },
    {
      weight: 6,
      arbitrary: fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\w', '\\W', '\\s', '\\d', 'é', '\\-'),
    },
    { weight: 3, arbitrary: fc.constantFrom('^', '$', '\\b', '\\B') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('(?:', '(?:', '(', '(?=', '(?!', '(?<=', '(?<!'), tie('anyPattern'))
        .map(([open, inner]) => `${open}${inner})`),
    },
    { weight: 1, arbitrary: fc.constant('\\1') },
  ),
}))

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', ' ', '1', 'é', '\n', '-'), { maxLength: 6 })
  .map((characters) => characters.join(''))

const acceptorOf = (
  pattern: string,
  isNegated: boolean,
  effort: Effort,
): ((text: string) => boolean) | undefined => {
  try {
    const wanted = wantPattern(pattern, isNegated, effort, () => [])
    const graph = new TextGraph(wanted, EVERY_CHARACTER)
    return (text) =>
      graph.accepts(text) && wanted.every(({ min, max }) => min <= text.length && text.length <= max)
  } catch (error) {
    if (error instanceof PatternLimitError) return undefined
    throw error
  }
}

/** Compares the automaton of an effort with the platform's own expressions; gives how many texts were accepted. */
const compare = (effort: Effort, agrees: (accepted: boolean, expected: boolean) => boolean): number => {
  let accepted = 0
  fc.assert(
    fc.property(
      anyPattern,
      fc.boolean(),
      fc.array(anyText, { minLength: 20, maxLength: 20 }),
      (pattern, isNegated, texts) => {
        const expression = findExpression(pattern)
        const accepts = expression && acceptorOf(pattern, isNegated, effort)
        if (accepts === undefined) return
        const wrong = texts.filter((text) => !agrees(accepts(text), expression?.test(text) !== isNegated))
        expect(wrong).toEqual([])
        accepted += texts.filter(accepts).length
      },
    ),
    { seed: 20_240_601, numRuns: 800 },
  )
  return accepted
}

describe('TextGraph', () => {
  it('for any pattern and text, agrees with the expression', { timeout: 60_000 }, () => {
    expect(compare('exact', (accepted, expected) => accepted === expected)).toBeGreaterThan(2_000)
  })

  it('for any pattern read narrowly, accepts only what matches', { timeout: 60_000 }, () => {
    expect(compare('narrow', (accepted, expected) => expected || !accepted)).toBeGreaterThan(2_000)
  })

  it('for any pattern read briefly, accepts only what matches', { timeout: 60_000 }, () => {
    expect(compare('short', (accepted, expected) => expected || !accepted)).toBeGreaterThan(2_000)
  })

  it('for any pattern read widely, accepts all that matches', { timeout: 60_000 }, () => {
    expect(compare('wide', (accepted, expected) => accepted || !expected)).toBeGreaterThan(2_000)
  })

  it('goes through repetitions that may be empty', () => {
    const accepts = acceptorOf('^(?:(?:a|c*)*|d)*b$', false, 'exact')
    expect(['b', 'acab', 'dab', 'accdcb', 'a'].map((text) => accepts?.(text))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  it('reads no negation for less than it says', () => {
    const short = acceptorOf('^x(?!a{1,40}$)a+$', false, 'short')
    expect([short?.(`x${'a'.repeat(36)}`), short?.(`x${'a'.repeat(41)}`)]).toEqual([false, true])
    expect(acceptorOf('^(?!.*(.)\\1)..$', false, 'wide')?.('ab')).toBe(true)
  })

  it('reads pairs of code units as one character', () => {
    const accepts = acceptorOf('^\\-..$', false, 'exact')
    expect(['-😀', '-ab', '-a', '-😀a'].map((text) => accepts?.(text))).toEqual([true, true, false, false])
  })

  it('accepts nothing where two patterns exclude each other', () => {
    const wanted = [
      ...wantPattern('^a', false, 'exact', () => []),
      ...wantPattern('a', true, 'exact', () => []),
    ]
    expect(new TextGraph(wanted, EVERY_CHARACTER).states.filter(({ isAccepting }) => isAccepting)).toEqual([])
  })
})

/** Automata of up to forty states, over the word border of a bit set. */
const anyStates = fc.integer({ min: 1, max: 40 }).chain((count) =>
  fc.array(
    fc.record({
      isAccepting: fc.boolean(),
      targets: fc.array(fc.integer({ min: 0, max: count - 1 }), { maxLength: 3 }),
    }),
    { minLength: count, maxLength: count },
  ),
)

const toStates = (states: readonly Omit<TextState, 'symbols'>[]): TextState[] =>
  states.map((state) => ({ ...state, symbols: state.targets.map((_, at) => at) }))

describe('RemainingLengths', () => {
  it('for any automaton and length, knows from where texts can end well', () => {
    fc.assert(
      fc.property(anyStates, (raw) => {
        const states = toStates(raw)
        const remaining = new RemainingLengths(states)
        let expected = states.map(({ isAccepting }) => isAccepting)
        for (let length = 0; length <= 60; length += 1) {
          expect(states.map((_, state) => remaining.canEnd(state, length))).toEqual(expected)
          const before = expected
          expected = states.map(({ targets }) => targets.some((target) => before[target]))
        }
      }),
      { seed: 1, numRuns: 150 },
    )
  })

  it('answers for a million characters from a short cycle', () => {
    const ring = Array.from({ length: 3 }, (_, at) => ({
      isAccepting: at === 0,
      symbols: [0],
      targets: [(at + 1) % 3],
    }))
    const remaining = new RemainingLengths(ring)
    expect([999_999, 1_000_000].map((length) => remaining.canEnd(0, length))).toEqual([true, false])
    expect(remaining.cycle).toEqual({ from: 0, period: 3 })
  })

  it('does not answer where that is too much work', { timeout: 60_000 }, () => {
    const lengths = [211, 223, 227, 229, 233, 239, 241, 251]
    const rings = lengths.flatMap((length, ring) => {
      const first = 1 + lengths.slice(0, ring).reduce((sum, each) => sum + each, 0)
      return Array.from({ length }, (_, at) => ({
        isAccepting: at === 0,
        symbols: [0],
        targets: [first + ((at + 1) % length)],
      }))
    })
    const remaining = new RemainingLengths([{ isAccepting: false, symbols: [0], targets: [1] }, ...rings])
    expect(remaining.canEnd(0, 1_000_000)).toBeUndefined()
  })
})
