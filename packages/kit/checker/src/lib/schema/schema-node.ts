import type { Json, JsonObject } from './json.ts'

/** Which way a body travels: `request` leaves readOnly properties out, `response` writeOnly ones. */
export type Direction = 'request' | 'response'

/** How keywords are read: JSON Schema 2020-12 (OpenAPI 3.1), or the older dialect of OpenAPI 3.0. */
export type Dialect = '2020-12' | 'openapi-3.0'

/** What a node needs of the set it belongs to: the ways from one schema to another. */
export interface SchemaSource {
  /** The schema at a JSON Pointer of a document. Throws UnresolvedReferenceError where there is none. */
  node(documentUri: string, pointer?: string): SchemaNode
  /** The subschema below a node: `child(node, 'properties', 'id')`. Throws UnresolvedReferenceError where there is none. */
  child(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode
  /** The schema that a `$ref` written in `from` leads to. Throws UnresolvedReferenceError where it leads nowhere. */
  resolve(from: SchemaNode, reference: string): SchemaNode
  /** The `$dynamicAnchor` of one name in one schema resource, or undefined. */
  findDynamicAnchor(baseUri: string, name: string): SchemaNode | undefined
  /** Whether the keywords of a vocabulary count in a schema resource (JSON Schema 2020-12 Core, 8.1.2). */
  usesVocabulary(baseUri: string, vocabularyUri: string): boolean
}

/** A schema at its place: what it says, where it stands, and against which URI its references resolve. */
export interface SchemaNode {
  readonly set: SchemaSource
  /** The document that holds the schema, as it was added to the set; without a fragment. */
  readonly documentUri: string
  /** JSON Pointer of the schema in that document. */
  readonly pointer: string
  /** The base URI of references below: the nearest `$id`, else the document's URI; without a fragment. */
  readonly baseUri: string
  readonly dialect: Dialect
  /** The schema in the terms of JSON Schema 2020-12, whatever the dialect of its document. */
  readonly schema: boolean | JsonObject
}

/** A name for the place of a schema, unique in its set. */
export const placeOf = (node: SchemaNode): string => `${node.documentUri}#${node.pointer}`

/** What a keyword holds, or undefined where the schema is a boolean or does not use it. */
export const keywordOf = (node: SchemaNode, keyword: string): Json | undefined =>
  typeof node.schema === 'boolean' || !Object.hasOwn(node.schema, keyword) ? undefined : node.schema[keyword]
