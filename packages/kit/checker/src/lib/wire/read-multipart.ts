import type { ApiMedia } from '../document/api-document.ts'
import type { Json } from '../schema/json.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import { joinFields } from './join-fields.ts'
import { mediaKindOf } from './media-kind.ts'
import { parseMultipart, type MultipartPart } from './parse-multipart.ts'
import { readJsonText } from './read-json-text.ts'
import type { Reading } from './reading.ts'
import { propertyNodesOf, typesOfAny } from './schema-shape.ts'
import { lenientCandidates, strictCandidates } from './text-candidates.ts'
import { candidatesOf, type TextReader, type Tree } from './tree.ts'

/** What a `multipart/form-data` body says; undefined where it cannot be taken apart. */
export const readMultipart = (media: ApiMedia, contentType: string, body: string): Reading | undefined => {
  const parts = parseMultipart(contentType, body)
  if (parts === undefined) return undefined
  const fields = Map.groupBy(parts, ({ name }) => name)
  return joinFields(
    [...fields].map(([name, own]) => {
      const nodes = media.schema === undefined ? [] : propertyNodesOf(media.schema, name)
      return { name, nodes, reading: readParts(nodes, own) }
    }),
  )
}

// A repeated name is a list; a part that calls itself JSON is read as JSON, any other as text.
const readParts = (nodes: readonly SchemaNode[], parts: readonly MultipartPart[]): Reading => {
  const texts = parts.map(({ text }) => text)
  const [first = ''] = texts
  const typed = (trees: readonly Tree[], read: TextReader): readonly Json[] =>
    trees.flatMap((tree) => candidatesOf(nodes, tree, read, 'request'))
  const trees: readonly Tree[] = [
    ...(typesOfAny(nodes).has('array') ? [texts] : []),
    texts.length === 1 ? first : texts,
  ]
  return {
    strict: [[...jsonCandidates(parts), ...typed(trees, strictCandidates)]],
    lenient: () => [
      ...typed([...trees, first, texts.at(-1) ?? ''], lenientCandidates),
      ...(first === '' ? [undefined] : []),
    ],
  }
}

const jsonCandidates = (parts: readonly MultipartPart[]): readonly Json[] => {
  const values = parts.flatMap(({ contentType, text }) => {
    const found =
      contentType !== undefined && mediaKindOf(contentType) === 'json' ? readJsonText(text) : undefined
    return found === undefined ? [] : [found.value]
  })
  if (values.length === 0 || values.length < parts.length) return []
  return values.length === 1 ? [...values, values] : [values]
}
