import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { entityOf } from '@contract-kit/resources/words'
import { bodyOutline } from './writable.ts'
import type { Kind } from './kinds.ts'

/**
 * The items that one request creates together: a body that is a list, or a list named after the kind. For example, `{ "lines": [...] }`
 * sent to `/orders/{id}/lines`. Undefined for a request that creates one item.
 */
export function readBatch(
  operation: ApiOperation,
  kind: Kind,
  body: unknown,
): readonly JsonObject[] | undefined {
  const outline = bodyOutline(operation)
  const sent = body as Json
  if (outline === undefined || sent === undefined) return undefined
  if (Array.isArray(sent))
    return outline.types.has('object') ? undefined : sent.filter((one) => isObject(one))
  const named = [...outline.fields()].find(
    ([name, { sketch }]) =>
      entityOf(name) === kind.name &&
      sketch.types.has('array') &&
      // A list that is a property of the item belongs to that item.
      !kind.shown.some((shown) => shown.fields().has(name)),
  )
  const list = named && isObject(sent) ? own(sent, named[0]) : undefined
  return Array.isArray(list) ? list.filter((one) => isObject(one)) : undefined
}
