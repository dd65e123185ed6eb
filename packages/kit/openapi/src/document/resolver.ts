import { findAt, isObject, type Json, type JsonObject, own } from '@contract-kit/json-schema/json'
import { resolveUri, SchemaSet, UnresolvedReferenceError } from '@contract-kit/json-schema/schemas'
import { dialectOf, MEMORY_URI } from './open-document.ts'

/** Follows the references of a document in one piece, for those who read the document as it is written. */
export interface Resolver {
  /** The JSON Pointer of the place that a `$ref` names; undefined if it leads out of the document, or its anchor nowhere. */
  readonly pointerOf: (reference: string) => string | undefined
  /** What a `$ref` leads to: a JSON Pointer, percent-encoded or not, or an anchor; undefined if it leads nowhere or out of the document. */
  readonly targetOf: (reference: string) => Json | undefined
  /** The value itself, or what its references lead to in the end; undefined if that is nothing, or a circle. */
  readonly follow: (value: Json | undefined) => Json | undefined
}

/** The resolver of a document. It reads anchors when the first one is asked for. */
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
