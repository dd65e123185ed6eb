import { parsePointer } from '@contract-kit/json-schema/json'
import { type Json, isObject } from '../../documents/json.ts'
import {
  accepts,
  countedValues,
  failuresOf,
  ordinaryValues,
  plainestValues,
  shortestFirst,
  tellingValues,
  type View,
  viewsWithin,
} from './view.ts'

/** A value that was valid for the consumer and no longer is. */
export interface Loss {
  readonly value: Json
  /** The keywords that reject it as a whole. */
  readonly keywords: ReadonlySet<string>
}

/** How two whole schemas differ for the consumer, by the tested values. */
export interface Verdict {
  /** The shortest first. */
  readonly losses: readonly Loss[]
  /** Whether some value is newly valid. */
  readonly hasGain: boolean
  /** Whether values of both were tested, so that finding no difference is meaningful. */
  readonly isThorough: boolean
}

/**
 * Tests values of two schemas. The second must not reject any value that the first accepts. `isClose` also tests the bounds, which
 * takes longer.
 */
export function tryValues(safe: View, unsafe: View, isClose: boolean): Verdict {
  try {
    const views = [safe, unsafe]
    const values = shortestFirst([
      ...views
        .flatMap(viewsWithin)
        .flatMap((view) => [...ordinaryValues(view), ...(isClose ? tellingValues(view) : [])]),
      ...countedValues(views),
    ])
    const losses: Loss[] = []
    const counts = { safe: 0, unsafe: 0, gains: 0 }
    for (const value of values) {
      const [before, after] = [accepts(safe, value), accepts(unsafe, value)]
      if (before) counts.safe += 1
      if (after) counts.unsafe += 1
      if (after && !before) counts.gains += 1
      if (before && !after) losses.push({ value, keywords: refusing(unsafe, value) })
    }
    return { losses, hasGain: counts.gains > 0, isThorough: counts.safe > 0 && counts.unsafe > 0 }
  } catch {
    // A schema that cannot be judged, such as one with a reference that leads nowhere, proves nothing.
    return { losses: [], hasGain: false, isThorough: false }
  }
}

/** Keywords that reject a member by its name or index. */
const ofMembers: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
])

function refusing(view: View, value: Json): ReadonlySet<string> {
  const failures = failuresOf(view, value)
  const here = failures.filter(
    ({ keyword, instancePointer }) =>
      parsePointer(instancePointer).length <= (ofMembers.has(keyword) ? 1 : 0),
  )
  // A constant is read as the only value of an `enum`.
  return new Set(here.map(({ keyword }) => (keyword === 'const' ? 'enum' : keyword)))
}

/** A step on the path to a part of a value: a member or an item, and the schema of its container. */
export interface Step {
  readonly token: string
  readonly owner: View
}

/** Inserts a part into a value and creates missing containers. undefined if the value cannot have such a place. */
export function withPart(
  value: Json | undefined,
  [step, ...rest]: readonly Step[],
  part: Json,
): Json | undefined {
  if (step === undefined) return part
  const { token, owner } = step
  const whole = value ?? plainestValues(owner).at(-1)
  if (Array.isArray(whole)) {
    const index = Number(token)
    const below = withPart(whole[index], rest, part)
    return below === undefined
      ? undefined
      : whole.length > index
        ? whole.with(index, below)
        : [...whole, below]
  }
  if (!isObject(whole)) return undefined
  const below = withPart(Object.hasOwn(whole, token) ? whole[token] : undefined, rest, part)
  if (below === undefined) return undefined
  const more = { ...whole, [token]: below }
  // In some objects, one member excludes the others.
  return [more, { [token]: below }].find((made) => accepts(owner, made)) ?? more
}
