import { isObject, own } from '../../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../../schema/schema-node.ts'
import { matchesPattern } from '../../../text/matches-pattern.ts'

/** The schemas that hold for a property of an object of these schemas; none where nothing is said of it. */
export const propertyNodes = (parts: readonly SchemaNode[], name: string): SchemaNode[] => {
  const nodes = parts.flatMap((part) => evaluatedNodes(part, name))
  if (nodes.length > 0) return nodes
  return parts
    .filter((part) => isSchema(part, 'unevaluatedProperties'))
    .map((part) => part.set.child(part, 'unevaluatedProperties'))
}

/** The schemas that hold for an item of an array of these schemas; none where nothing is said of it. */
export const itemNodes = (parts: readonly SchemaNode[], index: number): SchemaNode[] => {
  const nodes = parts.flatMap((part) => {
    const prefix = keywordOf(part, 'prefixItems')
    if (Array.isArray(prefix) && index < prefix.length) return [part.set.child(part, 'prefixItems', index)]
    return isSchema(part, 'items') ? [part.set.child(part, 'items')] : []
  })
  if (nodes.length > 0) return nodes
  return parts
    .filter((part) => isSchema(part, 'unevaluatedItems'))
    .map((part) => part.set.child(part, 'unevaluatedItems'))
}

const evaluatedNodes = (part: SchemaNode, name: string): SchemaNode[] => {
  const properties = keywordOf(part, 'properties')
  const patterns = keywordOf(part, 'patternProperties')
  const nodes: SchemaNode[] = []
  if (isObject(properties) && own(properties, name) !== undefined)
    nodes.push(part.set.child(part, 'properties', name))
  for (const pattern of isObject(patterns) ? Object.keys(patterns) : []) {
    if (matchesPattern(pattern, name)) nodes.push(part.set.child(part, 'patternProperties', pattern))
  }
  if (nodes.length === 0 && isSchema(part, 'additionalProperties'))
    nodes.push(part.set.child(part, 'additionalProperties'))
  return nodes
}

const isSchema = (part: SchemaNode, keyword: string): boolean => {
  const value = keywordOf(part, keyword)
  return typeof value === 'boolean' || isObject(value)
}
