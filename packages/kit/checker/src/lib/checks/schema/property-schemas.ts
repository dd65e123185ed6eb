import { isObject } from '../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'
import { matchesPattern } from '../../text/matches-pattern.ts'

/** What the schemas of one object say of one of its properties; `isOpen` where they expect properties of any name. */
export interface PropertyDescription {
  readonly schemas: readonly SchemaNode[]
  readonly isNamed: boolean
  readonly isOpen: boolean
}

const known = new WeakMap<readonly SchemaNode[], Map<string, PropertyDescription>>()

/**
 * Finds a property in the schemas that describe an object: by name, by pattern, by `required`, as discriminator, or
 * because `additionalProperties` or `unevaluatedProperties` is written out and is not `false`.
 */
export const describeProperty = (nodes: readonly SchemaNode[], name: string): PropertyDescription => {
  const byName = known.get(nodes) ?? new Map<string, PropertyDescription>()
  const remembered = byName.get(name)
  if (remembered !== undefined) return remembered
  const found = findProperty(nodes, name)
  // Names that only answers make up are not remembered: there is no end to them.
  if (nodes.some((node) => declares(node, name))) known.set(nodes, byName.set(name, found))
  return found
}

const findProperty = (nodes: readonly SchemaNode[], name: string): PropertyDescription => {
  const schemas: SchemaNode[] = []
  let isNamed = false
  let isOpen = false
  for (const node of nodes) {
    const own = ownSchemas(node, name)
    schemas.push(...own)
    isNamed ||= own.length > 0 || isMentioned(node, name)
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      const rest = keywordOf(node, keyword)
      if (rest === undefined || rest === false || own.length > 0) continue
      isOpen = true
      if (isObject(rest)) schemas.push(node.set.child(node, keyword))
    }
  }
  return { schemas, isNamed, isOpen }
}

const ownSchemas = (node: SchemaNode, name: string): readonly SchemaNode[] => {
  const found = declares(node, name) ? [node.set.child(node, 'properties', name)] : []
  const patterns = keywordOf(node, 'patternProperties')
  for (const pattern of isObject(patterns) ? Object.keys(patterns) : []) {
    if (matchesPattern(pattern, name)) found.push(node.set.child(node, 'patternProperties', pattern))
  }
  return found
}

const declares = (node: SchemaNode, name: string): boolean => {
  const properties = keywordOf(node, 'properties')
  return isObject(properties) && Object.hasOwn(properties, name)
}

const isMentioned = (node: SchemaNode, name: string): boolean => {
  const required = keywordOf(node, 'required')
  const discriminator = keywordOf(node, 'discriminator')
  return (
    (Array.isArray(required) && required.includes(name)) ||
    (isObject(discriminator) && discriminator['propertyName'] === name)
  )
}
