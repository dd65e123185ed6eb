import { isObject, own, textsIn } from '../base/json.ts'
import { keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { findFlag, hasSchema, isLifted, namesBelow } from '../base/subschemas.ts'
import { matchesPattern } from '../text/match-pattern.ts'
import {
  type CompiledSchema,
  createLimit,
  type Evaluation,
  type RuleContext,
  type RuleMaker,
} from './rule.ts'
import {
  type Breach,
  countBreaches,
  type CountBounds,
  demand,
  mapIn,
  narrowTo,
  type Shell,
  toBreach,
} from './shell.ts'

const properties = (count: number): string => (count === 1 ? '1 property' : `${count} properties`)

/** `minProperties` (2020-12 Validation, 6.5.2). */
export const minPropertiesRule = createLimit(
  'minProperties',
  'has fewer than',
  properties,
  isObject,
  (object, least) => Object.keys(object).length >= least,
)

/** `maxProperties` (2020-12 Validation, 6.5.1). */
export const maxPropertiesRule = createLimit(
  'maxProperties',
  'has more than',
  properties,
  isObject,
  (object, most) => Object.keys(object).length <= most,
)

const isMissing = (value: object, name: string, run: Evaluation): boolean =>
  !Object.hasOwn(value, name) && !(run.direction !== undefined && isLifted(run.entry, name, run.direction))

/** `required` (2020-12 Validation, 6.5.3), except properties that are not sent in the direction; each missing property is a failure. */
export const requiredRule: RuleMaker = (argument, { node }) => {
  if (!Array.isArray(argument)) return undefined
  const names = textsIn(argument)
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
  const dependencies = Object.entries(argument).map(([name, needed]) => [name, textsIn(needed)] as const)
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

/** Validates a property by its schema, unless it must not be sent in this direction. */
const judgeProperty = (name: string, value: unknown, property: CompiledSchema, run: Evaluation): boolean => {
  if (run.direction === 'request' && run.refusesReadOnly) {
    const fixed = findFlag(property.node, 'readOnly')
    if (fixed !== undefined)
      return run.failAt(name, fixed, 'readOnly', 'is read-only and must not be in a request')
  }
  const secret = run.direction === 'response' ? findFlag(property.node, 'writeOnly') : undefined
  if (secret === undefined) return run.descend(name, value, property)
  run.tell?.(secret, 'writeOnly', false)
  return run.failAt(name, secret, 'writeOnly', 'is write-only and must not be in a response')
}

/** The statement that a response breaks by sending a write-only property. */
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
    return run.keepsAll(Object.keys(value), (name) =>
      run.keepsAll(patterns, ([pattern, property]) => {
        if (!matchesPattern(pattern, name)) return true
        seen?.addProperty(name)
        return judgeProperty(name, value[name], property, run)
      }),
    )
  }
}

/** `additionalProperties`: the properties that neither `properties` nor `patternProperties` names (2020-12 Core, 10.3.2.3). */
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

/** The schemas that `properties` and `patternProperties` of a schema have for a name. */
export const schemasForName = (node: SchemaNode, name: string): readonly SchemaNode[] => [
  ...(hasSchema(keywordOf(node, 'properties') ?? null, name)
    ? [node.set.child(node, 'properties', name)]
    : []),
  ...namesBelow(node.schema, 'patternProperties')
    .filter((pattern) => matchesPattern(pattern, name))
    .map((pattern) => node.set.child(node, 'patternProperties', pattern)),
]

/** `propertyNames` (2020-12 Core, 10.3.2.4). */
export const propertyNamesRule: RuleMaker = (_, { child }) => {
  const names = child('propertyNames')
  if (names === undefined) return undefined
  return (value, run) =>
    !isObject(value) || run.keepsAll(Object.keys(value), (name) => run.descend(name, name, names))
}

/** `unevaluatedProperties` (2020-12 Core, 11.3); runs after all other keywords of its schema. */
export const unevaluatedPropertiesRule: RuleMaker = (argument, { node, child }) => {
  const rest = child('unevaluatedProperties')
  if (rest === undefined) return undefined
  return (value, run, seen) => {
    if (!isObject(value)) return true
    const held = run.keepsAll(Object.keys(value), (name) => {
      if (seen?.hasProperty(name)) return true
      return argument === false
        ? run.failAt(name, node, 'unevaluatedProperties', 'is a property that the schema does not allow')
        : run.descend(name, value[name], rest)
    })
    if (argument === false) run.tell?.(node, 'unevaluatedProperties', held)
    seen?.addAllProperties()
    return held
  }
}

/** The keywords that bound the number of properties. */
export const PROPERTIES: CountBounds = {
  type: 'object',
  least: 'minProperties',
  most: 'maxProperties',
  below: 'object_below_min_properties',
  above: 'object_above_max_properties',
  largest: 200,
}

/**
 * The ways to break `required`, `dependentRequired` and the bounds of an object. A property that is not sent in this direction may be
 * missing.
 */
export const objectBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] => [
  ...requiredBreaches(shell, travels),
  ...dependentBreaches(shell, travels),
  ...countBreaches(shell, PROPERTIES),
]

const requiredBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] =>
  textsIn(shell['required'])
    .filter(travels)
    .map((name) => {
      const others = textsIn(shell['required']).filter((other) => other !== name)
      const object = lacking({ ...shell, required: others }, name)
      return { ...toBreach('required', 'object_missing_required_property', object), lacks: name }
    })

const dependentBreaches = (shell: Shell, travels: (name: string) => boolean): Breach[] => {
  const dependent = mapIn(shell, 'dependentRequired')
  return Object.keys(dependent).flatMap((trigger) =>
    textsIn(own(dependent, trigger))
      .filter((name) => name !== trigger && travels(name))
      .map((name) => {
        const others = textsIn(own(dependent, trigger)).filter((other) => other !== name)
        const object = lacking({ ...shell, dependentRequired: { ...dependent, [trigger]: others } }, name)
        const scenario = 'object_missing_dependent_property'
        return { ...toBreach('dependentRequired', scenario, object && demand(object, trigger)), lacks: name }
      }),
  )
}

const lacking = (shell: Shell, name: string): Shell | undefined => {
  const object = narrowTo(shell, 'object')
  return object && { ...object, properties: { ...mapIn(shell, 'properties'), [name]: false } }
}
