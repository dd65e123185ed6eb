import type { Json } from '../../schema/json.ts'
import { placeOf, type Direction, type SchemaNode } from '../../schema/schema-node.ts'
import type { TextConstraints } from '../../text/text-constraints.ts'
import { followReference } from './follow-reference.ts'
import type { TypeMask } from './json-type.ts'
import type { Scope } from './scope.ts'

export type { Scope } from './scope.ts'

/** One thing that must be true of a value. */
export type Literal =
  /** Valid; in a direction, what does not travel that way need not be there. */
  | {
      readonly kind: 'holds'
      readonly node: SchemaNode
      readonly scope: Scope
      readonly direction: Direction | undefined
    }
  /** Invalid, by the letter: no direction eases what is negated. */
  | { readonly kind: 'fails'; readonly node: SchemaNode; readonly scope: Scope }
  /** At least one of the goals is met. */
  | { readonly kind: 'any'; readonly of: readonly Goal[] }
  /** The value is one of these. */
  | { readonly kind: 'values'; readonly values: readonly Json[] }
  /** The value is of one of these types. */
  | { readonly kind: 'type'; readonly mask: TypeMask }
  /** The value is not this one. */
  | { readonly kind: 'differs'; readonly value: Json }
  /** The value is an object with a property that meets the goal. */
  | { readonly kind: 'property'; readonly name: string; readonly goal: Goal }
  /** The value is a text that keeps the constraints and is none of `excluded`. */
  | { readonly kind: 'text'; readonly constraints: TextConstraints; readonly excluded: readonly string[] }

/** Literals that must all be true of one value; the empty goal is met by every value. */
export type Goal = readonly Literal[]

/** The literal that a value is valid against a schema reached within a scope. */
export const holds = (node: SchemaNode, scope: Scope, direction: Direction | undefined): Literal => ({
  kind: 'holds',
  ...followReference(node, scope),
  direction,
})

/** The literal that a value is invalid against a schema reached within a scope. */
export const fails = (node: SchemaNode, scope: Scope): Literal => ({
  kind: 'fails',
  ...followReference(node, scope),
})

const keyOfPlace = (node: SchemaNode, scope: Scope): string =>
  scope.length === 0 ? placeOf(node) : `${placeOf(node)} ${scope.join(' ')}`

/** Equal literals have equal keys, in every process. */
export const keyOfLiteral = (literal: Literal): string => {
  switch (literal.kind) {
    case 'holds':
      return `+${literal.direction ?? ''} ${keyOfPlace(literal.node, literal.scope)}`
    case 'fails':
      return `-${keyOfPlace(literal.node, literal.scope)}`
    case 'any':
      return `(${literal.of.map(keyOfGoal).join('|')})`
    case 'values':
      return `=${JSON.stringify(literal.values)}`
    case 'type':
      return `#${literal.mask}`
    case 'differs':
      return `!${JSON.stringify(literal.value)}`
    case 'property':
      return `.${JSON.stringify(literal.name)}(${keyOfGoal(literal.goal)})`
    case 'text':
      return `~${JSON.stringify([literal.constraints, literal.excluded])}`
  }
}

/** Goals of equal literals, in whatever order, have equal keys. */
export const keyOfGoal = (goal: Goal): string =>
  goal.length === 1 && goal[0] !== undefined
    ? keyOfLiteral(goal[0])
    : [...new Set(goal.map(keyOfLiteral))].toSorted().join('&')
