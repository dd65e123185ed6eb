import { findAt, isObject, type Json, type JsonObject, own } from '@contract-kit/json-schema/json'
import { resolveUri, SchemaSet, UnresolvedReferenceError } from '@contract-kit/json-schema/schemas'
import { dialectOf, MEMORY_URI } from './open-document.ts'

/** Resolves references of a self-contained document that is read as written. */
export interface Resolver {
  /** The JSON Pointer of a `$ref`; undefined if it leads to another document or to an unknown anchor. */
  readonly pointerOf: (reference: string) => string | undefined
  /** The target of a `$ref`: a JSON Pointer, percent-encoded or not, or an anchor; undefined if it leads nowhere or to another document. */
  readonly targetOf: (reference: string) => Json | undefined
  /** The value after following its references; undefined if they lead nowhere or form a cycle. */
  readonly follow: (value: Json | undefined) => Json | undefined
}

/** The resolver of a document. It indexes anchors on first use. */
export const createResolver = (root: JsonObject): Resolver => {
  let anchors: SchemaSet | undefined
  const findAnchor = (reference: string): string | undefined => {
    if (anchors === undefined) {
      anchors = new SchemaSet()
      anchors.addDocument(MEMORY_URI, root, dialectOf(root) ?? '2020-12')
    }
    try {
      const { documentUri, pointer } = anchors.resolve(anchors.node(MEMORY_URI), reference)
      return documentUri === MEMORY_URI ? pointer : undefined
    } catch (error) {
      if (error instanceof UnresolvedReferenceError) return undefined
      throw error
    }
  }
  const pointerOf = (reference: string): string | undefined => {
    const { uri, fragment } = resolveUri(reference, MEMORY_URI)
    const isPointer = uri === MEMORY_URI && (fragment === '' || fragment.startsWith('/'))
    return isPointer ? fragment : findAnchor(reference)
  }
  const targetOf = (reference: string): Json | undefined => {
    const pointer = pointerOf(reference)
    return pointer === undefined ? undefined : findAt(root, pointer)
  }
  const follow = (value: Json | undefined): Json | undefined => {
    const visited = new Set<Json>()
    let current = value
    while (isObject(current)) {
      const reference = own(current, '$ref')
      if (typeof reference !== 'string') return current
      if (visited.has(current)) return undefined
      visited.add(current)
      current = targetOf(reference)
    }
    return current
  }
  return { pointerOf, targetOf, follow }
}
