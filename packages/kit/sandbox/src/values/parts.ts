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

/** A property, as the schemas that hold for one value describe it. */
export interface Part {
  readonly nodes: readonly SchemaNode[]
  readonly isRequired: boolean
}

const response = { direction: 'response' } as const

/**
 * The properties that the schemas of one value name. Of alternatives (`oneOf`, `anyOf`), only the one that the value is of counts: the
 * defaults of the others do not belong to it.
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
 * Every schema that judges a value: the given ones, those that they refer to or join, the variant that the value's discriminator names, and
 * the alternatives that the value is of.
 */
function schemasFor(nodes: readonly SchemaNode[], value: Json): readonly SchemaNode[] {
  const reached = new Set(nodes)
  // A Set hands out what is added to it while it is read.
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

/** Failures of a value that is an item's: it may lack what the server fills in, and have what its responses leave out. */
const benign = new Set(['required', 'writeOnly', 'additionalProperties', 'unevaluatedProperties'])

/**
 * The alternative that the value is of: the one from which it differs least, if only by what the server fills in or leaves out. With
 * `anyOf`, all that it satisfies.
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
