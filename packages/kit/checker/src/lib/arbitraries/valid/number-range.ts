import {
  ceilDivide,
  decimalOf,
  digitsAt,
  floorDivide,
  isMultiple,
  leastCommonMultiple,
  toNumber,
  type Decimal,
} from './decimal.ts'
import type { NumberDraft } from './number-draft.ts'

/** The multiples of a step from `first` to `last`, as doubles: k × step. */
export interface Grid {
  readonly first: bigint
  readonly last: bigint
  readonly toValue: (k: bigint) => number
  /** Whether a double carries all digits of each; else some are rounded, perhaps over the bounds. */
  readonly isExact: boolean
}

/** Digits that every double carries exactly. */
const EXACT = 10n ** 15n

/** The step of which every number of a draft is a multiple; undefined for none. */
export const stepOf = ({ steps }: NumberDraft): Decimal | undefined => {
  const [first, ...others] = steps.map(decimalOf)
  return first && others.reduce(leastCommonMultiple, first)
}

/** Whether a number keeps all that a draft says, exactly. */
export const acceptsNumber = (draft: NumberDraft, value: number): boolean => {
  if (draft.isMinimumExclusive ? value <= draft.minimum : value < draft.minimum) return false
  if (draft.isMaximumExclusive ? value >= draft.maximum : value > draft.maximum) return false
  if (draft.excluded.includes(value) || !Number.isFinite(value)) return false
  if (draft.steps.length + draft.notSteps.length === 0) return true
  const decimal = decimalOf(value)
  return (
    draft.steps.every((step) => isMultiple(decimal, decimalOf(step))) &&
    !draft.notSteps.some((step) => isMultiple(decimal, decimalOf(step)))
  )
}

/** The multiples of a step within the bounds of a draft, and within what a double holds exactly where the bounds let it. */
export const gridOf = (draft: NumberDraft, step: Decimal): Grid => {
  const floor =
    draft.minimum === -Infinity ? undefined : firstMultiple(draft.minimum, draft.isMinimumExclusive, step)
  const ceiling =
    draft.maximum === Infinity ? undefined : lastMultiple(draft.maximum, draft.isMaximumExclusive, step)
  const reach = step.digits > EXACT ? 1n : EXACT / step.digits
  const toValue = (k: bigint): number => toNumber(k * step.digits, step.scale)
  const isFar = (floor !== undefined && floor > reach) || (ceiling !== undefined && ceiling < -reach)
  const clamp = (k: bigint): bigint => (k < -reach ? -reach : k > reach ? reach : k)
  if (!isFar)
    return {
      first: clamp(floor ?? -reach),
      last: clamp(ceiling ?? reach),
      toValue,
      isExact: step.digits <= EXACT,
    }
  return {
    first: floor ?? (ceiling ?? 0n) - reach,
    last: ceiling ?? (floor ?? 0n) + reach,
    toValue,
    isExact: false,
  }
}

const firstMultiple = (bound: number, isExclusive: boolean, step: Decimal): bigint => {
  const [digits, unit] = aligned(bound, step)
  return isExclusive ? floorDivide(digits, unit) + 1n : ceilDivide(digits, unit)
}

const lastMultiple = (bound: number, isExclusive: boolean, step: Decimal): bigint => {
  const [digits, unit] = aligned(bound, step)
  return isExclusive ? ceilDivide(digits, unit) - 1n : floorDivide(digits, unit)
}

const aligned = (bound: number, step: Decimal): readonly [bigint, bigint] => {
  const decimal = decimalOf(bound)
  const scale = Math.max(decimal.scale, step.scale)
  return [digitsAt(decimal, scale), digitsAt(step, scale)]
}
