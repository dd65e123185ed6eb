import { numberIn, restrict, typesOf } from '../invalid/narrow-shell.ts'
import type { Shell } from '../invalid/shell-of.ts'
import type { Narrowing } from './narrowing.ts'
import { toRounded } from './template/to-rounded.ts'

const NEAR = 'near_boundary_number'

/** Numbers at the bounds that a schema states, one step of `multipleOf` (or 1) inside them, and a number that is no integer. */
export const numberNarrowings = (shell: Shell): Narrowing[] => {
  const step = numberIn(shell, 'multipleOf', 1)
  const next = (count: number) => toRounded(count * step)
  const tries = boundsIn(shell).flatMap(({ keyword, bound, inwards, exclusive, scenario }) => {
    // The first multiple within the bound; the second for an exclusive bound that is a multiple itself.
    const first = inwards > 0 ? Math.ceil(toRounded(bound / step)) : Math.floor(toRounded(bound / step))
    const inner = exclusive && next(first) === bound ? first + inwards : first
    return [
      { keyword, scenario, value: exclusive ? next(inner) : bound },
      { keyword, scenario, value: next(inner) },
      { keyword, scenario: NEAR, value: next(inner + inwards) },
    ]
  })
  return [...tries, ...fractionIn(shell)].map(({ keyword, scenario, value }) => ({
    keyword,
    scenario,
    shell: restrict(shell, { const: value }),
  }))
}

/** A half within the bounds, or else the middle between them: what is rounded on the way in shows by it. */
const fractionIn = (shell: Shell) => {
  if (typesOf(shell)?.includes('number') !== true || shell['multipleOf'] !== undefined) return []
  const lowest = Math.max(
    numberIn(shell, 'minimum', -Infinity),
    numberIn(shell, 'exclusiveMinimum', -Infinity),
  )
  const highest = Math.min(
    numberIn(shell, 'maximum', Infinity),
    numberIn(shell, 'exclusiveMaximum', Infinity),
  )
  const start = Number.isFinite(lowest)
    ? Math.ceil(lowest)
    : Number.isFinite(highest)
      ? Math.floor(highest) - 1
      : 1
  const value = start + 0.5 < highest ? start + 0.5 : (lowest + highest) / 2
  return Number.isInteger(value) ? [] : [{ keyword: 'type', scenario: 'fractional_number', value }]
}

const boundsIn = (shell: Shell) =>
  [
    { keyword: 'minimum', inwards: 1, exclusive: false, scenario: 'minimum_value' },
    { keyword: 'exclusiveMinimum', inwards: 1, exclusive: true, scenario: 'minimum_value' },
    { keyword: 'maximum', inwards: -1, exclusive: false, scenario: 'maximum_value' },
    { keyword: 'exclusiveMaximum', inwards: -1, exclusive: true, scenario: 'maximum_value' },
  ].flatMap((kind) => {
    const bound = shell[kind.keyword]
    return typeof bound === 'number' ? [{ ...kind, bound }] : []
  })
