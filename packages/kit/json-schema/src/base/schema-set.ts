import { oncePer, oncePerName, remembered } from './bounded-cache.ts'
import {
  appendTokens,
  findAt,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  own,
  parsePointer,
} from './json.ts'
import { dataKeywords, subschemaKeywords } from './subschema-keywords.ts'
import { normalizeUri, resolveUri } from './uris.ts'
import type { KnownFormat } from '../text/custom-formats.ts'

interface SetDocument {
  readonly root: Json
  readonly dialect: Dialect
}

/**
 * Documents that refer to each other by URI. Nodes are made once per place, so two nodes of one place are the same
 * object and can key a Map.
 */
export class SchemaSet implements SchemaSource {
  readonly #documents = new Map<string, SetDocument>()
  readonly #resources = new Map<string, SchemaPlace>()
  readonly #anchors = new Map<string, SchemaPlace>()
  readonly #dynamicAnchors = new Set<string>()
  readonly #metaschemas = new Map<string, string>()
  readonly #nodes = new Map<string, SchemaNode>()
  readonly #children = oncePer((_parent: SchemaNode) => new Map<string, SchemaNode>())
  readonly #targets = oncePerName((from: SchemaNode, reference) => this.#resolve(from, reference))
  readonly #formats: ReadonlyMap<string, KnownFormat>

  /** `formats` holds custom formats by the names that schemas use. */
  constructor(formats: ReadonlyMap<string, KnownFormat> = new Map()) {
    this.#formats = formats
  }

  /** Adds a document under an absolute URI without a fragment; its `$id`s and anchors can be referred to from now on. */
  addDocument(uri: string, root: Json, dialect: Dialect = '2020-12'): void {
    this.#documents.set(uri, { root, dialect })
    const base = normalizeUri(uri)
    this.#resources.set(base, { documentUri: uri, pointer: '' })
    // OpenAPI 3.0 has neither $id nor anchors: there, they are data.
    if (dialect === 'openapi-3.0') return
    for (const found of findIdentifiers(root, base)) {
      const place: SchemaPlace = { documentUri: uri, pointer: found.pointer }
      if (found.kind === 'metaschema') this.#metaschemas.set(found.baseUri, found.name)
      else if (found.kind === 'resource') this.#resources.set(found.baseUri, place)
      else {
        const key = `${found.baseUri}#${found.name}`
        this.#anchors.set(key, place)
        if (found.kind === 'dynamic-anchor') this.#dynamicAnchors.add(key)
      }
    }
  }

  /** Whether a reference to this URI, without a fragment, leads somewhere. */
  hasDocument(uri: string): boolean {
    return this.#resources.has(normalizeUri(uri))
  }

