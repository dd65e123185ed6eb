import { isValid } from '../../schema/evaluate.ts'
import { equalJson } from '../../schema/judge/equal-json.ts'
import { isObject, type Json } from '../../schema/json.ts'
import { keepsConstraints } from '../../text/keeps-constraints.ts'
import type { Goal, Literal } from './goal.ts'
import { maskOf, typeOf } from './json-type.ts'

/** Whether a value meets a goal, as the judge of schemas has it. Dynamic references see no scope from outside. */
export const keepsGoal = (goal: Goal, value: Json): boolean =>
  goal.every((literal) => keepsLiteral(literal, value))

const keepsLiteral = (literal: Literal, value: Json): boolean => {
  switch (literal.kind) {
    case 'holds':
      return isValid(
        literal.node,
        value,
        literal.direction === undefined ? {} : { direction: literal.direction },
      )
    case 'fails':
      return !isValid(literal.node, value)
    case 'any':
      return literal.of.some((goal) => keepsGoal(goal, value))
    case 'values':
      return literal.values.some((other) => equalJson(other, value))
    case 'type':
      return (maskOf(typeOf(value)) & literal.mask) !== 0
    case 'differs':
      return !equalJson(literal.value, value)
    case 'property':
      return (
        isObject(value) &&
        Object.hasOwn(value, literal.name) &&
        keepsGoal(literal.goal, value[literal.name] ?? null)
      )
    case 'text':
      return (
        typeof value === 'string' &&
        !literal.excluded.includes(value) &&
        keepsConstraints(literal.constraints, value)
      )
  }
}
