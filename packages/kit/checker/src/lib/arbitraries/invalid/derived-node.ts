import { isObject, own, type Json, type JsonObject } from '../../schema/json.ts'
import { isSchema } from '../../schema/judge/is-schema.ts'
import { appendTokens, findAt } from '../../schema/json-pointer.ts'
import { resolveUri } from '../../schema/resolve-uri.ts'
import type { SchemaNode, SchemaSource } from '../../schema/schema-node.ts'
import { UnresolvedReferenceError } from '../../schema/unresolved-reference-error.ts'

/**
 * One schema of our own above the documents of another source: its references lead into them, they know nothing of
 * it. So thousands of derived schemas leave no trace in the user's set, and go when they are no longer needed.
 */
class DerivedSource implements SchemaSource {
  readonly #home: SchemaNode
  readonly #uri: string
  readonly #schema: JsonObject
  readonly #nodes = new Map<string, SchemaNode>()

  constructor(home: SchemaNode, uri: string, schema: JsonObject) {
    this.#home = home
    this.#uri = uri
    this.#schema = schema
  }

  node(documentUri: string, pointer = ''): SchemaNode {
    if (documentUri !== this.#uri) return this.#home.set.node(documentUri, pointer)
    return this.#nodes.get(pointer) ?? this.#create(pointer, findAt(this.#schema, pointer))
  }

  child(node: SchemaNode, ...tokens: readonly (string | number)[]): SchemaNode {
    const pointer = appendTokens(node.pointer, ...tokens)
    return this.#nodes.get(pointer) ?? this.#create(pointer, findBelow(node.schema, tokens))
  }

  /** All references are absolute, so they mean the same wherever they stand. */
  resolve(from: SchemaNode, reference: string): SchemaNode {
    const known = targetsOf(this.#home.set).get(reference)
    if (known !== undefined) return known
    const { uri, fragment } = resolveUri(reference, from.baseUri)
    if (uri === this.#uri) return this.node(uri, fragment)
    const target = this.#home.set.resolve(from, reference)
    targetsOf(this.#home.set).set(reference, target)
    return target
  }

  findDynamicAnchor(baseUri: string, name: string): SchemaNode | undefined {
    return this.#home.set.findDynamicAnchor(baseUri, name)
  }

  usesVocabulary(baseUri: string, vocabularyUri: string): boolean {
    return this.#home.set.usesVocabulary(baseUri, vocabularyUri)
  }

  #create(pointer: string, schema: Json | undefined): SchemaNode {
    if (!isSchema(schema)) throw new UnresolvedReferenceError(`#${pointer}`, this.#uri)
    // The base is that of the original, so that the dynamic scope starts where it did (Core, 8.2.3.2).
    const { baseUri } = this.#home
    const node: SchemaNode = {
      set: this,
      documentUri: this.#uri,
      pointer,
      baseUri,
      dialect: '2020-12',
      schema,
    }
    this.#nodes.set(pointer, node)
    return node
  }
}

const targets = new WeakMap<SchemaSource, Map<string, SchemaNode>>()

const targetsOf = (source: SchemaSource): Map<string, SchemaNode> => {
  const known = targets.get(source) ?? new Map<string, SchemaNode>()
  targets.set(source, known)
  return known
}

const findBelow = (schema: Json, tokens: readonly (string | number)[]): Json | undefined =>
  tokens.reduce<Json | undefined>(
    (value, token) =>
      Array.isArray(value) ? value[Number(token)] : isObject(value) ? own(value, String(token)) : undefined,
    schema,
  )

const SCHEME = 'derived://schema/'

let derived = 0

/** Whether a schema was derived, rather than written in a document of the user. */
export const isDerived = (node: SchemaNode): boolean => node.documentUri.startsWith(SCHEME)

/**
 * A schema in the terms of JSON Schema 2020-12 that stands in the place of `home`: its absolute references lead where
 * those of `home` lead. Its URI is like no other, so that caches by place never mistake it, and never shows in a value.
 */
export const createDerivedNode = (home: SchemaNode, schema: JsonObject): SchemaNode => {
  derived += 1
  const uri = `${SCHEME}${derived}`
  return new DerivedSource(home, uri, schema).node(uri)
}
