import { isObject, type Json } from '../schema/json.ts'
import { keywordOf, type SchemaNode } from '../schema/schema-node.ts'
import { inPlaceNodesOf, itemNodesOf, propertyNodesOf } from './schema-shape.ts'

/** A value as a server reads it that overlooks readOnly properties; the very same value where it has none. */
export const stripReadOnly = (nodes: readonly SchemaNode[], value: Json): Json => {
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      stripReadOnly(
        nodes.flatMap((node) => itemNodesOf(node, index)),
        item,
      ),
    )
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const below = nodes.flatMap((node) => propertyNodesOf(node, name))
    return below.some(isReadOnly) ? [] : [[name, stripReadOnly(below, item)] as const]
  })
  const isSame =
    entries.length === Object.keys(value).length && entries.every(([name, item]) => item === value[name])
  return isSame ? value : Object.fromEntries(entries)
}

const isReadOnly = (node: SchemaNode): boolean =>
  inPlaceNodesOf(node).some((place) => keywordOf(place, 'readOnly') === true)
