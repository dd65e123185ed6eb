import { isObject } from '../../schema/json.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import { keywordOf, placeOf, type SchemaNode } from '../../schema/schema-node.ts'

/** A keyword that a value can keep or break, and where it stands. */
export interface KeywordPlace {
  readonly keyword: string
  readonly documentUri: string
  readonly pointer: string
}

const ASSERTIONS = [
  'type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength',
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf',
  'minItems', 'maxItems', 'uniqueItems', 'contains', 'required', 'minProperties', 'maxProperties',
  'dependentRequired', 'anyOf', 'oneOf', 'not',
] // prettier-ignore

const MAPS = ['properties', 'patternProperties', 'dependentSchemas']
const LISTS = ['allOf', 'prefixItems']
const SINGLES = ['items', 'additionalProperties', 'then', 'else']

/**
 * The keywords that requests can try on both sides, each place once, references followed. Branches of `anyOf` and `oneOf` are left
 * out: a value that breaks one of them breaks the whole, which is counted there.
 */
export const listKeywordPlaces = (root: SchemaNode): readonly KeywordPlace[] => {
  const places: KeywordPlace[] = []
  const visited = new Set<string>()
  const visit = (node: SchemaNode): void => {
    if (visited.has(placeOf(node)) || typeof node.schema === 'boolean') return
    visited.add(placeOf(node))
    for (const keyword of ASSERTIONS) {
      const value = keywordOf(node, keyword)
      if (value === undefined || value === false || keywordOf(node, 'readOnly') === true) continue
      places.push({ keyword, documentUri: node.documentUri, pointer: appendTokens(node.pointer, keyword) })
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(root)
  return places
}

const childrenOf = (node: SchemaNode): SchemaNode[] => {
  const children: SchemaNode[] = []
  const reference = keywordOf(node, '$ref')
  if (typeof reference === 'string') children.push(node.set.resolve(node, reference))
  for (const keyword of MAPS) {
    const map = keywordOf(node, keyword)
    if (isObject(map)) for (const key of Object.keys(map)) children.push(node.set.child(node, keyword, key))
  }
  for (const keyword of LISTS) {
    const list = keywordOf(node, keyword)
    if (Array.isArray(list))
      list.forEach((_entry, index) => children.push(node.set.child(node, keyword, index)))
  }
  for (const keyword of SINGLES)
    if (isObject(keywordOf(node, keyword))) children.push(node.set.child(node, keyword))
  return children
}
