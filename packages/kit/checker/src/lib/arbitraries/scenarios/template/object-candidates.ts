import { isObject, own, type Json, type JsonObject } from '../../../schema/json.ts'
import { keywordOf, type Direction, type SchemaNode } from '../../../schema/schema-node.ts'
import { isTransmitted } from '../../invalid/is-transmitted.ts'
import type { Maker } from './maker.ts'
import { propertyNodes } from './members-of.ts'

/** Names for properties that nobody asked for, where there must be more than are named. */
const EXTRA_NAMES = ['extra', 'other', 'another']

/** Objects with more properties than this are left to chance. */
const MOST = 200

/** Objects of the required properties and as few others as must be. */
export function* objectCandidates(
  parts: readonly SchemaNode[],
  proposals: readonly JsonObject[],
  maker: Maker,
  direction: Direction | undefined,
): Generator<JsonObject> {
  const goes = (name: string): boolean =>
    direction === undefined || propertyNodes(parts, name).every((node) => isTransmitted(node, direction))
  const names = closureOf(parts, parts.flatMap((part) => textsIn(keywordOf(part, 'required'))).filter(goes))
  const fewest = Math.max(
    0,
    ...parts.map((part) => keywordOf(part, 'minProperties')).filter((value) => typeof value === 'number'),
  )
  if (fewest > MOST) return
  if (names.size < fewest) {
    const declared = parts.flatMap((part) => keysIn(keywordOf(part, 'properties')))
    const allowed = declared.filter(
      (name) => goes(name) && propertyNodes(parts, name).every((node) => node.schema !== false),
    )
    const others = [...EXTRA_NAMES, ...Array.from({ length: fewest }, (_, index) => `extra${index}`)]
    for (const name of [...allowed, ...others]) if (names.size < fewest) names.add(name)
  }
  const members = [...names].map((name): [string, Json] => {
    const proposed = proposals.map((proposal) => own(proposal, name)).filter((value) => value !== undefined)
    return [name, maker.make(propertyNodes(parts, name), proposed)]
  })
  yield Object.fromEntries(members)
}

/** The names with those that they make necessary (`dependentRequired`). */
const closureOf = (parts: readonly SchemaNode[], required: readonly string[]): Set<string> => {
  const names = new Set(required)
  // The set grows while it is walked.
  for (const name of names) {
    for (const part of parts) {
      const dependent = keywordOf(part, 'dependentRequired')
      if (isObject(dependent)) for (const other of textsIn(own(dependent, name))) names.add(other)
    }
  }
  return names
}

const keysIn = (value: Json | undefined): string[] => (isObject(value) ? Object.keys(value) : [])

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
