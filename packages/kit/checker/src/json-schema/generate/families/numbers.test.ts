import { sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NumberDraft, type NumberFact } from './number-draft.ts'
import { numbersOf, planNumber, variedNumbersOf } from './numbers.ts'

const at = (kind: 'minimum' | 'maximum', value: number, isExclusive = false): NumberFact => ({
  kind,
  value,
  isExclusive,
})

const draftOf = (...facts: readonly NumberFact[]): NumberDraft => {
  const draft = new NumberDraft()
  for (const fact of facts) draft.add(fact)
  return draft
}

const draw = (...facts: readonly NumberFact[]): readonly number[] => {
  const outcome = planNumber(draftOf(...facts))
  if (outcome.kind !== 'some') throw new Error(outcome.refusal.reason)
  return sample(numbersOf(outcome.found), { seed: 1, numRuns: 100 })
}

const kindOf = (...facts: readonly NumberFact[]): string => planNumber(draftOf(...facts)).kind

describe('planNumber', () => {
  it('finds decimals between two neighbouring integers', () => {
    const values = draw(at('minimum', 1, true), at('maximum', 2, true))
    expect(values.every((value) => value > 1 && value < 2)).toBe(true)
    expect(new Set(values).size).toBeGreaterThan(10)
  })

  it('finds the one number between equal bounds', () => {
    expect(new Set(draw(at('minimum', 0.3), at('maximum', 0.3)))).toEqual(new Set([0.3]))
  })

  it('finds a double between two that are almost equal', () => {
    const next = 1 + 2 * Number.EPSILON
    expect(new Set(draw(at('minimum', 1, true), at('maximum', next, true)))).toEqual(
      new Set([1 + Number.EPSILON]),
    )
  })

  it('proves that no multiple lies within bounds', () => {
    expect(kindOf(at('minimum', 1), at('maximum', 2), { kind: 'multipleOf', value: 3 })).toBe('none')
  })

  it('proves that all multiples are forbidden', () => {
    expect(kindOf({ kind: 'multipleOf', value: 6 }, { kind: 'notMultipleOf', value: 3 })).toBe('none')
  })

  it('proves that the numbers left are excluded', () => {
    const facts: NumberFact[] = [at('minimum', 0), at('maximum', 1), { kind: 'multipleOf', value: 1 }]
    expect(kindOf(...facts, { kind: 'notNumber', value: 0 })).toBe('some')
    expect(kindOf(...facts, { kind: 'notNumber', value: 0 }, { kind: 'notNumber', value: 1 })).toBe('none')
  })

  it('keeps several steps and avoids others', () => {
    const values = draw(
      { kind: 'multipleOf', value: 0.4 },
      { kind: 'multipleOf', value: 0.6 },
      { kind: 'notMultipleOf', value: 2.4 },
    )
    expect(
      values.every((value) => Math.round(value * 10) % 12 === 0 && Math.round(value * 10) % 24 !== 0),
    ).toBe(true)
  })

  it('draws fractions where integers are forbidden', () => {
    expect(draw({ kind: 'notMultipleOf', value: 1 }).every((value) => !Number.isInteger(value))).toBe(true)
  })

  it('reaches numbers beyond exact doubles', () => {
    expect(
      draw(at('minimum', 1e300), { kind: 'multipleOf', value: 1 }).every((value) => value >= 1e300),
    ).toBe(true)
  })

  it('draws varied numbers that seldom repeat', () => {
    const outcome = planNumber(draftOf({ kind: 'multipleOf', value: 1 }))
    const values =
      outcome.kind === 'some' ? sample(variedNumbersOf(outcome.found), { seed: 2, numRuns: 1_000 }) : []
    expect(new Set(values).size).toBeGreaterThan(990)
  })
})
