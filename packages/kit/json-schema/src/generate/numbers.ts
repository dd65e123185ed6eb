import { type Arbitrary, constantFrom, integer, noBias, oneof } from 'fast-check'
import { BoundedCache } from '../base/bounded-cache.ts'
import { isNumber, isObject, type JsonObject, own } from '../base/json.ts'
import { type Decimal, decimalOf, isMultiple } from '../keywords/numbers.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { acceptsNumber, type Grid, gridOf, NumberDraft, type NumberFact, stepOf } from './number-draft.ts'

/** int64 is limited to the integers that a double represents exactly. */
const ranges: Readonly<Record<string, readonly [minimum: number, maximum: number, isInteger: boolean]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1, true],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true],
  float: [-3.4028234663852886e38, 3.4028234663852886e38, false],
}

const bound = (kind: 'minimum' | 'maximum', value: number, isExclusive = false): NumberFact => ({
  kind,
  value,
  isExclusive,
})

const multipleOf = (value: number): NumberFact => ({ kind: 'multipleOf', value })

const rangeOf = (schema: JsonObject) => {
  const format = own(schema, 'format')
  return typeof format === 'string' && Object.hasOwn(ranges, format) ? ranges[format] : undefined
}

/** The double nearest to a bound, but not beyond it. */
const nearestWithin = (value: number | bigint, side: 'minimum' | 'maximum'): number => {
  const double = Number(value)
  const isBeyond = side === 'minimum' ? double < value : double > value
  if (!isBeyond) return double
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(double))) - 52)
  return side === 'minimum' ? double + ulp : double - ulp
}

/** The bounds as constraints. */
const boundsOf = (schema: JsonObject): NumberFact[] =>
  (['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const).flatMap((keyword) => {
    const value = own(schema, keyword)
    if (!isNumber(value)) return []
    const side = keyword.toLowerCase().endsWith('minimum') ? 'minimum' : 'maximum'
    return [bound(side, nearestWithin(value, side), keyword.startsWith('exclusive'))]
  })

const isIntegral = (schema: JsonObject): boolean => {
  const type = own(schema, 'type')
  return Array.isArray(type) ? type.includes('integer') && !type.includes('number') : type === 'integer'
}

/** The requirements of the number keywords for a number. */
const holdNumber = (schema: JsonObject): NumberFact[] => {
  const step = own(schema, 'multipleOf')
  const [minimum, maximum, isInteger] = rangeOf(schema) ?? []
  return [
    ...(isIntegral(schema) || isInteger === true ? [multipleOf(1)] : []),
    ...(typeof step === 'number' && step > 0 ? [multipleOf(step)] : []),
    ...boundsOf(schema),
    ...(minimum === undefined || maximum === undefined
      ? []
      : [bound('minimum', minimum), bound('maximum', maximum)]),
  ]
}

/** The constraints of the schemas on a number; undefined if they contradict each other. */
const draftOf = (nodes: readonly SchemaNode[], negated: readonly SchemaNode[]): NumberDraft | undefined => {
  const draft = new NumberDraft()
  const facts = nodes.flatMap(({ schema }) => (isObject(schema) ? holdNumber(schema) : []))
  const kept = negated.flatMap(({ schema }): NumberFact[] => {
    const step = isObject(schema) ? own(schema, 'multipleOf') : undefined
    return typeof step === 'number' && step > 0 ? [{ kind: 'notMultipleOf', value: step }] : []
  })
  return [...facts, ...kept].every((fact) => draft.add(fact) === undefined) ? draft : undefined
}

const plans = new BoundedCache<NumberPlan | undefined>(1000)

/** Plans the numbers that satisfy the schemas; undefined if none was found. */
export const planNumbers = (
  nodes: readonly SchemaNode[],
  negated: readonly SchemaNode[],
): NumberPlan | undefined => {
  const draft = draftOf(nodes, negated)
  return draft && plans.get(Object.values(draft).join(' '), () => planNumber(draft))
}

/** Numbers that are listed, or drawn from grids: sparse ones first, each with values between. */
interface NumberPlan {
  readonly draft: NumberDraft
  /** All numbers there are, nearest to zero first, if they are few; else undefined. */
  readonly values: readonly number[] | undefined
  readonly grids: readonly Grid[]
}

/** The number of multiples up to which all of them are tried. */
const FEW = 1_000n
/** Points that a grid of decimals should offer. */
const ENOUGH = 20n
/** The finest scale of generated numbers. */
const FINEST = 340

const planNumber = (draft: NumberDraft): NumberPlan | undefined => {
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
    return { draft, values: undefined, grids }
  }
  const middle = draft.minimum / 2 + draft.maximum / 2
  return planValues(draft, [draft.minimum, middle, draft.maximum])
}

const planMultiples = (draft: NumberDraft, step: Decimal): NumberPlan | undefined => {
  if (draft.notSteps.some((not) => isMultiple(step, decimalOf(not)))) return undefined
  const grid = gridOf(draft, step)
  if (grid.last - grid.first < FEW) {
    const values = Array.from({ length: Math.max(0, Number(grid.last - grid.first) + 1) }, (_, at) =>
      grid.toValue(grid.first + BigInt(at)),
    )
    return planValues(draft, values)
  }
  return offers(draft, grid) ? { draft, values: undefined, grids: [grid] } : undefined
}

const planValues = (draft: NumberDraft, candidates: readonly number[]): NumberPlan | undefined => {
  const values = [...new Set(candidates.filter((value) => acceptsNumber(draft, value)))].toSorted(
    (a, b) => Math.abs(a) - Math.abs(b) || b - a,
  )
  return values.length > 0 ? { draft, values, grids: [] } : undefined
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
const nearestToZero = ({ first, last }: Grid): bigint => (first > 0n ? first : last < 0n ? last : 0n)

/** Larger numbers are hard to read, so only bounds exceed these. */
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

/** The same numbers, uniformly distributed up to a billion from zero, so that they rarely repeat. */
export const variedNumbersOf = (plan: NumberPlan): Arbitrary<number> => {
  const { draft, values, grids } = plan
  if (values !== undefined) return constantFrom(...values)
  const all = noBias(oneof(...grids.map((grid) => numbersAround(grid, VAST, VAST))))
  return isExact(plan) ? all : all.filter((value) => acceptsNumber(draft, value))
}

/** Whether the grids alone guarantee the constraints of the draft. */
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
