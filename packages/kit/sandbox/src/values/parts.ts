import { isObject, textsIn, type Json } from '@contract-kit/json-schema/json'
import {
  evaluate,
  findReferenced,
  keywordOf,
  namedVariant,
  namesBelow,
  schemasAt,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'

/** A property with all schemas that apply to its value. */
export interface Part {
  readonly nodes: readonly SchemaNode[]
  readonly isRequired: boolean
}

const response = { direction: 'response' } as const

/**
 * The properties named by the schemas of a value. Of `oneOf` and `anyOf`, only the matching alternative counts, so defaults of the others
 * do not apply.
 */
export function partsOf(nodes: readonly SchemaNode[], value: Json): ReadonlyMap<string, Part> {
  const found = new Map<string, { nodes: SchemaNode[]; isRequired: boolean }>()
  const partOf = (name: string) => {
    const part = found.get(name) ?? { nodes: [], isRequired: false }
    found.set(name, part)
    return part
  }
  for (const node of schemasFor(nodes, value)) {
    for (const name of namesBelow(node.schema, 'properties'))
      partOf(name).nodes.push(node.set.child(node, 'properties', name))
    for (const name of textsIn(keywordOf(node, 'required'))) partOf(name).isRequired = true
  }
  return found
}

/** The schemas of the items of a list. */
export const itemNodesOf = (nodes: readonly SchemaNode[], value: Json): readonly SchemaNode[] =>
  schemasFor(nodes, value)
    .filter(hasItems)
    .map((node) => node.set.child(node, 'items'))

const hasItems = (node: SchemaNode): boolean => isObject(keywordOf(node, 'items'))

/**
 * Every schema that applies to a value: the given ones, those they reference or combine, the discriminator's variant, and the matching
 * alternatives.
 */
function schemasFor(nodes: readonly SchemaNode[], value: Json): readonly SchemaNode[] {
  const reached = new Set(nodes)
  // Iterating a Set also visits entries added meanwhile.
  for (const node of reached) {
    const chosen = ['oneOf', 'anyOf'].map((keyword) =>
      chooseBranches(schemasAt(node, keyword), value, keyword),
    )
    const joined = [
      findReferenced(node),
      namedVariant(node, value),
      ...schemasAt(node, 'allOf'),
      ...chosen.flat(),
    ]
    for (const next of joined) if (next !== undefined) reached.add(next)
  }
  return [...reached]
}

/** Failures that are acceptable in a stored item: server-set properties may be missing, and write-only ones present. */
const benign = new Set(['required', 'writeOnly', 'additionalProperties', 'unevaluatedProperties'])

/**
 * The matching alternative: the one with the fewest differences, apart from server-set and write-only properties. For `anyOf`, all that
 * match.
 */
function chooseBranches(
  branches: readonly SchemaNode[],
  value: Json,
  keyword: string,
): readonly SchemaNode[] {
  if (branches.length < 2) return branches
  const judged = branches.map((branch) => ({ branch, failures: evaluate(branch, value, response) }))
  const fitting = judged
    .filter(({ failures }) => failures.every((failure) => benign.has(failure.keyword)))
    .toSorted((one, other) => one.failures.length - other.failures.length)
  const whole = fitting.filter(({ failures }) => failures.length === 0)
  return (keyword === 'anyOf' && whole.length > 0 ? whole : fitting.slice(0, 1)).map(({ branch }) => branch)
}
