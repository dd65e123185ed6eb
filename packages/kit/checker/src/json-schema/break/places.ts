import { type Direction, placeOf, type SchemaNode } from '../base/schema-set.ts'
import type { Scope } from '../generate/goal.ts'
import { type Shell, shellOf } from '../keywords/shell.ts'
import { objectSteps } from './object-steps.ts'
import { arraySteps, inPlaceSteps, type Step } from './steps.ts'

/** A schema that speaks of some part of a value, and the way to it from the root. */
export interface Place {
  readonly node: SchemaNode
  readonly path: readonly Step[]
}

/** A schema used in several parts is visited in each, until there are this many places and twice as many as schemas. */
const FREE_VISITS = 50

/** Places at most: a body is tried in about five ways for each, and what stands farther from the root is left to chance. */
const MOST_PLACES = 200

/** How often one schema may stand on one path: a recursive one is entered once again. */
const SAME_ON_PATH = 2

/**
 * Every schema reachable from the root, by its shortest path, the nearest first. Schemas that are referred to from
 * several places are visited by each of them within a budget, so the number of places is linear in the document; it ends
 * at 200, for documents in which nearly every schema leads to nearly every other.
 */
export const walkPlaces = (root: SchemaNode, direction: Direction | undefined): Place[] => {
  const places: Place[] = [{ node: root, path: [] }]
  const seen = new Set([placeOf(root)])
  // The array grows while it is walked: that makes the walk breadth-first.
  for (const { node, path } of places) {
    const scope = [...path.map(({ from }) => from.baseUri), node.baseUri]
    for (const step of stepsFrom(node, direction, scope)) {
      const place = placeOf(step.to)
      const again = seen.has(place)
      if (again && (places.length > FREE_VISITS + 2 * seen.size || visitsOn(path, step.to) >= SAME_ON_PATH))
        continue
      if (places.length === MOST_PLACES) return places
      seen.add(place)
      places.push({ node: step.to, path: [...path, step] })
    }
  }
  return places
}

const visitsOn = (path: readonly Step[], node: SchemaNode): number =>
  path.filter((step) => step.to === node).length + (path[0]?.from === node ? 1 : 0)

/**
 * Every way from a schema to one below it. `scope` names the schema resources on the way to it, outermost first: dynamic
 * references depend on them.
 */
const stepsFrom = (from: SchemaNode, direction: Direction | undefined, scope: Scope): Step[] =>
  typeof from.schema === 'boolean'
    ? []
    : [...inPlaceSteps(from, scope), ...objectSteps(from, direction), ...arraySteps(from)]

/** How many ways of saying the same thing are tried. */
const ALTERNATIVES = 4

/**
 * The root's schema changed so that its values reach a place and keep `leaf` there instead of what stood there; all
 * else they keep as before. `isBroken` tells that the leaf breaks a statement. Several where a name can be chosen; none where no value goes there.
 */
export const forcePath = (path: readonly Step[], leaf: Shell, isBroken: boolean): readonly Shell[] =>
  path.reduceRight<readonly Shell[]>(
    (below, step) =>
      below.flatMap((shell) => step.force(shellOf(step.from), shell, isBroken)).slice(0, ALTERNATIVES),
    [leaf],
  )
