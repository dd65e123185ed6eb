import type { Direction, SchemaNode } from '../../schema/schema-node.ts'
import type { Scope } from '../valid/goal.ts'
import { arraySteps } from './array-steps.ts'
import { inPlaceSteps } from './in-place-steps.ts'
import { objectSteps } from './object-steps.ts'
import type { Step } from './step.ts'

/**
 * Every way from a schema to one below it. `scope` names the schema resources on the way to it, outermost first: dynamic
 * references depend on them.
 */
export const stepsFrom = (from: SchemaNode, direction: Direction | undefined, scope: Scope): Step[] =>
  typeof from.schema === 'boolean'
    ? []
    : [...inPlaceSteps(from, scope), ...objectSteps(from, direction), ...arraySteps(from)]
