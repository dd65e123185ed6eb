import { isValid } from '../../schema/evaluate.ts'
import type { Json } from '../../schema/json.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { createDerivedNode } from '../invalid/derived-node.ts'
import { forcePath } from '../invalid/force-path.ts'
import { sampleValues } from '../invalid/sample-values.ts'
import { walkPlaces, type Place } from '../invalid/walk-places.ts'
import type { ValueOptions } from '../valid-values.ts'
import { distinctValues } from './distinct-values.ts'
import type { Narrowing } from './narrowing.ts'
import { narrowingsOf } from './narrowings-of.ts'
import type { ScenarioValue } from './scenario-value.ts'
import { findTemplate } from './template/find-template.ts'

/** How many values chance may offer where the plain one is not valid. */
const SAMPLES = 10

/** The positive scenarios of every reachable place, the rest held at the template; each value valid, each once. */
export const boundaryValuesOf = (root: SchemaNode, options: ValueOptions): ScenarioValue[] =>
  distinctValues(
    walkPlaces(root, options.direction).flatMap((place) =>
      narrowingsOf(place, options.direction).flatMap((narrowing) =>
        findValue(root, place, narrowing, options),
      ),
    ),
  )

const findValue = (
  root: SchemaNode,
  place: Place,
  narrowing: Narrowing,
  options: ValueOptions,
): ScenarioValue[] => {
  const { node, path } = place
  const { keyword, shell } = narrowing
  for (const whole of forcePath(path, shell, false)) {
    const value = findValid(root, createDerivedNode(root, whole), options)
    if (value === undefined) continue
    const isListed = narrowing.scenario === 'enum_value' && path.at(-1)?.intoArray === true
    const scenario = isListed ? 'enum_value_items_array' : narrowing.scenario
    return [
      {
        value,
        scenario,
        keyword,
        pointer: appendTokens(node.pointer, keyword),
        documentUri: node.documentUri,
      },
    ]
  }
  return []
}

const findValid = (root: SchemaNode, derived: SchemaNode, options: ValueOptions): Json | undefined => {
  const isKept = (value: Json): boolean => isValid(root, value, { direction: options.direction })
  const plain = findTemplate(derived, options)
  if (plain === undefined || isKept(plain)) return plain
  return sampleValues(derived, options, SAMPLES).find(isKept)
}
