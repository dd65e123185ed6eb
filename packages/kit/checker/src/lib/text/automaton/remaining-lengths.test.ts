import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RemainingLengths } from './remaining-lengths.ts'
import type { TextState } from './text-state.ts'

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
