import { isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import { findBodyMedia, type Sketch, sketchSchema } from '@contract-kit/resources/exchanges'

/** Property names of versions and tags, by which a change refers to a state. */
const VERSION = /^(etag|resource_?version|((lock|row|entity)_?)?version|revision|rev)$/i

/** Property names of the last change time, which some APIs use as a version. */
const MOMENT = /^(last_?)?(updated|modified|changed)(_?(at|on|date|time))?$/i

/** Names of envelopes around properties in JSON:API and Kubernetes. */
const WRAPPERS = /^(data|attributes|meta|metadata)$/i

/**
 * Adds the last shown state of the item to the body of a change: id and version. A text version may be ordinary data, such as a program
 * version, unless the change requires it.
 */
export const withState = (operation: ApiOperation, sent: Json, shown: Json): Json =>
  mergeState(sent, shown, bodySketch(operation))

const mergeState = (sent: Json, shown: Json, sketch: Sketch | undefined): Json => {
  if (!isObject(sent) || !isObject(shown)) return sent
  const fields = sketch?.fields()
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const held = own(shown, name)
      const field = fields?.get(name)
      if (held === undefined) return [name, value]
      if (WRAPPERS.test(name)) return [name, mergeState(value, held, field?.sketch)]
      const isState =
        /^id$/i.test(name) ||
        MOMENT.test(name) ||
        (VERSION.test(name) &&
          (isNumber(held) || /^(etag|resource)/i.test(name) || field?.isRequired === true))
      return [name, isState ? held : value]
    }),
  )
}

const bodySketch = ({ body }: ApiOperation): Sketch | undefined => {
  const schema = body && findBodyMedia(body)?.schema
  return schema && sketchSchema(schema)
}

/** Words in a description that indicate optimistic locking. */
const LOCKING =
  /optimistic|concurren|stale|conflict|lost update|out(-| )?dated|(current|latest) (version|revision)|(not|no longer) (the )?(current|latest)|last read/i

/**
 * The version property in a change's body, as names from the root; undefined if there is none. The document must state that outdated
 * versions are rejected: a 409 or 412 whose description names the property, or else a required or described property.
 */
export const findVersion = (operation: ApiOperation): readonly string[] | undefined => {
  const rejections = ['409', '412'].flatMap((status) => operation.responses.get(status)?.description ?? [])
  const isNamed = (name: string): boolean =>
    rejections.some((text) => LOCKING.test(text) && new RegExp(`\\b${name}\\b`, 'i').test(text))
  return rejections.length === 0 ? undefined : versionIn(bodySketch(operation), [], isNamed)
}

/** Whether an operation changes an item only on its current version. */
export const isVersioned = (operation: ApiOperation): boolean =>
  /^(PUT|PATCH)$/.test(operation.method) && findVersion(operation) !== undefined

const isDescribed = ({ nodes }: Sketch): boolean =>
  nodes.some((node) => {
    const description = findKeyword(node, 'description')
    return typeof description === 'string' && LOCKING.test(description)
  })

const versionIn = (
  sketch: Sketch | undefined,
  path: readonly string[],
  isNamed: (name: string) => boolean,
): readonly string[] | undefined => {
  for (const [name, field] of sketch?.fields() ?? []) {
    if (WRAPPERS.test(name)) {
      const inner = versionIn(field.sketch, [...path, name], isNamed)
      if (inner !== undefined) return inner
    }
    // Many documents share one schema for both directions; its read-only properties are not part of a request.
    if (field.isReadOnly || !(VERSION.test(name) || MOMENT.test(name))) continue
    if (field.isRequired || isDescribed(field.sketch) || isNamed(name)) return [...path, name]
  }
  return undefined
}
