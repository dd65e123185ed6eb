import { isValid } from '../../schema/evaluate.ts'
import type { Json } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { findTemplate } from '../scenarios/template/find-template.ts'
import type { ValueOptions } from '../valid-values.ts'
import type { Breach, Variant } from './breach.ts'
import { createDerivedNode } from './derived-node.ts'
import { forcePath } from './force-path.ts'
import { proveViolation, type Proof } from './prove-violation.ts'
import { restrict } from './narrow-shell.ts'
import { sampleValues } from './sample-values.ts'
import type { Shell } from './shell-of.ts'
import type { Step } from './step.ts'
import type { Place } from './walk-places.ts'

/** A value that breaks one statement alone, with the proof. */
export interface Witness extends Proof {
  readonly value: Json
}

/** How many telling values are tried before any value will do. */
const PROBES = 3

/** How many values chance may offer where the plain one does not prove anything. */
const SAMPLES = 4

/**
 * A plain value that breaks a statement in one way, the rest of it held at the template; undefined where none was found.
 */
export const findWitness = (
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

/** Telling values first, then any plain one, then what chance offers. */
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
  // Two schemas may say the same of one part of the value: then that part has to overlook all that is said of it.
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
