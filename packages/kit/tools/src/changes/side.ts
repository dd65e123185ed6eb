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

/** One of the two documents, with what is found in it again and again. */
export interface Side {
  readonly name: 'base' | 'revision'
  readonly document: JsonObject
  /** OpenAPI 3.0 has a dialect of its own for schemas. */
  readonly isVersion30: boolean
  readonly resolver: Resolver
  /** The document as one of schemas, which are judged in it. */
  readonly set: SchemaSet
  /** The JSON Pointer of each object of the document. */
  readonly pointers: ReadonlyMap<object, string>
  /** Schemas that were read, by their source. */
  readonly schemas: Map<object, JsonObject>
}

/** Indexes a document, one of Swagger 2.0 as OpenAPI 3.0. Throws an InputError if it is none of both. */
export function readSide(name: Side['name'], source: object): Side {
  // A document that was read from YAML may have one object at several places, by anchors.
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

/** Where the sets of schemas have the document. */
export const DOCUMENT_URI = 'memory:/document.json'

/** The schema of an object of the document; undefined for one that was put together. */
export function nodeOf({ set, pointers }: Side, schema: Json | undefined): SchemaNode | undefined {
  const pointer = schema !== null && typeof schema === 'object' ? pointers.get(schema) : undefined
  return pointer === undefined ? undefined : unlessUnresolved(() => set.node(DOCUMENT_URI, pointer))
}

/** The object of the document that a schema stands for. */
export const sourceOf = ({ document }: Side, { pointer }: SchemaNode): Json | undefined =>
  findAt(document, pointer)

/**
 * The schema that a `$ref` or a `$dynamicRef` of a schema leads to, by a JSON Pointer, an anchor or an `$id`. The latter may lead elsewhere
 * in a schema that refers to this one, which is left to the judge.
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
 * The object that a node is or refers to. A reference may have a summary and a description of its own; what it refers to has
 * the rest. A reference that leads nowhere is an empty object.
 */
export function follow({ resolver }: Side, node: Json | undefined): JsonObject {
  return toObject(resolver.follow(node))
}

/** The JSON Pointer of a node, or of the first part of a node that was put together. */
export function pointerOf(side: Side, node: Json | undefined): string {
  if (node === null || typeof node !== 'object') return ''
  const own = side.pointers.get(node)
  if (own !== undefined) return own
  const inner = Object.values(node).map((child) => pointerOf(side, child))
  return inner.find((pointer) => pointer !== '') ?? ''
}
