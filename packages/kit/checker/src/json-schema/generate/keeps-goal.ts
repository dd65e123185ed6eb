import { equalJson, isObject, type Json } from '../base/json.ts'
import { isValid } from '../keywords/judge.ts'
import { keepsConstraints } from '../text/find-language.ts'
import { type Goal, type Literal, maskOf, typeOf } from './goal.ts'

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
