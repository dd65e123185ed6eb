import { matchesPattern } from '../../text/matches-pattern.ts'
import { isObject } from '../json.ts'
import type { Evaluation } from './evaluation.ts'
import { findFlag } from './find-flag.ts'
import type { CompiledSchema, RuleContext, RuleMaker } from './rule.ts'

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
  const properties = compileMap('properties', context)
  return (value, run, seen) => {
    if (!isObject(value)) return true
    let held = true
    for (const [name, property] of properties) {
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
