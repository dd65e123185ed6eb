import { isObject } from '../schema/json.ts'
import { keywordOf, type SchemaNode } from '../schema/schema-node.ts'
import { subschemaKeywords } from '../schema/subschema-keywords.ts'

/** Keywords whose schemas judge the same value as the schema around them. */
const IN_PLACE_KEYWORDS = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/** A subschema, and whether it judges the same value as the schema around it. */
export interface SchemaChild {
  readonly keyword: string
  readonly child: SchemaNode
  readonly inPlace: boolean
}

/** The subschemas of a sound schema, in document order of its keywords; references are not followed. */
export const childrenOf = (node: SchemaNode): readonly SchemaChild[] => {
  if (typeof node.schema === 'boolean') return []
  return Object.keys(node.schema).flatMap((keyword) => {
    const inPlace = IN_PLACE_KEYWORDS.has(keyword)
    return tokensOf(node, keyword).map((tokens) => ({
      keyword,
      child: node.set.child(node, keyword, ...tokens),
      inPlace,
    }))
  })
}

const tokensOf = (node: SchemaNode, keyword: string): readonly (readonly (string | number)[])[] => {
  const value = keywordOf(node, keyword)
  const shape = subschemaKeywords.get(keyword)
  if (shape === 'one') return [[]]
  if (shape === 'list' && Array.isArray(value)) return value.map((_, index) => [index])
  return shape === 'map' && isObject(value) ? Object.keys(value).map((name) => [name]) : []
}
