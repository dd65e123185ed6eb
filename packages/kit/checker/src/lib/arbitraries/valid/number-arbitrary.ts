import { constantFrom, integer, noBias, oneof, type Arbitrary } from 'fast-check'
import type { NumberDraft } from './number-draft.ts'
import { nearestToZero, type NumberPlan } from './number-plan.ts'
import { acceptsNumber, type Grid } from './number-range.ts'

/** Beyond this, numbers are no longer plain to read; only bounds are. */
const LARGE = 1_000_000n
const VAST = 1_000_000_000n

/** The numbers of a plan: mostly small ones, sometimes the bounds and wide ones; they shrink to the one nearest to zero. */
export const numbersOf = (plan: NumberPlan): Arbitrary<number> => {
  const { draft, values, grids } = plan
  if (values !== undefined) return constantFrom(...values)
  const arbitraries = grids.map((grid, at) => ({
    arbitrary: numbersOn(grid, draft),
    weight: at === 0 ? 3 : 1,
  }))
  const all = oneof({ withCrossShrink: true }, ...arbitraries)
  return isExact(plan) ? all : all.filter((value) => acceptsNumber(draft, value))
}

/** The same numbers, all equally likely up to a thousand millions from zero: seldom the same one twice. */
export const variedNumbersOf = (plan: NumberPlan): Arbitrary<number> => {
  const { draft, values, grids } = plan
  if (values !== undefined) return constantFrom(...values)
  const all = noBias(oneof(...grids.map((grid) => numbersAround(grid, VAST, VAST))))
  return isExact(plan) ? all : all.filter((value) => acceptsNumber(draft, value))
}

/** Whether the grids alone guarantee what the draft says. */
const isExact = ({ draft, grids }: NumberPlan): boolean =>
  draft.notSteps.length + draft.excluded.length === 0 && grids.every((grid) => grid.isExact)

const numbersAround = (grid: Grid, below: bigint, above: bigint): Arbitrary<number> => {
  const { first, last, toValue } = grid
  const near = nearestToZero(grid)
  const low = near - below < first ? first : near - below
  const high = near + above > last ? last : near + above
  const offsets = integer({ min: Number(low - near), max: Number(high - near) })
  return offsets.map((offset) => toValue(near + BigInt(offset)))
}

const numbersOn = (grid: Grid, draft: NumberDraft): Arbitrary<number> => {
  const { first, last, toValue } = grid
  const edges = [
    ...(draft.minimum === -Infinity ? [] : [first, first + 1n]),
    ...(draft.maximum === Infinity ? [] : [last, last - 1n]),
  ].filter((k) => k >= first && k <= last)
  return oneof(
    { withCrossShrink: true },
    { arbitrary: numbersAround(grid, 0n, 20n), weight: 5 },
    { arbitrary: numbersAround(grid, 0n, 1_000n), weight: 2 },
    { arbitrary: numbersAround(grid, 1_000n, 1_000n), weight: 1 },
    { arbitrary: numbersAround(grid, LARGE, LARGE), weight: 1 },
    ...(edges.length === 0
      ? []
      : [{ arbitrary: constantFrom(...new Set(edges)).map((edge) => toValue(edge)), weight: 1 }]),
  )
}
