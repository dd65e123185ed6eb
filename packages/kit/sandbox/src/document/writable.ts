import { oncePer } from '@contract-kit/json-schema/memo'
import type { ApiOperation } from '@contract-kit/openapi'
import { findBodyMedia, sketchSchema, wrappedIn, type Sketch } from '@contract-kit/resources/exchanges'
import type { Kind } from './kinds.ts'
import { follow } from '../values/fit.ts'

/** The properties of an item that a request may set. The server sets all others. */
export const writableNames = oncePer((kind: Kind): ReadonlySet<string> => {
  const fields = writtenOutlines(kind).flatMap((sketch) => [...sketch.fields()])
  return new Set(fields.flatMap(([name, { isReadOnly }]) => (isReadOnly ? [] : [name])))
})

/** The outlines of the item in the requests that write it. */
export const writtenOutlines = ({ resources }: Kind): readonly Sketch[] =>
  resources.flatMap(({ create, replace, patch }) =>
    [create, replace, patch].flatMap((call) => (call === undefined ? [] : objectsIn(call.operation))),
  )

/** All objects of the body that may be the item, including an envelope and `attributes` (JSON:API). */
function objectsIn(operation: ApiOperation): readonly Sketch[] {
  const outline = bodyOutline(operation)
  if (outline === undefined) return []
  return [outline, ...wrappedIn(outline, '').flatMap(({ pointer }) => follow(outline, pointer) ?? [])]
}

/** The outline of the body of an operation; undefined if it has none. */
export function bodyOutline({ body }: ApiOperation): Sketch | undefined {
  const schema = body && findBodyMedia(body)?.schema
  return schema && sketchSchema(schema)
}