  node(documentUri: string, pointer = ''): SchemaNode {
    const known = this.#nodes.get(`${documentUri}#${pointer}`)
    if (known !== undefined) return known
    const document = this.#documents.get(documentUri)
    if (document === undefined) {
      throw new UnresolvedReferenceError(
        `${documentUri}#${pointer}`,
        documentUri,
        'the document is not known',
      )
    }
    const { root, dialect } = document
    const value = withFormat(findAt(root, pointer), this.#formats)
    if (typeof value !== 'boolean' && !isObject(value))
      throw new UnresolvedReferenceError(`#${pointer}`, documentUri)
    const schema = dialect === 'openapi-3.0' && isObject(value) ? normalizeOpenApi30(value) : value
    const baseUri = baseUriAt(document, pointer, normalizeUri(documentUri))
    const node: SchemaNode = { set: this, documentUri, pointer, baseUri, dialect, schema }
    this.#nodes.set(placeOf(node), node)
    return node
  }

  child(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode {
    const below = appendTokens('', ...tokens)
    return remembered(this.#children(node), below, () => this.node(node.documentUri, node.pointer + below))
  }

  resolve(from: SchemaNode, reference: string): SchemaNode {
    return this.#targets(from, reference)
  }

  #resolve(from: SchemaNode, reference: string): SchemaNode {
    const { uri, fragment } = resolveUri(reference, from.baseUri)
    const found = this.#find(uri, fragment)
    if (found === undefined) throw new UnresolvedReferenceError(reference, placeOf(from))
    if (!reference.startsWith('#/') || this.#holds(found)) return this.node(found.documentUri, found.pointer)
    // Below an `$id`, `#/components/…` leads into the schema with that `$id`. Authors mean the OpenAPI document.
    const meant = { documentUri: from.documentUri, pointer: fragment }
    const { documentUri, pointer } = this.#holds(meant) ? meant : found
    return this.node(documentUri, pointer)
  }

  findDynamicAnchor(baseUri: string, name: string): SchemaNode | undefined {
    const key = `${baseUri}#${name}`
    const found = this.#dynamicAnchors.has(key) ? this.#anchors.get(key) : undefined
    return found && this.node(found.documentUri, found.pointer)
  }

  usesVocabulary(baseUri: string, vocabularyUri: string): boolean {
    const metaschema = this.#find(this.#metaschemas.get(baseUri) ?? '', '')
    if (metaschema === undefined) return true
    const vocabulary = own(this.node(metaschema.documentUri, metaschema.pointer).schema, '$vocabulary')
    return !isObject(vocabulary) || Object.hasOwn(vocabulary, vocabularyUri)
  }

  #holds({ documentUri, pointer }: SchemaPlace): boolean {
    const document = this.#documents.get(documentUri)
    return document !== undefined && findAt(document.root, pointer) !== undefined
  }

  #find(uri: string, fragment: string): SchemaPlace | undefined {
    const resource = this.#resources.get(uri)
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchors.get(`${uri}#${fragment}`)
    return resource && { documentUri: resource.documentUri, pointer: resource.pointer + fragment }
  }
}

/** Replaces the name of a custom format by its key. */
const withFormat = (
  schema: Json | undefined,
  formats: ReadonlyMap<string, KnownFormat>,
): Json | undefined => {
  if (formats.size === 0 || !isObject(schema)) return schema
  const name = own(schema, 'format')
  const format = typeof name === 'string' ? formats.get(name) : undefined
  return format === undefined ? schema : { ...schema, format: format.key }
}

/** The base URI at a pointer, including every `$id` on the way. */
const baseUriAt = ({ root, dialect }: SetDocument, pointer: string, documentBase: string): string => {
  if (dialect === 'openapi-3.0') return documentBase
  let baseUri = documentBase
  let value: Json | undefined = root
  for (const token of [undefined, ...parsePointer(pointer)]) {
    if (token !== undefined) value = memberOf(value, token)
    const id = own(value, '$id')
    if (typeof id === 'string') baseUri = resolveUri(id, baseUri).uri
  }
  return baseUri
}

/** The direction of a body: `request` omits readOnly properties, `response` writeOnly ones. */
export type Direction = 'request' | 'response'

/** How keywords are read: JSON Schema 2020-12 (OpenAPI 3.1), or the older dialect of OpenAPI 3.0. */
export type Dialect = '2020-12' | 'openapi-3.0'

/** The operations of a set that nodes use to reach other schemas. */
export interface SchemaSource {
  /** The schema at a JSON Pointer of a document. Throws UnresolvedReferenceError if there is none. */
  node(documentUri: string, pointer?: string): SchemaNode
  /** The subschema below a node: `child(node, 'properties', 'id')`. Throws UnresolvedReferenceError if there is none. */
  child(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode
  /** The schema that a `$ref` written in `from` leads to. Throws UnresolvedReferenceError if it leads nowhere. */
  resolve(from: SchemaNode, reference: string): SchemaNode
  /** The `$dynamicAnchor` of one name in one schema resource, or undefined. */
  findDynamicAnchor(baseUri: string, name: string): SchemaNode | undefined
  /** Whether the keywords of a vocabulary count in a schema resource (JSON Schema 2020-12 Core, 8.1.2). */
  usesVocabulary(baseUri: string, vocabularyUri: string): boolean
}

/** A schema at its place: its content, its position, and the base URI of its references. */
export interface SchemaNode {
  readonly set: SchemaSource
  /** The document that holds the schema, as it was added to the set; without a fragment. */
  readonly documentUri: string
  /** JSON Pointer of the schema in that document. */
  readonly pointer: string
  /** The base URI of references below: the nearest `$id`, else the document's URI; without a fragment. */
  readonly baseUri: string
  readonly dialect: Dialect
  /** The schema converted to JSON Schema 2020-12. */
  readonly schema: boolean | JsonObject
}

/** A name for the place of a schema, unique in its set. */
export const placeOf = (node: SchemaNode): string => `${node.documentUri}#${node.pointer}`

/** The value of a keyword; undefined if the schema is a boolean or does not use the keyword. */
export const keywordOf = (node: SchemaNode, keyword: string): Json | undefined =>
  typeof node.schema === 'boolean' || !Object.hasOwn(node.schema, keyword) ? undefined : node.schema[keyword]

/** A schema of OpenAPI 3.0 that is `nullable` and has an `enum` without null. By 3.0.3 null is not allowed, but most servers accept it. */
export const isNullDoubtful = (node: SchemaNode): boolean =>
  typeof node.schema === 'object' && doubtfulNulls.has(node.schema)

const doubtfulNulls = new WeakSet<object>()

/**
 * Converts one schema object of OpenAPI 3.0 to JSON Schema 2020-12; its subschemas stay unchanged (OpenAPI 3.0.3, "Schema Object").
 * Siblings of `$ref` are ignored there. `nullable` stays as well: the judge accepts null even if `type` is missing or `allOf` excludes it.
 */
export const normalizeOpenApi30 = (schema: JsonObject): JsonObject => {
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] }
  const result: JsonObject = { ...schema }
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof result[exclusive] !== 'boolean') continue
    const isExclusive = result[exclusive] && typeof result[bound] === 'number'
    delete result[exclusive]
    if (!isExclusive) continue
    result[exclusive] = result[bound] ?? null
    delete result[bound]
  }
  if (result['nullable'] === true && typeof result['type'] === 'string') {
    result['type'] = [result['type'], 'null']
    const listed = result['enum']
    if (Array.isArray(listed) && !listed.includes(null)) {
      result['enum'] = [...listed, null]
      doubtfulNulls.add(result)
    }
  }
  if (result['items'] !== undefined && !isObject(result['items'])) delete result['items']
  return result
}

