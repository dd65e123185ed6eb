import { isNumber, isObject, type Json, own } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import { findBodyMedia, type Sketch, sketchSchema } from '@contract-kit/resources/exchanges'

/** Names of properties that number or tag the state of a thing, so that a change can say which state it is made on. */
const VERSION = /^(etag|resource_?version|((lock|row|entity)_?)?version|revision|rev)$/i

/** Names of the moment of the last change, which some APIs use in the same way. */
const MOMENT = /^(last_?)?(updated|modified|changed)(_?(at|on|date|time))?$/i

/** Names of the envelope around the properties of a thing, in JSON:API and Kubernetes. */
const WRAPPERS = /^(data|attributes|meta|metadata)$/i

/**
 * The body of a change with the state in which its thing was last shown: its id, and the version on which the change is made. A version
 * that is a text may be a value of the thing, such as the version of a program, unless the change requires it.
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

/** Words by which a description says that a change is made on a state. */
const LOCKING =
  /optimistic|concurren|stale|conflict|lost update|out(-| )?dated|current (version|revision)|last read/i

/**
 * The property of a change's body that says on which state it is made, as names from the body down; undefined if there is none. The
 * document must say that another state is rejected: by 409 or 412, and by requiring the property or describing what it is for.
 */
export const findVersion = (operation: ApiOperation): readonly string[] | undefined =>
  operation.responses.has('409') || operation.responses.has('412')
    ? versionIn(bodySketch(operation), [])
    : undefined

/** Whether an operation changes an item, and only on its current version. */
export const isVersioned = (operation: ApiOperation): boolean =>
  /^(PUT|PATCH)$/.test(operation.method) && findVersion(operation) !== undefined

const isDescribed = ({ nodes }: Sketch): boolean =>
  nodes.some((node) => {
    const description = findKeyword(node, 'description')
    return typeof description === 'string' && LOCKING.test(description)
  })

const versionIn = (sketch: Sketch | undefined, path: readonly string[]): readonly string[] | undefined => {
  for (const [name, field] of sketch?.fields() ?? []) {
    if (WRAPPERS.test(name)) {
      const inner = versionIn(field.sketch, [...path, name])
      if (inner !== undefined) return inner
    }
    // Many documents use one schema for both directions: what is read-only there is no part of a request.
    if (field.isReadOnly || !(VERSION.test(name) || MOMENT.test(name))) continue
    if (field.isRequired || isDescribed(field.sketch)) return [...path, name]
  }
  return undefined
}
