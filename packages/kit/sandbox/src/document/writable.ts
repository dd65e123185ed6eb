import type { ApiOperation } from '@contract-kit/openapi'
import { findBodyMedia, sketchSchema, wrappedIn, type Sketch } from '@contract-kit/resources/exchanges'
import { descend } from './places.ts'
import type { Kind } from './kinds.ts'

const known = new WeakMap<Kind, ReadonlySet<string>>()

/** The properties of an item that a request may set. All others are the server's. */
export function writableNames(kind: Kind): ReadonlySet<string> {
  const cached = known.get(kind)
  if (cached !== undefined) return cached
  const names = writtenOutlines(kind).flatMap((sketch) =>
    [...sketch.fields()].flatMap(([name, field]) => (field.isReadOnly ? [] : [name])),
  )
  const found = new Set(names)
  known.set(kind, found)
  return found
}

/** The outlines of the item in the requests that write it. */
export const writtenOutlines = ({ resources }: Kind): readonly Sketch[] =>
  resources.flatMap(({ create, replace, patch }) =>
    [create, replace, patch].flatMap((call) => (call === undefined ? [] : objectsIn(call.operation))),
  )

/** Any object of the body that may be the item, in an envelope and as its `attributes` (JSON:API) too. */
function objectsIn(operation: ApiOperation): readonly Sketch[] {
  const outline = bodyOutline(operation)
  if (outline === undefined) return []
  return [outline, ...wrappedIn(outline, '').flatMap(({ pointer }) => descend(outline, pointer) ?? [])]
}

/** The outline of what the body of an operation may hold; undefined if it takes none. */
export function bodyOutline({ body }: ApiOperation): Sketch | undefined {
  const schema = body && findBodyMedia(body)?.schema
  return schema && sketchSchema(schema)
}