/** A place that a reference can lead to. */
interface SchemaPlace {
  readonly documentUri: string
  readonly pointer: string
}

/** A name that a schema gives itself, or the metaschema that its resource is written in. */
interface Identifier {
  readonly kind: 'resource' | 'anchor' | 'dynamic-anchor' | 'metaschema'
  /** URI of the schema resource. */
  readonly baseUri: string
  /** Name of the anchor, URI of the metaschema; empty for a resource. */
  readonly name: string
  /** JSON Pointer in the document. */
  readonly pointer: string
}

interface Visit {
  readonly value: Json
  readonly pointer: string
  readonly baseUri: string
  readonly metaschema: string | undefined
}

/**
 * Lists the identifiers in a document, certain ones before doubtful ones. A name below an unknown keyword counts only if no proper schema
 * has it (JSON Schema 2020-12 Core, 8.2.1 and 9.4.2). In an OpenAPI document, schemas begin at `schema` and `schemas`.
 */
export const findIdentifiers = (root: Json, baseUri: string): readonly Identifier[] => {
  const found = new Map<string, Identifier>()
  const doubtful: Visit[] = []

  const add = (identifier: Identifier): void => {
    const { kind, name } = identifier
    const key = kind === 'metaschema' || kind === 'resource' ? kind : `anchor ${name}`
    const scope = `${key} ${identifier.baseUri}`
    if (!found.has(scope)) found.set(scope, identifier)
  }

  const visitSchema = ({ value, pointer, baseUri: parentUri, metaschema: inherited }: Visit): void => {
    if (!isObject(value)) return
    const id = own(value, '$id')
    const here = typeof id === 'string' ? resolveUri(id, parentUri).uri : parentUri
    const stated = own(value, '$schema')
    const metaschema = typeof stated === 'string' ? resolveUri(stated, here).uri : inherited
    if (typeof id === 'string') add({ kind: 'resource', baseUri: here, name: '', pointer })
    if (metaschema !== undefined) add({ kind: 'metaschema', baseUri: here, name: metaschema, pointer })
    for (const identifier of anchorsOf(value, here, pointer)) add(identifier)
    for (const [keyword, argument] of Object.entries(value)) {
      const below = { value: argument, pointer: appendTokens(pointer, keyword), baseUri: here, metaschema }
      const shape = subschemaKeywords.get(keyword)
      if (shape === 'one') visitSchema(below)
      else if (shape !== undefined) visitEach(below, visitSchema)
      else if (!dataKeywords.has(keyword)) doubtful.push(below)
    }
  }

  const visitContainer = (visit: Visit): void => {
    if (!isObject(visit.value)) {
      visitEach(visit, visitContainer)
      return
    }
    for (const [key, value] of Object.entries(visit.value)) {
      const below = { ...visit, value, pointer: appendTokens(visit.pointer, key) }
      if (key === 'schema') visitSchema(below)
      else if (key === 'schemas') visitEach(below, visitSchema)
      else if (key !== 'example' && key !== 'examples') visitContainer(below)
    }
  }

  const visit: Visit = { value: root, pointer: '', baseUri, metaschema: undefined }
  if (typeof own(root, 'openapi') === 'string') visitContainer(visit)
  else visitSchema(visit)
  // The list grows while it is read: a doubtful schema may hold more unknown keywords.
  for (const next of doubtful) {
    if (Array.isArray(next.value)) visitEach(next, (below) => doubtful.push(below))
    else visitSchema(next)
  }
  return [...found.values()]
}

