import { isValid } from '../../schema/evaluate.ts'
import { isObject, type JsonObject } from '../../schema/json.ts'
import { keywordOf, type SchemaNode } from '../../schema/schema-node.ts'
import { createDerivedNode } from './derived-node.ts'
import { plainTexts } from './plain-texts.ts'
import { referTo } from './shell-of.ts'

const READABLE = ['extra', 'other', 'x']

const known = new WeakMap<SchemaNode, Map<string | undefined, readonly string[]>>()

/**
 * Up to three names that an object of this schema may give to a property it does not declare: matching `pattern`, if
 * there is one, and no other of its patterns. Readable names come first.
 */
export const findPropertyNames = (node: SchemaNode, pattern?: string): readonly string[] => {
  const found = known.get(node) ?? new Map<string | undefined, readonly string[]>()
  known.set(node, found)
  const names = found.get(pattern) ?? chooseNames(node, pattern)
  found.set(pattern, names)
  return names
}

const chooseNames = (node: SchemaNode, pattern: string | undefined): string[] => {
  const wanted = createDerivedNode(node, nameSchema(node, pattern))
  const readable = READABLE.filter((name) => isValid(wanted, name))
  return readable.length > 0 ? readable : plainTexts(wanted)
}

const nameSchema = (node: SchemaNode, pattern: string | undefined): JsonObject => {
  const otherPatterns = keysIn(node, 'patternProperties').filter((other) => other !== pattern)
  const declared = keysIn(node, 'properties')
  return {
    type: 'string',
    allOf: [
      ...(pattern === undefined ? [] : [{ pattern }]),
      ...otherPatterns.map((other) => ({ not: { pattern: other } })),
      ...(declared.length === 0 ? [] : [{ not: { enum: declared } }]),
      ...(keywordOf(node, 'propertyNames') === undefined ? [] : [referTo(node, 'propertyNames')]),
    ],
  }
}

const keysIn = (node: SchemaNode, keyword: string): string[] => {
  const map = keywordOf(node, keyword)
  return isObject(map) ? Object.keys(map) : []
}
