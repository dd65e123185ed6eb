import type { Exchange } from '../run/exchange.ts'
import { findAt } from '../schema/json-pointer.ts'
import type { Json } from '../schema/json.ts'
import { isId } from './created-id.ts'
import { findItems } from './find-items.ts'
import { idQueryOf } from './finish-resources.ts'
import type { Resource } from './resource-graph.ts'
import { findItemId } from './resource-list.ts'
import { sketchValue } from './sketch-value.ts'

/** An item of a list as it was answered, with its id where it shows one. */
export interface ListedItem {
  readonly value: Json
  readonly id: string | number | undefined
}

/** The items of an answer to `resource.list`: where the document says they are, else where they look to be; undefined where there is no list. */
export const readListedItems = (
  resource: Resource,
  { answer }: Pick<Exchange, 'answer'>,
): readonly ListedItem[] | undefined => {
  const { json } = answer
  if (json === undefined) return undefined
  const declared =
    resource.list?.itemsPointer === undefined ? undefined : findAt(json, resource.list.itemsPointer)
  const seen = findItems(sketchValue(json), resource.name)
  const items = Array.isArray(declared) ? declared : seen && findAt(json, seen.pointer)
  if (!Array.isArray(items)) return undefined
  return items.map((value) => ({ value, id: idOf(resource, value) }))
}

const idOf = (resource: Resource, item: Json): string | number | undefined => {
  const pointer = resource.list?.idPointer ?? findItemId(sketchValue(item), idQueryOf(resource))
  const value = pointer === undefined ? undefined : findAt(item, pointer)
  return value !== undefined && isId(value) ? value : undefined
}
