import { findIdentifiers, type SchemaPlace } from './find-identifiers.ts'
import { findAt, appendTokens, parsePointer } from './json-pointer.ts'
import { isObject, own, type Json } from './json.ts'
import { normalizeOpenApi30 } from './normalize-openapi-30.ts'
import { normalizeUri, resolveUri } from './resolve-uri.ts'
import { placeOf, type Dialect, type SchemaNode, type SchemaSource } from './schema-node.ts'
import { UnresolvedReferenceError } from './unresolved-reference-error.ts'

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

  /** Adds a document under an absolute URI without a fragment; `$id`s and anchors in it can be referred to from now on. */
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
    const value = findAt(root, pointer)
    if (typeof value !== 'boolean' && !isObject(value))
      throw new UnresolvedReferenceError(`#${pointer}`, documentUri)
    const schema = dialect === 'openapi-3.0' && isObject(value) ? normalizeOpenApi30(value) : value
    const baseUri = baseUriAt(document, pointer, normalizeUri(documentUri))
    const node: SchemaNode = { set: this, documentUri, pointer, baseUri, dialect, schema }
    this.#nodes.set(placeOf(node), node)
    return node
  }

  child(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode {
    return this.node(node.documentUri, appendTokens(node.pointer, ...tokens))
  }

  resolve(from: SchemaNode, reference: string): SchemaNode {
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

/** The base URI that holds at a pointer: every `$id` on the way there counts. */
const baseUriAt = ({ root, dialect }: SetDocument, pointer: string, documentBase: string): string => {
  if (dialect === 'openapi-3.0') return documentBase
  let baseUri = documentBase
  let value: Json | undefined = root
  for (const token of [undefined, ...parsePointer(pointer)]) {
    if (token !== undefined) value = Array.isArray(value) ? value[Number(token)] : own(value, token)
    const id = own(value, '$id')
    if (typeof id === 'string') baseUri = resolveUri(id, baseUri).uri
  }
  return baseUri
}
