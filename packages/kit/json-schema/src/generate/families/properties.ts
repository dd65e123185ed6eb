import { isObject, type Json, type JsonObject, own, textsIn } from '../../base/json.ts'
import { placeOf, type SchemaNode } from '../../base/schema-set.ts'
import { childOf, findFlag, hasSchema, isLifted, namesBelow } from '../../base/subschemas.ts'
import { countOf } from '../../keywords/rule.ts'
import { type Alternative, type Failing, type Holding, just, open, trackersAt } from '../draft.ts'
import { fails, type Goal, holds, type Literal, trackerOf } from '../goal.ts'
import type { PropertiesFact, PropertyLayer } from './properties-draft.ts'

const nothing: Literal = { kind: 'values', values: [] }

/** The requirements of the object keywords for an object. */
export const holdProperties = (holding: Holding): PropertiesFact[] => {
  const { node, schema, scope, direction, entry, outer } = holding
  const keywords = keywordsOf(schema)
  const facts: PropertiesFact[] = []
  const goalOf = (child: SchemaNode): Goal =>
    direction === 'response' && findFlag(child, 'writeOnly') !== undefined
      ? [nothing]
      : [holds(child, scope, direction)]
  const isNeeded = (name: string): boolean => direction === undefined || !isLifted(entry, name, direction)

  for (const name of keywords.required) if (isNeeded(name)) facts.push({ kind: 'present', name })
  const { min, max } = keywords
  if (min !== undefined || max !== undefined)
    facts.push({ kind: 'propertyCount', min: min ?? 0, max: max ?? Infinity })
  for (const [name, names] of keywords.dependentRequired) {
    facts.push({ kind: 'dependents', name, names: names.filter(isNeeded) })
  }
  if (hasSchema(schema, 'propertyNames')) {
    facts.push({ kind: 'names', goal: [holds(childOf(node, 'propertyNames'), scope, undefined)] })
  }
  if (direction !== undefined) {
    const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
    for (const name of keywords.properties) {
      if (findFlag(childOf(node, 'properties', name), flag) === undefined) continue
      facts.push({ kind: direction === 'request' ? 'unsent' : 'absent', name })
    }
  }
  if (keywords.properties.length > 0 || keywords.patterns.length > 0 || keywords.additional !== undefined) {
    facts.push({ kind: 'propertyLayer', ...layerOf(holding, keywords, goalOf) })
  }
  const { tracker, trackers } = trackersAt(holding, 'unevaluatedProperties')
  if (trackers.length > 0) {
    const { properties: names, patterns, additional } = keywords
    facts.push({ kind: 'evaluatedProperties', trackers, names, patterns, isAll: additional !== undefined })
  }
  if (tracker !== undefined) {
    facts.push({
      kind: 'unevaluatedProperties',
      tracker,
      goal: goalOf(childOf(node, 'unevaluatedProperties')),
    })
    if (outer.length > 0)
      facts.push({ kind: 'evaluatedProperties', trackers: outer, names: [], patterns: [], isAll: true })
  }
  return facts
}

const layerOf = (
  { node }: Holding,
  { properties, patterns, additional }: ReturnType<typeof keywordsOf>,
  goalOf: (child: SchemaNode) => Goal,
): PropertyLayer => {
  return {
    properties: new Map(properties.map((name) => [name, goalOf(childOf(node, 'properties', name))])),
    patterns: patterns.map((pattern) => [pattern, goalOf(childOf(node, 'patternProperties', pattern))]),
    rest: additional === undefined ? [] : goalOf(childOf(node, 'additionalProperties')),
    describesRest: isObject(additional) && Object.keys(additional).length > 0,
  }
}

/** The ways in which an object breaks one of the keywords for objects. */
export const failProperties = ({ node, schema, scope }: Failing): Alternative[] => {
  const broken = (keyword: string, name?: string): Goal => [fails(childOf(node, keyword, name), scope)]
  const keywords = keywordsOf(schema)
  const alternatives: Alternative[] = []
  for (const name of keywords.properties) {
    const properties = new Map([[name, broken('properties', name)]])
    const layer: PropertyLayer = { properties, patterns: [], rest: [], describesRest: false }
    alternatives.push({
      steps: [
        { kind: 'present', name },
        { kind: 'propertyLayer', ...layer },
      ],
      unless: { name, goal: [holds(childOf(node, 'properties', name), scope, undefined)] },
    })
  }
  for (const name of keywords.required) alternatives.push(just({ kind: 'absent', name }))
  for (const [name, names] of keywords.dependentRequired) {
    for (const other of names)
      alternatives.push(just({ kind: 'present', name }, { kind: 'absent', name: other }))
  }
  const { min, max } = keywords
  if (min !== undefined && min > 0) alternatives.push(just({ kind: 'propertyCount', max: min - 1 }))
  if (max !== undefined) alternatives.push(just({ kind: 'propertyCount', min: max + 1 }))
  for (const pattern of keywords.patterns) {
    const name: Goal = [{ kind: 'text', constraints: { patterns: [pattern] }, excluded: [] }]
    alternatives.push(just({ kind: 'someProperty', name, value: broken('patternProperties', pattern) }))
  }
  if (keywords.additional !== undefined) {
    const { patterns: notPatterns, properties: excluded } = keywords
    const name: Goal = [{ kind: 'text', constraints: { notPatterns }, excluded }]
    alternatives.push(just({ kind: 'someProperty', name, value: broken('additionalProperties') }))
  }
  if (hasSchema(schema, 'propertyNames')) {
    alternatives.push(just({ kind: 'someProperty', name: broken('propertyNames'), value: [] }))
  }
  if (hasSchema(schema, 'unevaluatedProperties')) {
    const tracker = trackerOf(placeOf(node), 'unevaluatedProperties', true)
    const others = { ...open(holds(node, scope, undefined), [tracker]), without: 'unevaluatedProperties' }
    alternatives.push(
      just(others, { kind: 'someUnevaluatedProperty', tracker, goal: broken('unevaluatedProperties') }),
    )
  }
  return alternatives
}

const keywordsOf = (schema: JsonObject) => ({
  required: textsIn(own(schema, 'required')),
  min: countOf(own(schema, 'minProperties')),
  max: countOf(own(schema, 'maxProperties')),
  properties: namesBelow(schema, 'properties'),
  patterns: namesBelow(schema, 'patternProperties'),
  additional: hasSchema(schema, 'additionalProperties') ? own(schema, 'additionalProperties') : undefined,
  dependentRequired: entriesIn(own(schema, 'dependentRequired')).map(
    ([name, names]) => [name, textsIn(names)] as const,
  ),
})

const entriesIn = (value: Json | undefined): [string, Json][] =>
  isObject(value) ? Object.entries(value) : []
