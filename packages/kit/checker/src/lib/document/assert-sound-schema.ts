import { own } from '../schema/json.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { resolveUri } from '../schema/resolve-uri.ts'
import { keywordOf, type SchemaNode } from '../schema/schema-node.ts'
import { UnresolvedReferenceError } from '../schema/unresolved-reference-error.ts'
import { DocumentError } from './document-error.ts'
import type { DocumentLibrary } from './document-library.ts'
import { unresolved } from './follow-reference.ts'
import { KEYWORD_SHAPES } from './keyword-shapes.ts'
import { tellPlace } from './part.ts'
import { childrenOf } from './schema-children.ts'

/**
 * Makes sure that a schema and all it leads to can be read: each keyword of the right shape, each reference resolved, none
 * of them endless. Throws {@link DocumentError} otherwise. Schemas already found sound are not walked again.
 */
export const assertSoundSchema = (library: DocumentLibrary, root: SchemaNode): void => {
  const fresh: SchemaNode[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (library.soundSchemas.has(node)) continue
    library.soundSchemas.add(node)
    fresh.push(node)
    assertShapes(library, node)
    for (const target of referredBy(library, node)) waiting.push(target)
    for (const { child } of childrenOf(node)) waiting.push(child)
  }
  assertEnds(library, fresh)
}

const assertShapes = (library: DocumentLibrary, { schema, documentUri, pointer }: SchemaNode): void => {
  if (typeof schema === 'boolean') return
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = KEYWORD_SHAPES.get(keyword)
    if (shape === undefined || shape.holds(value)) continue
    const place = tellPlace({ library, documentUri, pointer: appendTokens(pointer, keyword) })
    throw new DocumentError(`${place} must be ${shape.wanted}${tellDialect(library, documentUri)}.`)
  }
}

// Keywords of another dialect are the usual reason for a wrong shape.
const tellDialect = (library: DocumentLibrary, documentUri: string): string => {
  const dialect = own(library.documents.get(documentUri) ?? null, 'jsonSchemaDialect')
  const isKnown = typeof dialect !== 'string' || /2020-12|oas\/3\.[12]/.test(dialect)
  return isKnown ? '' : `; the document declares the dialect ${dialect}, and JSON Schema 2020-12 is supported`
}

const referredBy = (library: DocumentLibrary, node: SchemaNode): readonly SchemaNode[] =>
  ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = keywordOf(node, keyword)
    if (typeof reference !== 'string') return []
    try {
      return [node.set.resolve(node, reference)]
    } catch (error) {
      if (!(error instanceof UnresolvedReferenceError)) throw error
      throw unresolved({ ...node, library }, reference, resolveUri(reference, node.baseUri).uri)
    }
  })

// A schema that applies itself to the same value again can never be judged (JSON Schema 2020-12, 9.4.1).
const assertEnds = (library: DocumentLibrary, nodes: readonly SchemaNode[]): void => {
  const open = new Set<SchemaNode>()
  const ended = new Set<SchemaNode>()
  const visit = (node: SchemaNode): void => {
    if (ended.has(node)) return
    if (open.has(node))
      throw new DocumentError(
        `The schema at ${tellPlace({ ...node, library })} refers to itself without end.`,
      )
    open.add(node)
    for (const target of referredBy(library, node)) visit(target)
    for (const { child, inPlace } of childrenOf(node)) if (inPlace) visit(child)
    open.delete(node)
    ended.add(node)
  }
  for (const node of nodes) visit(node)
}
