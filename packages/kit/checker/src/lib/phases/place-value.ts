import type { InputPlace } from '../resources/resource-graph.ts'
import { parsePointer } from '../schema/json-pointer.ts'
import { isObject, type Json } from '../schema/json.ts'
import type { RequestValues } from '../wire/request-values.ts'
import { withBody, withParameter } from './with-value.ts'

/**
 * The same request with a value at a place; `*` in a body pointer stands for every item. Undefined where the request has no such place:
 * a body without the property is left as it is, unless properties may be added to the objects it has.
 */
export const placeValue = (
  values: RequestValues,
  { location, name }: InputPlace,
  value: Json,
  mayAdd: 'add' | 'replace' = 'replace',
): RequestValues | undefined => {
  if (location !== 'body') return withParameter(values, location, name, value)
  if (values.body === undefined) return undefined
  const changed = replaceAt(values.body.value, parsePointer(name), value, mayAdd === 'add')
  return changed === undefined ? undefined : withBody(values, values.body.contentType, changed)
}

const replaceAt = (
  current: Json,
  [token, ...rest]: readonly string[],
  value: Json,
  mayAdd: boolean,
): Json | undefined => {
  if (token === undefined) return Array.isArray(current) || isObject(current) ? undefined : value
  if (Array.isArray(current)) {
    const items =
      token === '*' ? current.map((item) => replaceAt(item, rest, value, mayAdd) ?? item) : current
    return token === '*' && current.length > 0 ? items : undefined
  }
  if (!isObject(current)) return undefined
  const before = Object.hasOwn(current, token) ? current[token] : undefined
  if (before === undefined && (!mayAdd || rest.length > 0)) return undefined
  const after = before === undefined ? value : replaceAt(before, rest, value, mayAdd)
  return after === undefined ? undefined : { ...current, [token]: after }
}
