import { type Direction, placeOf, type SchemaNode } from '../base/schema-set.ts'
import type { Scope } from '../base/dynamic-scope.ts'
import type { ValueOptions } from '../generate/valid-values.ts'
import { type Shell, shellOf } from '../keywords/shell.ts'
import { objectSteps } from './object-steps.ts'
import { arraySteps, inPlaceSteps, type Step } from './steps.ts'

/** A schema for some part of a value, and the path to it from the root. */
export interface Place {
  readonly node: SchemaNode
  readonly path: readonly Step[]
}

/** A schema used in several parts is visited in each, until there are this many places and twice as many as schemas. */
const FREE_VISITS = 50

/** The most places. Each is tried in about five ways; random values cover schemas that are further from the root. */
const MOST_PLACES = 200

/** How often one schema may be on a path: a recursive schema is entered once more. */
const SAME_ON_PATH = 2

/**
 * Lists every schema reachable from the root, by its shortest path, the nearest first. Each reference to a schema is one visit to it,
 * within a budget, so the number of places is linear in the document. The list is limited, for documents in which nearly every
 * schema leads to nearly every other.
 */
export const walkPlaces = (
  root: SchemaNode,
  { direction, places: most = MOST_PLACES }: ValueOptions,
): Place[] => {
  const places: Place[] = [{ node: root, path: [] }]
  const seen = new Set([placeOf(root)])
  // The array grows during iteration, so the walk is breadth-first.
  for (const { node, path } of places) {
    const scope = [...path.map(({ from }) => from.baseUri), node.baseUri]
    for (const step of stepsFrom(node, direction, scope)) {
      const place = placeOf(step.to)
      const again = seen.has(place)
      if (again && (places.length > FREE_VISITS + 2 * seen.size || visitsOn(path, step.to) >= SAME_ON_PATH))
        continue
      if (places.length === most) return places
      seen.add(place)
      places.push({ node: step.to, path: [...path, step] })
    }
  }
  return places
}

const visitsOn = (path: readonly Step[], node: SchemaNode): number =>
  path.filter((step) => step.to === node).length + (path[0]?.from === node ? 1 : 0)

/**
 * Every step from a schema to a subschema. `scope` names the enclosing schema resources, outermost first: dynamic
 * references depend on them.
 */
const stepsFrom = (from: SchemaNode, direction: Direction | undefined, scope: Scope): Step[] =>
  typeof from.schema === 'boolean'
    ? []
    : [...inPlaceSteps(from, scope), ...objectSteps(from, direction), ...arraySteps(from)]

/** The number of equivalent alternatives to try. */
const ALTERNATIVES = 4

/**
 * Changes the root schema so that its values have `leaf` at a place; all else stays the same. `isBroken` means that the leaf
 * breaks a statement. Returns several schemas if a name can be chosen, and none if no value reaches the place.
 */
export const forcePath = (path: readonly Step[], leaf: Shell, isBroken: boolean): readonly Shell[] =>
  path.reduceRight<readonly Shell[]>(
    (below, step) =>
      below.flatMap((shell) => step.force(shellOf(step.from), shell, isBroken)).slice(0, ALTERNATIVES),
    [leaf],
  )
