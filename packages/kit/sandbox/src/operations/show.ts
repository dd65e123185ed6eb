import { isObject, type Json, own } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import { essenceOf, type ApiMedia, type ApiResponse } from '@contract-kit/openapi'
import { findJsonMedia, sketchSchema } from '@contract-kit/resources/exchanges'
import { type Kind, pathOfItem } from '../document/kinds.ts'
import { locateItem } from '../document/places.ts'
import { type Call, type Reply, textOf } from '../http/call.ts'
import { chooseMedia } from '../http/choose.ts'
import { showContent } from '../http/content.ts'
import { hasConditions, tagOf, versionHeaders } from '../http/conditions.ts'
import { fillHeaders } from '../http/headers.ts'
import { concreteType, isJsonMedia, writeBody } from '../http/represent.ts'
import type { Item } from '../state/item.ts'
import { fitValue, replaceAt } from '../values/fit.ts'
import type { World } from './world.ts'

/** Status and documented response of a successful request. */
export interface Success {
  readonly status: number
  readonly response: ApiResponse | undefined
}

/** The response for one item. */
export function showItem(
  world: World,
  { status, response }: Success,
  kind: Kind,
  item: Item,
  call: Call,
  headers: Readonly<Record<string, string | undefined>> = {},
): Reply {
  const isReadable = kind.resource.read?.id?.location === 'path'
  const location = isReadable ? call.basePath + pathOfItem(kind, item.key) : undefined
  const filled = fillHeaders(response, world.clock.now(), { ...versionHeaders(item), location, ...headers })
  const tag = hasConditions(kind) ? { etag: tagOf(item) } : {}
  const sent = showContent(item.content, { status, response }, call, { ...tag, ...filled })
  if (sent !== undefined) return sent
  return showMedia(
    { status, response },
    call,
    { ...tag, ...filled },
    (media, schema) => (isText(media, schema) ? placeItem : bodyOf)(kind, item, schema),
    'item',
  )
}

/** The body for an item. Stored items are immutable, so each body is computed once per version. */
const bodyOf = (kind: Kind, item: Item, schema: SchemaNode): Json => bodiesOf(item)(kind)(schema)

const bodiesOf = oncePer((item: Item) =>
  oncePer((kind: Kind) =>
    oncePer((schema: SchemaNode) =>
      fitValue(schema, scalarOf(kind, item, schema) ?? placeItem(kind, item, schema)),
    ),
  ),
)

/** The id, if the response schema is a text or number: some create operations return only that. */
function scalarOf({ idName }: Kind, item: Item, schema: SchemaNode): Json | undefined {
  const types = sketchSchema(schema).types
  const isScalar = types.size > 0 && !types.has('object') && !types.has('array')
  return isScalar && idName !== undefined ? own(item.value, idName) : undefined
}

function placeItem(kind: Kind, item: Item, schema: SchemaNode): Json {
  const sketch = sketchSchema(schema)
  if (sketch.fields().size === 0) return sketch.types.has('array') ? [item.value] : item.value
  const place = locateItem(sketch, kind.name, kind.idQuery)
  return place === undefined ? item.value : replaceAt({}, place.path, item.value)
}

/** The response with a body made for its schema. */
export function showBody(
  success: Success,
  call: Call,
  headers: Record<string, string>,
  make: (schema: SchemaNode) => Json,
  holds: 'item' | 'items' = 'items',
): Reply {
  return showMedia(
    success,
    call,
    headers,
    (media, schema) => (isText(media, schema) ? make(schema) : fitValue(schema, make(schema))),
    holds,
  )
}

/** Whether a body is text, such as CSV, into which the value must be converted. */
const isText = ({ contentType, schema }: ApiMedia, shown: SchemaNode): boolean =>
  schema === shown && !isJsonMedia(essenceOf(contentType))

/** The response with a body that already matches the schema. */
export function showMedia(
  { status, response }: Success,
  call: Call,
  headers: Record<string, string>,
  make: (media: ApiMedia, schema: SchemaNode) => Json,
  holds: 'item' | 'items' = 'items',
): Reply {
  if (response === undefined || response.media.length === 0 || status === 204 || status === 304)
    return { status, headers }
  // If 406 is documented, `Accept` was checked before any change.
  const accept = textOf(call.headers['accept'])
  const media = chooseMedia(response.media, accept) ?? chooseMedia(response.media, undefined)
  if (media === undefined) return { status, headers }
  const { contentType, schema } = media
  const mediaType = concreteType(contentType)
  if (schema === undefined && isJsonMedia(essenceOf(contentType)))
    return { status, headers, mediaType, body: media.examples[0]?.value ?? {} }
  if (schema === undefined || !isJsonMedia(essenceOf(contentType))) {
    // Other media types represent the value of the JSON response.
    const shown = findJsonMedia(response.media)?.schema
    const value = shown === undefined ? schema && make(media, schema) : make(media, shown)
    const rows = holds === 'items' && value !== undefined ? (findRows(value, 0) ?? value) : value
    return { status, headers, mediaType, body: writeBody(media, rows, response.media) }
  }
  return { status, headers, mediaType, body: make(media, schema) }
}

/** The items of a page: the first list in a value. */
function findRows(value: Json, depth: number): Json[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value) || depth > 2) return undefined
  for (const part of Object.values(value)) {
    const rows = findRows(part, depth + 1)
    if (rows !== undefined) return rows
  }
  return undefined
}
