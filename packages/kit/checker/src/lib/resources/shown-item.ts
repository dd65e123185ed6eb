import type { Exchange } from '../run/exchange.ts'
import { appendTokens, findAt, parsePointer } from '../schema/json-pointer.ts'
import { isObject, type JsonObject } from '../schema/json.ts'
import { wrappedIn } from './envelope.ts'
import { findIds } from './find-id.ts'
import { idQueryOf } from './finish-resources.ts'
import type { Resource } from './resource-graph.ts'
import { sketchValue } from './sketch-value.ts'

/** The item that an answer shows, out of its envelope: the object that has the id, else the only one wrapped; undefined where there is none. */
export const findShownItem = (
  resource: Resource,
  { answer }: Pick<Exchange, 'answer'>,
): JsonObject | undefined => {
  const { json } = answer
  if (json === undefined || !isObject(json)) return undefined
  const sketch = sketchValue(json)
  const [id] = resource.kind === 'singleton' ? [] : findIds(sketch, idQueryOf(resource))
  const [, wrapped] = Object.keys(json).length <= 2 ? wrappedIn(sketch, resource.name) : []
  const tokens = id === undefined ? (wrapped?.pointer ?? []) : parsePointer(id).slice(0, -1)
  const found = findAt(json, appendTokens('', ...tokens))
  return found !== undefined && isObject(found) ? found : undefined
}
