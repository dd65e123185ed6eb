import type { JsonObject } from '@contract-kit/json-schema/json'
import { findReferenced, keywordOf, type SchemaNode, schemasAt } from '@contract-kit/json-schema/schemas'
import type { ApiDocument, ApiMedia } from '@contract-kit/openapi'

/** A schema of a document that is reachable only through properties and items, and the sides that send its values. */
export interface SchemaPlace {
  readonly pointer: string
  readonly schema: JsonObject
  readonly node: SchemaNode
  readonly isSent: boolean
  readonly isReceived: boolean
}

/** The maximum depth of schemas below the schema of a body. Deeper ones are similar. */
const LEVELS = 5

/**
 * Lists the schemas that every value of some body must satisfy. A value that violates one of them is rejected. Excludes
 * schemas below a composition, and those of properties that only one side sends.
 */
export function listPlaces(document: ApiDocument): readonly SchemaPlace[] {
  const [sent, received] = [new Set<SchemaNode>(), new Set<SchemaNode>()]
  for (const { body, responses } of document.operations) {
    for (const root of rootsOf(body?.media ?? [])) reach(root, LEVELS, sent)
    for (const response of responses.values())
      for (const root of rootsOf(response.media)) reach(root, LEVELS, received)
  }
  return [...new Set([...sent, ...received])].flatMap((node) =>
    typeof node.schema === 'boolean' || node.documentUri !== document.uri
      ? []
      : [
          {
            pointer: node.pointer,
            schema: node.schema,
            node,
            isSent: sent.has(node),
            isReceived: received.has(node),
          },
        ],
  )
}

/** Returns the schemas of JSON bodies. */
const rootsOf = (media: readonly ApiMedia[]): readonly SchemaNode[] =>
  media
    .filter(({ contentType }) => contentType.includes('json'))
    .flatMap(({ schema }) => (schema === undefined ? [] : [schema]))

function reach(node: SchemaNode, levels: number, reached: Set<SchemaNode>): void {
  if (reached.has(node) || ['readOnly', 'writeOnly'].some((flag) => keywordOf(node, flag) === true)) return
  const target = findReferenced(node)
  if (target !== undefined) return reach(target, levels, reached)
  reached.add(node)
  const isComposed = ['oneOf', 'anyOf', 'allOf', 'not', 'if'].some(
    (keyword) => keywordOf(node, keyword) !== undefined,
  )
  if (levels === 0 || isComposed) return
  for (const keyword of ['properties', 'items'])
    for (const below of schemasAt(node, keyword)) reach(below, levels - 1, reached)
}
