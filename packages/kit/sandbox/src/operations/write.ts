import { createHash } from 'node:crypto'
import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { wrappedIn, type Sketch } from '@contract-kit/resources/exchanges'
import { wordsOf } from '@contract-kit/resources/words'
import type { Kind } from '../document/kinds.ts'
import { bodyOutline, writtenOutlines } from '../document/writable.ts'
import type { Call, Input } from '../http/call.ts'
import { follow } from '../values/fit.ts'

/** The item properties in a request, without envelope and server-set properties. */
export function writtenBy(operation: ApiOperation, kind: Kind, input: Input, { log }: Call): JsonObject {
  const written = propertiesOf(operation, kind, input)
  const given = Object.keys(itemIn(operation, kind, input) ?? {})
  const known = new Set(
    [...kind.shown, ...writtenOutlines(kind)].flatMap((sketch) => [...sketch.fields().keys()]),
  )
  const remark = (names: readonly string[], why: string): void => {
    if (names.length > 0) log?.remarks.push(`ignored ${names.join(', ')}: ${why}`)
  }
  remark(
    given.filter((name) => !Object.hasOwn(written, name)),
    'set by the server only',
  )
  remark(
    Object.keys(written).filter((name) => known.size > 0 && !known.has(name)),
    'not in any schema',
  )
  return { ...describeContent(kind, input), ...written }
}

/** The part of a body that is the item, without its envelope. */
function itemIn(operation: ApiOperation, kind: Kind, { body }: Input): JsonObject | undefined {
  if (!isObject(body) || body instanceof Uint8Array) return undefined
  let inner: Json = body
  for (const name of envelopeIn(operation, kind)) inner = own(inner, name) ?? null
  return isObject(inner) ? inner : undefined
}

const envelopeIn = (operation: ApiOperation, kind: Kind): readonly string[] => {
  const outline = bodyOutline(operation)
  return outline === undefined ? [] : envelopeOf(outline, kind)
}

function propertiesOf(operation: ApiOperation, kind: Kind, input: Input): JsonObject {
  const inner = itemIn(operation, kind, input)
  if (inner === undefined) return {}
  const outline = bodyOutline(operation)
  const sketch = outline && follow(outline, envelopeIn(operation, kind))
  const shown = kind.shown.map((one) => one.fields())
  const names = sketch?.fields() ?? new Map<string, never>()
  // A property that occurs only in responses is server-set, unless the request schema allows additional properties.
  const isServers = (name: string): boolean =>
    names.size === 0
      ? shown.some((fields) => fields.get(name)?.isReadOnly === true)
      : !names.has(name) && shown.some((fields) => fields.has(name))
  const allowed = Object.entries(inner).filter(([name]) => !isServers(name))
  return withoutReadOnly(sketch, Object.fromEntries(allowed), 0) as JsonObject
}

/** A value without its read-only properties. */
function withoutReadOnly(sketch: Sketch | undefined, value: Json, depth: number): Json {
  if (sketch === undefined || depth > 6) return value
  if (Array.isArray(value)) {
    const items = sketch.items()
    return items === undefined ? value : value.map((item) => withoutReadOnly(items, item, depth + 1))
  }
  if (!isObject(value)) return value
  const fields = sketch.fields()
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => fields.get(name)?.isReadOnly !== true)
      .map(([name, part]) => [name, withoutReadOnly(fields.get(name)?.sketch, part, depth + 1)]),
  )
}

/** The path to the item in a request: the object that shares the most properties with the response's item. */
export function envelopeOf(outline: Sketch, kind: Kind): readonly string[] {
  const names = new Set(kind.shown.flatMap((sketch) => [...sketch.fields().keys()]))
  const shared = (sketch: Sketch): number =>
    [...sketch.fields().keys()].filter((name) => names.has(name)).length
  const candidates = wrappedIn(outline, kind.name).map(({ pointer, sketch }) => ({
    pointer,
    count: shared(sketch),
  }))
  const best = candidates.toSorted((one, other) => other.count - one.count)[0]
  return best === undefined || best.count === 0 ? [] : best.pointer
}

/** A file in a request. */
interface Content {
  readonly bytes: Uint8Array
  readonly name: string | undefined
  readonly mediaType: string
}

/** Server-set file properties of an item: name, size, media type and checksum. */
function describeContent(kind: Kind, input: Input): JsonObject {
  const content = contentOf(input)
  if (content === undefined) return {}
  const described = kind.shown.flatMap((sketch) => [...sketch.fields()])
  return Object.fromEntries(
    described.flatMap(([name, field]) => {
      const value = describeBy(name, content)
      return value !== undefined && field.sketch.accepts(value) ? [[name, value] as const] : []
    }),
  )
}

function contentOf({ files, body, mediaType }: Input): Content | undefined {
  const [file] = files ?? []
  if (file !== undefined) return file
  return body instanceof Uint8Array
    ? { bytes: body, name: undefined, mediaType: mediaType ?? 'application/octet-stream' }
    : undefined
}

/** A property of a file, by name. */
export function describeBy(name: string, { bytes, name: fileName, mediaType }: Content): Json | undefined {
  const joined = wordsOf(name).join('')
  if (fileNames.has(joined)) return fileName
  if (sizes.has(joined)) return bytes.byteLength
  if (mediaTypes.has(joined)) return mediaType
  const [, algorithm] = /^(sha1|sha256|sha512|md5)(?:sum|hash|checksum|digest)?$/.exec(joined) ?? []
  return algorithm === undefined ? undefined : createHash(algorithm).update(bytes).digest('hex')
}

const fileNames = new Set(['name', 'filename', 'originalname', 'originalfilename'])
const sizes = new Set([
  'size',
  'bytes',
  'length',
  'filesize',
  'sizebytes',
  'sizeinbytes',
  'contentlength',
  'bytesize',
])
const mediaTypes = new Set(['mediatype', 'contenttype', 'mimetype', 'mime', 'filetype'])
