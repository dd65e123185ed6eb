import { isObject } from '../json.ts'
import { createAssertion, isCount } from './create-assertion.ts'
import type { Evaluation } from './evaluation.ts'
import { isLifted } from './is-lifted.ts'
import type { RuleMaker } from './rule.ts'

const properties = (count: number): string => (count === 1 ? '1 property' : `${count} properties`)

/** `minProperties` (2020-12 Validation, 6.5.2). */
export const minPropertiesRule: RuleMaker = (least, context) =>
  isCount(least)
    ? createAssertion(
        context,
        'minProperties',
        `has fewer than ${properties(least)}`,
        isObject,
        (object) => Object.keys(object).length >= least,
      )
    : undefined

/** `maxProperties` (2020-12 Validation, 6.5.1). */
export const maxPropertiesRule: RuleMaker = (most, context) =>
  isCount(most)
    ? createAssertion(
        context,
        'maxProperties',
        `has more than ${properties(most)}`,
        isObject,
        (object) => Object.keys(object).length <= most,
      )
    : undefined

const isMissing = (value: object, name: string, run: Evaluation): boolean =>
  !Object.hasOwn(value, name) && !(run.direction !== undefined && isLifted(run.entry, name, run.direction))

/** `required` (2020-12 Validation, 6.5.3), less what does not travel in the direction; each missing property is a failure. */
export const requiredRule: RuleMaker = (argument, { node }) => {
  if (!Array.isArray(argument)) return undefined
  const names = argument.filter((name) => typeof name === 'string')
  return (value, run) => {
    if (!isObject(value)) return true
    let held = true
    for (const name of names) {
      if (!isMissing(value, name, run)) continue
      held = run.fail(node, 'required', `lacks the required property ${name}`)
      if (run.failures === undefined) return false
    }
    run.tell?.(node, 'required', held)
    return held
  }
}

/** `dependentRequired` (2020-12 Validation, 6.5.4). */
export const dependentRequiredRule: RuleMaker = (argument, { node }) => {
  if (!isObject(argument)) return undefined
  const dependencies = Object.entries(argument).map(
    ([name, needed]) =>
      [name, Array.isArray(needed) ? needed.filter((item) => typeof item === 'string') : []] as const,
  )
  return (value, run) => {
    if (!isObject(value)) return true
    let held = true
    let isAsked = false
    for (const [name, needed] of dependencies) {
      if (!Object.hasOwn(value, name)) continue
      isAsked = true
      for (const other of needed) {
        if (!isMissing(value, other, run)) continue
        held = run.fail(node, 'dependentRequired', `lacks the property ${other}, required beside ${name}`)
        if (run.failures === undefined) return false
      }
    }
    if (isAsked) run.tell?.(node, 'dependentRequired', held)
    return held
  }
}
