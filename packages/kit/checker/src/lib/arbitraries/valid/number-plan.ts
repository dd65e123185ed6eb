import { decimalOf, isMultiple, type Decimal } from './decimal.ts'
import type { NumberDraft } from './number-draft.ts'
import { acceptsNumber, gridOf, stepOf, type Grid } from './number-range.ts'
import { refuse, type Outcome } from './plan.ts'

/** Numbers that are listed, or drawn from grids: sparse ones first, each with values between. */
export interface NumberPlan {
  readonly draft: NumberDraft
  /** All numbers there are, nearest to zero first, where they are few; else undefined. */
  readonly values: readonly number[] | undefined
  readonly grids: readonly Grid[]
}

/** Up to this many multiples, all of them are tried. */
const FEW = 1_000n
/** Points that a grid of decimals should offer. */
const ENOUGH = 20n
/** Finer than this no JSON number needs to be. */
const FINEST = 340

/** Plans the numbers of a draft; whether any exist is decided exactly, save where thousands of them are excluded. */
export const planNumber = (draft: NumberDraft): Outcome<NumberPlan> => {
  const step = stepOf(draft)
  if (step !== undefined) return planMultiples(draft, step)
  if (draft.minimum === draft.maximum) return planValues(draft, [draft.minimum])
  const finest = draft.notSteps.reduce((scale, not) => Math.max(scale, decimalOf(not).scale + 1), 0)
  for (let scale = finest; scale < FINEST; scale += 1) {
    const grid = gridOf(draft, { digits: 1n, scale })
    if (grid.last - grid.first < ENOUGH || !offers(draft, grid)) continue
    const whole = gridOf(draft, { digits: 1n, scale: 0 })
    const fine = gridOf(draft, { digits: 1n, scale: scale + 2 })
    const grids = [whole, grid, fine].filter(
      (one, at, all) => one.first <= one.last && offers(draft, one) && all.indexOf(one) === at,
    )
    return { kind: 'some', found: { draft, values: undefined, grids } }
  }
  const middle = draft.minimum / 2 + draft.maximum / 2
  return planValues(draft, [draft.minimum, middle, draft.maximum])
}

const planMultiples = (draft: NumberDraft, step: Decimal): Outcome<NumberPlan> => {
  if (draft.notSteps.some((not) => isMultiple(step, decimalOf(not)))) {
    return refuse('none', 'every number it allows is a multiple that it forbids')
  }
  const grid = gridOf(draft, step)
  if (grid.last - grid.first < FEW) {
    const values = Array.from({ length: Math.max(0, Number(grid.last - grid.first) + 1) }, (_, at) =>
      grid.toValue(grid.first + BigInt(at)),
    )
    return planValues(draft, values)
  }
  return offers(draft, grid)
    ? { kind: 'some', found: { draft, values: undefined, grids: [grid] } }
    : refuse('unknown', 'no number it allows was found')
}

const planValues = (draft: NumberDraft, candidates: readonly number[]): Outcome<NumberPlan> => {
  const values = [...new Set(candidates.filter((value) => acceptsNumber(draft, value)))].toSorted(
    (a, b) => Math.abs(a) - Math.abs(b) || b - a,
  )
  return values.length > 0
    ? { kind: 'some', found: { draft, values, grids: [] } }
    : refuse('none', 'no number lies within its bounds that is a multiple as it asks')
}

/** Whether enough of a grid, near zero, is accepted to draw from it. */
const offers = (draft: NumberDraft, grid: Grid): boolean => {
  const near = nearestToZero(grid)
  let count = 0
  for (let offset = 0n; offset < ENOUGH; offset += 1n) {
    for (const k of [near + offset, near - offset]) {
      if (k >= grid.first && k <= grid.last && acceptsNumber(draft, grid.toValue(k))) count += 1
    }
  }
  return count >= 4
}

/** The multiple on a grid that is nearest to zero, by its place. */
export const nearestToZero = ({ first, last }: Grid): bigint => (first > 0n ? first : last < 0n ? last : 0n)
