import { own, type JsonObject } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { kindOfFormat } from '../../text/formats.ts'
import type { Goal } from './goal.ts'
import { maskOf, type TypeMask } from './json-type.ts'
import { branchesOf, childOf, hasSchema } from './subschemas.ts'
import { declaredTypes, typesOfGoal } from './type-mask.ts'

const families: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType']],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems']],
  [
    'object',
    [
      'properties',
      'patternProperties',
      'additionalProperties',
      'required',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
      'unevaluatedProperties',
    ],
  ],
]

/**
 * The types that a goal speaks of: those it declares, else those its keywords are made for; all that it allows where it
 * speaks of none. An author who lists properties and forgets `type` means objects, though null keeps the schema as well.
 */
export const spokenTypesOf = (goal: Goal): TypeMask => {
  const types = typesOfGoal(goal)
  const hints = goal.reduce(
    (mask: number, literal) => mask | (literal.kind === 'holds' ? hintsOfNode(literal.node, new Set()) : 0),
    0,
  )
  return (types & hints) === 0 ? types : types & hints
}

const hintsOfNode = (node: SchemaNode, visited: Set<SchemaNode>): TypeMask => {
  const { schema, set } = node
  if (typeof schema === 'boolean' || visited.has(node)) return 0
  visited.add(node)
  if (own(schema, 'type') !== undefined) return declaredTypes(schema)
  const reference = own(schema, '$ref')
  const below = [
    ...(typeof reference === 'string' ? [set.resolve(node, reference)] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => branchesOf(node, schema, keyword)),
    ...['then', 'else'].flatMap((keyword) => (hasSchema(schema, keyword) ? [childOf(node, keyword)] : [])),
  ]
  return below.reduce((mask: number, branch) => mask | hintsOfNode(branch, visited), hintsOfKeywords(schema))
}

const hintsOfKeywords = (schema: JsonObject): TypeMask => {
  const format = own(schema, 'format')
  const kind = typeof format === 'string' ? kindOfFormat(format) : undefined
  return families
    .filter(([type, keywords]) => type === kind || keywords.some((keyword) => Object.hasOwn(schema, keyword)))
    .reduce((mask: number, [type]) => mask | maskOf(type), 0)
}
