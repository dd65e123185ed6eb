import type { Exchange } from './exchange.ts'
import {
  appendTokens,
  findAt,
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  own,
  parsePointer,
} from '@contract-kit/json-schema/json'
import { findIds, findItems, wrappedIn } from './find-id.ts'
import { idQueryOf } from './finish-resources.ts'
import { evaluateExpressions, type ExpressionSource } from './links.ts'
import { findItemId } from './lists.ts'
import type { Resource } from './resource-graph.ts'
import { idOf, readId } from './resource-names.ts'
import { sketchValue } from './sketch.ts'

/** An id and the expression that it was read by. */
export interface FoundId {
  readonly value: Id
  readonly expression: string
}

/** The id of the item that an exchange of `resource.create` created: from the documented place, else from a likely one in the response. */
export const findCreatedId = (resource: Resource, exchange: ExpressionSource): FoundId | undefined => {
  const { json } = exchange.response
  const query = idQueryOf(resource)
  const seen =
    json === undefined ? [] : findIds(sketchValue(json), query).map((pointer) => `$response.body#${pointer}`)
  for (const expression of new Set([...resource.createdId, ...seen])) {
    const property = expression.slice(expression.lastIndexOf('/') + 1)
    const value = evaluateExpressions(expression, exchange)
      .map((each) => idOf(each, property, query) ?? each)
      .find(isId)
    if (value !== undefined) return { value, expression }
  }
  return undefined
}

/** A value of an id. */
export type Id = string | number | bigint

/** Whether a value may be an id: a number or a text that is not empty. */
export const isId = (value: Json): value is Id =>
  isNumber(value) || (typeof value === 'string' && value !== '')

/** An item of a list, with its id if the list shows it. */
export interface ListedItem {
  readonly value: Json
  readonly id: Id | undefined
}

/** The items of a response to `resource.list`: from the documented place, else from a likely one; undefined if there is no list. */
export const readListedItems = (
  resource: Resource,
  { response }: Pick<Exchange, 'response'>,
): readonly ListedItem[] | undefined => {
  const { json } = response
  if (json === undefined) return undefined
  const declared =
    resource.list?.itemsPointer === undefined ? undefined : findAt(json, resource.list.itemsPointer)
  const seen = findItems(sketchValue(json), resource.name)
  const items = Array.isArray(declared) ? declared : seen && findAt(json, seen.pointer)
  if (!Array.isArray(items)) return undefined
  return items.map((value) => ({ value: flatten(value), id: listedId(resource, value) }))
}

const listedId = (resource: Resource, item: Json): Id | undefined => {
  const query = idQueryOf(resource)
  const pointer = resource.list?.idPointer ?? findItemId(sketchValue(item), query)
  const value = pointer === undefined ? undefined : readId(item, pointer, query)
  return value !== undefined && isId(value) ? value : undefined
}

/**
 * Finds the item that a response shows, without its envelope: the object that has the id, else the only wrapped object. Undefined if there
 * is none.
 */
export const findShownItem = (
  resource: Resource,
  { response }: Pick<Exchange, 'response'>,
): JsonObject | undefined => {
  const { json } = response
  if (json === undefined || !isObject(json)) return undefined
  const sketch = sketchValue(json)
  const [id] = resource.kind === 'singleton' ? [] : findIds(sketch, idQueryOf(resource))
  const [, wrapped] = Object.keys(json).length <= 2 ? wrappedIn(sketch, resource.name) : []
  const tokens = id === undefined ? (wrapped?.pointer ?? []) : parsePointer(id).slice(0, -1)
  const found = findAt(json, appendTokens('', ...tokens))
  return found !== undefined && isObject(found) ? found : undefined
}

/** An item with its `attributes` (JSON:API 1.1, 7.2.2) beside its id. */
const flatten = (item: Json): Json => {
  const attributes = own(item, 'attributes')
  return isObject(item) && isObject(attributes) ? { ...attributes, ...item } : item
}
