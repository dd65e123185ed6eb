import { type Decimal, decimalOf, digitsAt, isMultiple } from '../keywords/numbers.ts'

/** One constraint on a number. */
export type NumberFact =
  | { readonly kind: 'minimum' | 'maximum'; readonly value: number; readonly isExclusive: boolean }
  | { readonly kind: 'multipleOf' | 'notMultipleOf'; readonly value: number }
  | { readonly kind: 'notNumber'; readonly value: number }

/** The combined constraints on a number. */
export class NumberDraft {
  readonly type = 'number'
  minimum = -Infinity
  isMinimumExclusive = false
  maximum = Infinity
  isMaximumExclusive = false
  steps: readonly number[] = []
  notSteps: readonly number[] = []
  excluded: readonly number[] = []

  clone(): NumberDraft {
    return Object.assign(new NumberDraft(), this)
  }

  /** Adds a constraint. Returns the reason if the constraints obviously contradict each other. */
  add(fact: NumberFact): string | undefined {
    switch (fact.kind) {
      case 'multipleOf':
        this.steps = [...this.steps, fact.value]
        break
      case 'notMultipleOf':
        this.notSteps = [...this.notSteps, fact.value]
        break
      case 'notNumber':
        this.excluded = [...this.excluded, fact.value]
        break
      case 'minimum':
        if (fact.value < this.minimum || (fact.value === this.minimum && !fact.isExclusive)) break
        this.minimum = fact.value
        this.isMinimumExclusive = fact.isExclusive
        break
      case 'maximum':
        if (fact.value > this.maximum || (fact.value === this.maximum && !fact.isExclusive)) break
        this.maximum = fact.value
        this.isMaximumExclusive = fact.isExclusive
        break
    }
    const isEmpty =
      this.minimum > this.maximum ||
      (this.minimum === this.maximum && (this.isMinimumExclusive || this.isMaximumExclusive))
    return isEmpty ? 'the least number it allows is above the greatest' : undefined
  }
}

/** The multiples of a step from `first` to `last`, as doubles: k × step. */
export interface Grid {
  readonly first: bigint
  readonly last: bigint
  readonly toValue: (k: bigint) => number
  /** Whether every multiple is an exact double; otherwise some are rounded, perhaps beyond the bounds. */
  readonly isExact: boolean
}

/** The number of digits that every double represents exactly. */
const EXACT = 10n ** 15n

/** The common step of all numbers of a draft; undefined if there is none. */
export const stepOf = ({ steps }: NumberDraft): Decimal | undefined => {
  const [first, ...others] = steps.map(decimalOf)
  return first && others.reduce(leastCommonMultiple, first)
}

/** Whether a number satisfies all constraints of a draft exactly. */
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

/** The multiples of a step within the bounds of a draft, limited to exact doubles where the bounds allow. */
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

/** The double nearest to digits × 10^-scale. */
export const toNumber = (digits: bigint, scale: number): number =>
  scale === 0 ? Number(digits) : Number(`${digits}e-${scale}`)

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

const greatestCommonDivisor = (a: bigint, b: bigint): bigint =>
  b === 0n ? magnitude(a) : greatestCommonDivisor(b, a % b)

/** The smallest decimal that is a multiple of both. */
export const leastCommonMultiple = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  const [first, second] = [digitsAt(a, scale), digitsAt(b, scale)]
  return { digits: magnitude(first * second) / greatestCommonDivisor(first, second), scale }
}

/** Rounds a quotient down, also below zero. */
export const floorDivide = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient
}

/** Rounds a quotient up, also below zero. */
export const ceilDivide = (dividend: bigint, divisor: bigint): bigint => -floorDivide(-dividend, divisor)
