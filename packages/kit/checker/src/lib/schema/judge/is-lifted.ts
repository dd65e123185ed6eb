import { isObject } from '../json.ts'
import { keywordOf, type Direction, type SchemaNode } from '../schema-node.ts'
import { findFlag } from './find-flag.ts'
import { reachableInPlace } from './in-place-schemas.ts'
import { isSchema } from './is-schema.ts'

const known = new WeakMap<SchemaNode, Map<string, boolean>>()

/**
 * Whether a property need not be there because it does not travel in the direction: readOnly in a request, writeOnly in a
 * response. The property may be described by any schema that judges the same value as `entry`, wherever `required` stands.
 */
export const isLifted = (entry: SchemaNode, name: string, direction: Direction): boolean => {
  const answers = known.get(entry) ?? new Map<string, boolean>()
  known.set(entry, answers)
  const key = `${direction} ${name}`
  const answer = answers.get(key) ?? findLift(entry, name, direction)
  answers.set(key, answer)
  return answer
}

const findLift = (entry: SchemaNode, name: string, direction: Direction): boolean => {
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly'
  for (const node of reachableInPlace(entry)) {
    const properties = keywordOf(node, 'properties')
    if (!isObject(properties) || !Object.hasOwn(properties, name) || !isSchema(properties[name])) continue
    if (findFlag(node.set.child(node, 'properties', name), flag) !== undefined) return true
  }
  return false
}
