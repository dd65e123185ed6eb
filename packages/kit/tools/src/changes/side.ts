import { convertSwagger, createResolver, type Resolver } from '@contract-kit/openapi'
import { appendTokens, findAt, parseJson, writeJson } from '@contract-kit/json-schema/json'
import {
  findReferenced,
  keywordOf,
  type SchemaNode,
  SchemaSet,
  unlessUnresolved,
} from '@contract-kit/json-schema/schemas'
import { type Json, type JsonObject, toObject } from '../documents/json.ts'
import { InputError } from '../input-error.ts'

/** One of the two documents, with its indexes and caches. */
export interface Side {
  readonly name: 'base' | 'revision'
  readonly document: JsonObject
  /** OpenAPI 3.0 has a dialect of its own for schemas. */
  readonly isVersion30: boolean
  readonly resolver: Resolver
  /** The document as a set of schemas, for validation. */
  readonly set: SchemaSet
  /** The JSON Pointer of each object of the document. */
  readonly pointers: ReadonlyMap<object, string>
  /** Schemas that were read, by their source. */
  readonly schemas: Map<object, JsonObject>
}

/** Indexes a document; converts Swagger 2.0 to OpenAPI 3.0. Throws an InputError for any other format. */
export function readSide(name: Side['name'], source: object): Side {
  // YAML anchors put one object at several places.
  const written = parseJson(writeJson(source)) as JsonObject
  const document = toObject(convertSwagger(written) ?? written)
  const { openapi } = document
  if (typeof openapi !== 'string' || !/^3\.[012]\b/.test(openapi)) {
    const found = `"openapi" is ${JSON.stringify(openapi)}`
    throw new InputError(`The ${name} is not a document of OpenAPI 3.0, 3.1 or 3.2: ${found}.`)
  }
  const pointers = new Map<object, string>()
  const index = (node: Json, pointer: string): void => {
    if (node === null || typeof node !== 'object' || pointers.has(node)) return
    pointers.set(node, pointer)
    for (const [key, child] of Object.entries(node)) index(child, appendTokens(pointer, key))
  }
  index(document, '')
  const isVersion30 = openapi.startsWith('3.0')
  const set = new SchemaSet()
  set.addDocument(DOCUMENT_URI, document, isVersion30 ? 'openapi-3.0' : '2020-12')
  return {
    name,
    document,
    isVersion30,
    resolver: createResolver(document),
    set,
    pointers,
    schemas: new Map(),
  }
}

/** The URI of the document in its schema set. */
export const DOCUMENT_URI = 'memory:/document.json'

/** The schema of an object of the document; undefined for a composed one. */
export function nodeOf({ set, pointers }: Side, schema: Json | undefined): SchemaNode | undefined {
  const pointer = schema !== null && typeof schema === 'object' ? pointers.get(schema) : undefined
  return pointer === undefined ? undefined : unlessUnresolved(() => set.node(DOCUMENT_URI, pointer))
}

/** The source object of a schema. */
export const sourceOf = ({ document }: Side, { pointer }: SchemaNode): Json | undefined =>
  findAt(document, pointer)

/**
 * The target of a `$ref` or a `$dynamicRef`, by JSON Pointer, anchor or `$id`. A `$dynamicRef` may have another target
 * in a schema that refers to this one; only the validator resolves that.
 */
export function targetOf(side: Side, schema: JsonObject): Json | undefined {
  const node = nodeOf(side, schema)
  if (node === undefined) return undefined
  const dynamic = keywordOf(node, '$dynamicRef')
  const target =
    findReferenced(node) ??
    (typeof dynamic === 'string' ? unlessUnresolved(() => side.set.resolve(node, dynamic)) : undefined)
  return target && sourceOf(side, target)
}

/**
 * The object of a node after references. A reference may override summary and description; its target has
 * the rest. A broken reference becomes an empty object.
 */
export function follow({ resolver }: Side, node: Json | undefined): JsonObject {
  return toObject(resolver.follow(node))
}

/** The JSON Pointer of a node, or of the first part of a composed node. */
export function pointerOf(side: Side, node: Json | undefined): string {
  if (node === null || typeof node !== 'object') return ''
  const own = side.pointers.get(node)
  if (own !== undefined) return own
  const inner = Object.values(node).map((child) => pointerOf(side, child))
  return inner.find((pointer) => pointer !== '') ?? ''
}
