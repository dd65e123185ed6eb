import { convertSwagger, createResolver, type Resolver } from '@contract-kit/openapi'
import { appendTokens, parseJson, writeJson } from '@contract-kit/json-schema/json'
import { type Json, type JsonObject, toObject } from '../documents/json.ts'
import { InputError } from '../input-error.ts'

/** One of the two documents, with what is found in it again and again. */
export interface Side {
  readonly name: 'base' | 'revision'
  readonly document: JsonObject
  /** OpenAPI 3.0 has a dialect of its own for schemas. */
  readonly isVersion30: boolean
  readonly resolver: Resolver
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
  const resolver = createResolver(document)
  return { name, document, isVersion30: openapi.startsWith('3.0'), resolver, pointers, schemas: new Map() }
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