const anchorsOf = (schema: JsonObject, baseUri: string, pointer: string): Identifier[] =>
  (['$dynamicAnchor', '$anchor'] as const).flatMap((keyword) => {
    const name = own(schema, keyword)
    if (typeof name !== 'string') return []
    return [{ kind: keyword === '$anchor' ? 'anchor' : 'dynamic-anchor', baseUri, name, pointer }]
  })

const visitEach = (parent: Visit, visit: (below: Visit) => void): void => {
  const { value, pointer } = parent
  if (Array.isArray(value)) {
    value.forEach((item, index) => visit({ ...parent, value: item, pointer: appendTokens(pointer, index) }))
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value))
      visit({ ...parent, value: item, pointer: appendTokens(pointer, key) })
  }
}

/** A `$ref` that leads nowhere: a mistake in the document, not in the API. */
export class UnresolvedReferenceError extends Error {
  override readonly name = 'UnresolvedReferenceError'
  /** The reference as written. */
  readonly reference: string
  /** The position in its source: document URI and JSON Pointer. */
  readonly place: string

  constructor(reference: string, place: string, reason = 'there is nothing at that place') {
    super(`The reference ${reference} at ${place} cannot be resolved: ${reason}.`)
    this.reference = reference
    this.place = place
  }
}

/** Returns the result of `find`; undefined if a reference leads nowhere. */
export const unlessUnresolved = <Found>(find: () => Found): Found | undefined => {
  try {
    return find()
  } catch (error) {
    if (error instanceof UnresolvedReferenceError) return undefined
    throw error
  }
}

/** The position of a schema, and the dialect of its keywords. */
export interface SchemaLocation {
  /** Default `2020-12`; `openapi-3.0` reads `nullable` and boolean `exclusiveMinimum`. */
  readonly dialect?: Dialect
  /** URI of the schema, against which its relative references resolve; default `memory:/schema.json`. */
  readonly uri?: string
  /** Other documents that it refers to, by absolute URI. */
  readonly documents?: Readonly<Record<string, unknown>>
  /** JSON Pointer of the schema in the document given; default: the document is the schema. */
  readonly pointer?: string
}

/** Reads a schema outside of a run. Throws UnresolvedReferenceError if the pointer leads to no schema. */
export const readStandaloneSchema = (
  schema: unknown,
  { uri = 'memory:/schema.json', dialect = '2020-12', documents = {}, pointer = '' }: SchemaLocation,
): SchemaNode => {
  const set = new SchemaSet()
  for (const [address, document] of Object.entries(documents))
    set.addDocument(address, document as Json, dialect)
  set.addDocument(uri, schema as Json, dialect)
  return set.node(uri, pointer)
}
