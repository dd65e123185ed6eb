import { keywordOf, type SchemaNode } from '../../../schema/schema-node.ts'
import type { JsonType } from '../../invalid/narrow-shell.ts'

const ALL: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

const HINTS: readonly (readonly [type: JsonType, keywords: readonly string[]])[] = [
  [
    'object',
    ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'contains', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** The types that all schemas allow, in the order in which they are worth trying: the one meant first, null last. */
export const typesOfParts = (parts: readonly SchemaNode[]): readonly JsonType[] => {
  const named = parts.map((part) => keywordOf(part, 'type')).filter((type) => type !== undefined)
  const lists = named.map((type) =>
    (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string'),
  )
  const [first] = lists
  if (first === undefined) {
    const meant = HINTS.filter(([, keywords]) =>
      parts.some((part) => keywords.some((word) => keywordOf(part, word) !== undefined)),
    )
    return [...new Set([...meant.map(([type]) => type), ...ALL])]
  }
  const allowed = (type: JsonType): boolean =>
    lists.every((list) => list.includes(type) || (type === 'integer' && list.includes('number')))
  const order = [...first, 'integer'].filter((name) => name !== 'null')
  return [...new Set([...order, 'null'])].flatMap((name) =>
    ALL.filter((type) => type === name && allowed(type)),
  )
}
