import { isObject, type JsonObject, own } from '../base/json.ts'
import { findFlag, isLifted } from '../base/subschemas.ts'
import { matchesPattern } from '../text/match-pattern.ts'
import {
  type CompiledSchema,
  createAssertion,
  type Evaluation,
  isCount,
  type RuleContext,
  type RuleMaker,
} from './rule.ts'
import { type Breach, demand, mapIn, narrowTo, restrict, type Shell, toBreach, without } from './shell.ts'

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

const compileMap = (
  keyword: string,
  { schema, child }: RuleContext,
): (readonly [string, CompiledSchema])[] => {
  const map = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
  return Object.keys(isObject(map) ? map : {}).flatMap((name) => {
    const compiled = child(keyword, name)
    return compiled === undefined ? [] : [[name, compiled] as const]
  })
}

/** Judges a property that is there: by its schema, unless it must not be in a response at all. */
const judgeProperty = (name: string, value: unknown, property: CompiledSchema, run: Evaluation): boolean => {
  const secret = run.direction === 'response' ? findFlag(property.node, 'writeOnly') : undefined
  if (secret === undefined) return run.descend(name, value, property)
  run.tell?.(secret, 'writeOnly', false)
  return run.failAt(name, secret, 'writeOnly', 'is write-only and has no place in a response')
}

/** A property kept out of a response keeps the statement that it is write-only. */
const tellAbsence = (property: CompiledSchema, run: Evaluation): void => {
  const secret = run.direction === 'response' ? findFlag(property.node, 'writeOnly') : undefined
  if (secret !== undefined) run.tell?.(secret, 'writeOnly', true)
}

/** `properties` (2020-12 Core, 10.3.2.1). */
export const propertiesRule: RuleMaker = (_, context) => {
  const declared = compileMap('properties', context)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    let held = true
    for (const [name, property] of declared) {
      if (!Object.hasOwn(value, name)) {
        if (run.tell !== undefined) tellAbsence(property, run)
        continue
      }
      seen?.addProperty(name)
      if (judgeProperty(name, value[name], property, run)) continue
      held = false
      if (run.failures === undefined) return false
    }
    return held
  }
}

/** `patternProperties` (2020-12 Core, 10.3.2.2). */
export const patternPropertiesRule: RuleMaker = (_, context) => {
  const patterns = compileMap('patternProperties', context)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    let held = true
    for (const name of Object.keys(value)) {
      for (const [pattern, property] of patterns) {
        if (!matchesPattern(pattern, name)) continue
        seen?.addProperty(name)
        if (judgeProperty(name, value[name], property, run)) continue
        held = false
        if (run.failures === undefined) return false
      }
    }
    return held
  }
}

/** `additionalProperties`: what neither `properties` nor `patternProperties` names (2020-12 Core, 10.3.2.3). */
export const additionalPropertiesRule: RuleMaker = (argument, context) => {
  const { node, child } = context
  const additional = child('additionalProperties')
  if (additional === undefined) return undefined
  const names = new Set(namesOf('properties', context))
  const patterns = namesOf('patternProperties', context)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    let held = true
    for (const name of Object.keys(value)) {
      if (names.has(name) || patterns.some((pattern) => matchesPattern(pattern, name))) continue
      const isKept =
        argument === false
          ? run.failAt(name, node, 'additionalProperties', 'is a property that the schema does not allow')
          : judgeProperty(name, value[name], additional, run)
      if (isKept) continue
      held = false
      if (run.failures === undefined) return false
    }
    if (argument === false) run.tell?.(node, 'additionalProperties', held)
    seen?.addAllProperties()
    return held
  }
}

const namesOf = (keyword: string, { schema }: RuleContext): string[] => {
  const map = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
  return isObject(map) ? Object.keys(map) : []
}

/** `propertyNames` (2020-12 Core, 10.3.2.4). */
export const propertyNamesRule: RuleMaker = (_, { child }) => {
  const names = child('propertyNames')
  if (names === undefined) return undefined
  return (value, run) => {
    if (!isObject(value)) return true
    let held = true
    for (const name of Object.keys(value)) {
      if (run.descend(name, name, names)) continue
      held = false
      if (run.failures === undefined) return false
    }
    return held
  }
}

/** Objects with more properties than this are not made. */
const MOST_PROPERTIES = 200

/** How an object can break `required`, `dependentRequired` and its bounds. What does not travel is not missed. */
export const objectBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] => [
  ...requiredBreaches(shell, travels),
  ...dependentBreaches(shell, travels),
  ...minPropertiesBreaches(shell),
  ...maxPropertiesBreaches(shell),
]

const requiredBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] =>
  namesIn(shell['required'])
    .filter(travels)
    .map((name) => {
      const others = namesIn(shell['required']).filter((other) => other !== name)
      const object = lacking({ ...shell, required: others }, name)
      return { ...toBreach('required', 'object_missing_required_property', object), lacks: name }
    })

const dependentBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] => {
  const dependent = mapIn(shell, 'dependentRequired')
  return Object.keys(dependent).flatMap((trigger) =>
    namesIn(own(dependent, trigger))
      .filter((name) => name !== trigger && travels(name))
      .map((name) => {
        const others = namesIn(own(dependent, trigger)).filter((other) => other !== name)
        const object = lacking({ ...shell, dependentRequired: { ...dependent, [trigger]: others } }, name)
        const scenario = 'object_missing_dependent_property'
        return { ...toBreach('dependentRequired', scenario, object && demand(object, trigger)), lacks: name }
      }),
  )
}

const minPropertiesBreaches = (shell: Shell): Breach[] => {
  const { minProperties } = shell
  if (typeof minProperties !== 'number' || minProperties < 1) return []
  return [
    breachOf(
      shell,
      'minProperties',
      'object_below_min_properties',
      { maxProperties: minProperties - 1 },
      { minProperties: minProperties - 1 },
    ),
  ]
}

const maxPropertiesBreaches = (shell: Shell): Breach[] => {
  const { maxProperties } = shell
  if (typeof maxProperties !== 'number' || maxProperties >= MOST_PROPERTIES) return []
  return [
    breachOf(
      shell,
      'maxProperties',
      'object_above_max_properties',
      { minProperties: maxProperties + 1 },
      { maxProperties: maxProperties + 1 },
    ),
  ]
}

const lacking = (shell: Shell, name: string): Shell | undefined => {
  const object = narrowTo(shell, 'object')
  return object && { ...object, properties: { ...mapIn(shell, 'properties'), [name]: false } }
}

const breachOf = (
  shell: Shell,
  keyword: string,
  scenario: string,
  negation: JsonObject,
  tight: JsonObject,
): Breach => {
  const object = narrowTo(without(shell, keyword), 'object')
  return toBreach(keyword, scenario, object && restrict(object, negation), { tight })
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
