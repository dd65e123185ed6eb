import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { Kind } from '../document/kinds.ts'
import { writableNames } from '../document/writable.ts'
import type { World } from '../operations/world.ts'
import type { Item } from '../state/item.ts'
import { inventPart, refreshPart, type Subject } from './invent.ts'
import { itemNodesOf, partsOf } from './parts.ts'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'

/** Maximum depth of completed parts; deeper parts stay as sent. */
const maxDepth = 5

/** The value of an item, completed with all required and server-set properties. `origin` is scheme, host and base path of its URL. */
export function completeItem(world: World, kind: Kind, item: Item, origin = ''): JsonObject {
  const subject: Subject = { world, kind, item, origin, writable: writableNames(kind) }
  let value: JsonObject = item.value
  for (const { nodes } of kind.shown) value = completeObject(subject, nodes, value, 0, true)
  return value
}

function complete(subject: Subject, nodes: readonly SchemaNode[], value: Json, depth: number): Json {
  if (depth > maxDepth || nodes.length === 0) return value
  if (Array.isArray(value)) {
    const items = itemNodesOf(nodes, value)
    return items.length === 0 ? value : value.map((item) => complete(subject, items, item, depth + 1))
  }
  return isObject(value) ? completeObject(subject, nodes, value, depth, false) : value
}

function completeObject(
  subject: Subject,
  nodes: readonly SchemaNode[],
  given: JsonObject,
  depth: number,
  isTop: boolean,
): JsonObject {
  const completed: Record<string, Json> = { ...given }
  for (const [name, part] of partsOf(nodes, given)) {
    const value = own(completed, name)
    const made =
      (isTop ? refreshPart(subject, name, part, given) : undefined) ??
      value ??
      inventPart(subject, name, part, isTop)
    if (made === undefined) continue
    // JSON:API attributes are properties of the item.
    completed[name] =
      isTop && name === 'attributes' && isObject(made)
        ? completeObject(subject, part.nodes, made, depth + 1, true)
        : complete(subject, part.nodes, made, depth + 1)
  }
  return completed
}
