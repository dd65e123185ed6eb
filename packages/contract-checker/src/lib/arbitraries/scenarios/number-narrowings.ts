import { numberIn, restrict } from '../invalid/narrow-shell.ts'
import type { Shell } from '../invalid/shell-of.ts'
import type { Narrowing } from './narrowing.ts'
import { toRounded } from './template/to-rounded.ts'

const NEAR = 'near_boundary_number'

/** Numbers at the bounds that a schema states, and one step of `multipleOf` (or 1) inside them. */
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
  return tries.map(({ keyword, scenario, value }) => ({
    keyword,
    scenario,
    shell: restrict(shell, { const: value }),
  }))
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
