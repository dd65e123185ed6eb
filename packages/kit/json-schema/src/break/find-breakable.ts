import { oncePer, remembered } from '../base/bounded-cache.ts'
import type { Json } from '../base/json.ts'
import type { Direction, SchemaNode } from '../base/schema-set.ts'
import { isLifted } from '../base/subschemas.ts'
import type { ValueOptions } from '../generate/valid-values.ts'
import { arrayBreaches } from '../keywords/arrays.ts'
import { isValid } from '../keywords/judge.ts'
import { logicBreaches } from '../keywords/logic.ts'
import { numberBreaches } from '../keywords/numbers.ts'
import { objectBreaches } from '../keywords/objects.ts'
import {
  type Breach,
  createDerivedNode,
  restrict,
  type Shell,
  shellOf,
  toBreach,
  type Variant,
} from '../keywords/shell.ts'
import { textBreaches } from '../keywords/strings.ts'
import { typeBreaches, valueBreaches } from '../keywords/values.ts'
import { findTemplate, sampleValues } from '../generate/valid-values.ts'
import { forcePath, type Place, walkPlaces } from './places.ts'
import { type Proof, proveViolation } from './prove-violation.ts'
import type { Step } from './steps.ts'

/** Every statement that the schema at a place makes itself, and how to break it (JSON Schema 2020-12, Validation, 6). */
const breachesOf = ({ node, path }: Place, direction: Direction | undefined): Breach[] => {
  if (node.schema === true) return []
  if (node.schema === false) return [toBreach('false', path.at(-1)?.closedScenario ?? 'forbidden_value', {})]
  const shell = shellOf(node)
  const entry = path.findLast(({ moves }) => moves)?.to ?? path[0]?.from ?? node
  return [
    ...typeBreaches(shell),
    ...valueBreaches(shell),
    ...numberBreaches(shell),
    ...textBreaches(shell),
    ...arrayBreaches(shell),
    ...objectBreaches(shell, (name) => direction === undefined || !isLifted(entry, name, direction)),
    ...logicBreaches(shell),
  ]
}

/** A value that breaks exactly one statement, with the proof. */
export interface Witness extends Proof {
  readonly value: Json
}

/** The number of selected values to try before any plain value. */
const PROBES = 3

/** The number of random values to try if the plain one proves nothing. */
const SAMPLES = 4

/**
 * A plain value that breaks a statement in one way, the rest of it held at the template; undefined if none was found.
 */
const findWitness = (
  root: SchemaNode,
  place: Place,
  breach: Breach,
  variant: Variant,
  options: ValueOptions,
): Witness | undefined => {
  for (const value of candidates(root, place, variant, options)) {
    const proof = proveViolation(root, value, place, breach.keyword, options.direction)
    if (proof !== undefined) return { ...proof, value }
  }
  return undefined
}

/** Selected values first, then any plain one, then random ones. */
function* candidates(
  root: SchemaNode,
  { node, path }: Place,
  variant: Variant,
  options: ValueOptions,
): Generator<Json> {
  const { shell, tight } = variant
  const derive = (steps: readonly Step[], leaf: Shell): SchemaNode[] =>
    forcePath(steps, leaf, true).map((whole) => createDerivedNode(root, whole))
  for (const probe of validProbes(node, variant)) yield* plainValues(derive(path, { const: probe }), options)
  if (tight !== undefined) yield* plainValues(derive(path, restrict(shell, tight)), options)
  const general = derive(path, shell)
  yield* plainValues(general, options)
  // Two schemas may constrain the same part of the value. A part that breaks one must ignore both.
  const part = path.slice(0, path.findLastIndex(({ moves }) => moves) + 1)
  if (part.length < path.length) {
    const values = plainValues([createDerivedNode(node, shell)], options)
    for (const value of values) yield* plainValues(derive(part, { const: value }), options)
  }
  for (const whole of general) yield* sampleValues(whole, options, SAMPLES)
}

function* plainValues(nodes: readonly SchemaNode[], options: ValueOptions): Generator<Json> {
  for (const node of nodes) {
    const value = findTemplate(node, options)
    if (value !== undefined) yield value
  }
}

const validProbes = (node: SchemaNode, { shell, probes }: Variant): Json[] => {
  if (probes.length === 0) return []
  const local = createDerivedNode(node, shell)
  return probes.filter((probe) => isValid(local, probe)).slice(0, PROBES)
}

const writeOptions = ({ direction, maxDepth, additionalProperties, places }: ValueOptions): string =>
  JSON.stringify([direction, maxDepth, additionalProperties, places])

/** Memoizes a function of a schema and options. Results live as long as the schema. */
export const onceForEach = <Found>(
  find: (node: SchemaNode, options: ValueOptions) => Found,
): ((node: SchemaNode, options?: ValueOptions) => Found) => {
  const byOptions = oncePer((_node: SchemaNode) => new Map<string, Found>())
  return (node, options = {}) => remembered(byOptions(node), writeOptions(options), () => find(node, options))
}

/** A statement that can be broken on its own, and a value for each way to break it. */
export interface Breakable {
  readonly place: Place
  readonly breach: Breach
  /** The feasible variants, each with its value. */
  readonly witnesses: readonly [WitnessedVariant, ...WitnessedVariant[]]
}

interface WitnessedVariant extends Witness {
  readonly variant: Variant
}

const search = (root: SchemaNode, options: ValueOptions): readonly Breakable[] =>
  walkPlaces(root, options).flatMap((place) =>
    breachesOf(place, options.direction).flatMap((breach): Breakable[] => {
      const witnesses = breach.variants.flatMap((variant) => {
        const witness = findWitness(root, place, breach, variant, options)
        return witness === undefined ? [] : [{ ...witness, variant }]
      })
      const [first, ...others] = witnesses
      return first === undefined ? [] : [{ place, breach, witnesses: [first, ...others] }]
    }),
  )

/** Every statement, at every reachable place, that some value breaks alone, the nearest to the root first; each with proof. */
export const findBreakable = onceForEach(search)
