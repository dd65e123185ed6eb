import { oncePer, oncePerName } from '../base/bounded-cache.ts'
import { extendsSchema, findDiscriminator, namesOfVariant, variantsOf } from '../base/discriminators.ts'
import { isObject, type Json, own, textsIn } from '../base/json.ts'
import { type Direction, keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { isTransmitted, namesBelow, referencesOf, schemasAt } from '../base/subschemas.ts'
import { schemasForItem } from '../keywords/arrays.ts'
import { schemasForName } from '../keywords/objects.ts'
import type { JsonType } from '../keywords/shell.ts'
import { formatsIn } from '../keywords/strings.ts'
import type { TextConstraints } from '../text/find-language.ts'

/** Schemas that apply together to one value, with one alternative of each choice. */
export interface Parts {
  readonly nodes: readonly SchemaNode[]
  /** Schemas that the value must not satisfy. */
  readonly negated: readonly SchemaNode[]
  /** The discriminator values that select the chosen schemas. */
  readonly names: ReadonlyMap<string, readonly string[]>
}

/** Preferences for choosing alternatives. */
export interface Taste {
  /** Whether to satisfy a second alternative of an `anyOf`. */
  readonly takesMore?: () => boolean
  /** Whether a base schema is always replaced by one of its extensions. */
  readonly isStrict?: boolean
}

/** Chooses an alternative: returns an index below the given number. */
export type Choose = (alternatives: number) => number

/**
 * Collects the schemas that apply together to one value. These are the given ones, their references, the members of `allOf`, and one
 * alternative of each `anyOf`, `oneOf`, `if` and discriminator; `taste` may want more.
 */
export const partsOf = (given: readonly SchemaNode[], choose: Choose, taste: Taste = {}): Parts => {
  const [only] = given
  const fixed = only !== undefined && given.length === 1 ? fixedPartsOf(only) : undefined
  return fixed ?? collectParts(given, choose, taste)
}

/** The parts of a schema without choices, which are always the same. */
const fixedPartsOf = oncePer((node: SchemaNode): Parts | undefined => {
  let isFixed = true
  const choose = (): number => {
    isFixed = false
    return 0
  }
  const parts = collectParts([node], choose, {})
  return isFixed ? parts : undefined
})

const collectParts = (given: readonly SchemaNode[], choose: Choose, taste: Taste): Parts => {
  const nodes = new Set<SchemaNode>()
  const negated = new Set<SchemaNode>()
  const names = new Map<string, readonly string[]>()
  const add = (node: SchemaNode): void => {
    if (nodes.has(node)) return
    nodes.add(node)
    if (typeof node.schema === 'boolean') return
    for (const part of [...referencesOf(node), ...schemasAt(node, 'allOf')]) add(part)
    for (const part of schemasAt(node, 'not')) negated.add(behindReference(part))
    for (const keyword of ['anyOf', 'oneOf']) addBranch(node, keyword)
    addVariant(node)
    if (keywordOf(node, 'if') === undefined) return
    const holds = choose(2) === 0
    if (!holds) schemasAt(node, 'if').forEach((part) => negated.add(behindReference(part)))
    for (const keyword of holds ? ['if', 'then'] : ['else']) schemasAt(node, keyword).forEach(add)
  }
  const addBranch = (node: SchemaNode, keyword: string): void => {
    const branches = schemasAt(node, keyword).toSorted(
      (one, other) => Number(isNull(one)) - Number(isNull(other)),
    )
    const chosen = branches[branches.length > 1 ? choose(branches.length) : 0]
    if (chosen === undefined) return
    add(chosen)
    const discriminator = findDiscriminator(node)
    if (keyword === 'anyOf' && discriminator === undefined)
      for (const other of branches) if (other !== chosen && taste.takesMore?.() === true) add(other)
    if (discriminator !== undefined) name(discriminator.property, namesOfVariant(discriminator, chosen))
  }
  /** One of the extensions of a base schema, or none. */
  const addVariant = (node: SchemaNode): void => {
    const discriminator = findDiscriminator(node)
    if (discriminator === undefined || schemasAt(node, 'anyOf').length + schemasAt(node, 'oneOf').length > 0)
      return
    const variants = variantsOf(node, discriminator).filter((variant) => extendsSchema(variant.node, node))
    const known = variants.find((variant) => nodes.has(variant.node))
    const chosen =
      known ?? variants[variants.length > 0 ? choose(variants.length + (taste.isStrict === true ? 0 : 1)) : 0]
    if (chosen === undefined) return
    add(chosen.node)
    name(discriminator.property, chosen.names)
  }
  const name = (property: string, values: readonly string[]): void => {
    const before = names.get(property)
    if (values.length > 0)
      names.set(property, before === undefined ? values : values.filter((one) => before.includes(one)))
  }
  given.forEach(add)
  return { nodes: [...nodes], negated: [...negated], names }
}

const isNull = (node: SchemaNode): boolean =>
  isObject(node.schema) && (node.schema['type'] === 'null' || node.schema['const'] === null)

/** Follows a schema that is only a reference. */
export const behindReference = (node: SchemaNode): SchemaNode => {
  let target = node
  const seen = new Set<SchemaNode>()
  while (typeof target.schema === 'object' && Object.keys(target.schema).length === 1 && !seen.has(target)) {
    seen.add(target)
    const reference = keywordOf(target, '$ref')
    if (typeof reference !== 'string') break
    target = target.set.resolve(target, reference)
  }
  return target
}

/** The numbers that a keyword has in the schemas. */
export const numbersIn = (nodes: readonly SchemaNode[], keyword: string): number[] =>
  nodes.map((node) => keywordOf(node, keyword)).filter((value) => typeof value === 'number')

const textsAt = (nodes: readonly SchemaNode[], keyword: string): readonly string[] => [
  ...new Set(textsIn(nodes.map((node) => keywordOf(node, keyword)))),
]

/** The values that a schema lists, or undefined. */
export const listedBy = (node: SchemaNode): readonly Json[] | undefined => {
  const only = keywordOf(node, 'const')
  const several = keywordOf(node, 'enum')
  return only === undefined ? (Array.isArray(several) ? several : undefined) : [only]
}

/** The combined constraints of the schemas for texts. */
export const textConstraintsOf = oncePer(
  ({ nodes, negated }: Pick<Parts, 'nodes' | 'negated'>): TextConstraints => ({
    minLength: Math.max(0, ...numbersIn(nodes, 'minLength')),
    maxLength: Math.min(...numbersIn(nodes, 'maxLength')),
    patterns: textsAt(nodes, 'pattern'),
    formats: formatsIn(
      nodes.map((node) => ({
        format: keywordOf(node, 'format') ?? null,
        contentEncoding: keywordOf(node, 'contentEncoding') ?? null,
      })),
    ),
    // Only for one statement beside the type: with several, a value could break another one.
    notPatterns: textsAt(negated.filter(saysOneThing), 'pattern'),
    notFormats: textsAt(negated.filter(saysOneThing), 'format'),
  }),
)

/** Whether a schema makes exactly one statement beside its type. */
export const saysOneThing = ({ schema }: SchemaNode): boolean =>
  isObject(schema) && Object.keys(schema).filter((keyword) => keyword !== 'type').length === 1

/** The names, with those that they require (`dependentRequired`). */
export const closureOf = (nodes: readonly SchemaNode[], required: Iterable<string>): Set<string> => {
  const names = new Set(required)
  // The set grows while it is walked.
  for (const name of names) {
    for (const node of nodes) {
      const dependent = keywordOf(node, 'dependentRequired')
      if (isObject(dependent)) for (const other of textsIn(own(dependent, name))) names.add(other)
    }
  }
  return names
}

/** The additional schemas for an object with these properties (`dependentSchemas`). */
export const dependentOn = (
  nodes: readonly SchemaNode[],
  names: ReadonlySet<string>,
): readonly SchemaNode[] =>
  nodes
    .flatMap((node) =>
      namesBelow(node.schema, 'dependentSchemas')
        .filter((name) => names.has(name))
        .map((name) => node.set.child(node, 'dependentSchemas', name)),
    )
    .filter((node) => !nodes.includes(node))

/** The properties that an object of these schemas must have. */
export const requiredBy = oncePer((nodes: readonly SchemaNode[]): readonly string[] =>
  nodes.flatMap((node) => textsIn(keywordOf(node, 'required'))),
)

/** The properties that the schemas name. */
export const declaredBy = oncePer((nodes: readonly SchemaNode[]): readonly string[] => [
  ...new Set(nodes.flatMap((node) => namesBelow(node.schema, 'properties'))),
])

/** Whether a property of these schemas is sent in a direction. */
export const isSent = (nodes: readonly SchemaNode[], direction: Direction | undefined): boolean =>
  direction === undefined || nodes.every((node) => isTransmitted(node, direction))

/** The schemas that apply to a property of an object with these schemas. */
export const propertyNodes = oncePerName(
  (nodes: readonly SchemaNode[], name: string): readonly SchemaNode[] =>
    nodesOrRest(nodes, 'unevaluatedProperties', (node) => {
      const named = schemasForName(node, name)
      return named.length > 0 ? named : schemasAt(node, 'additionalProperties')
    }),
)

/** The schemas that apply to an item of an array with these schemas. */
export const itemNodes = (nodes: readonly SchemaNode[], index: number): readonly SchemaNode[] =>
  nodesOrRest(nodes, 'unevaluatedItems', (node) => schemasForItem(node, index))

const nodesOrRest = (
  nodes: readonly SchemaNode[],
  rest: string,
  find: (node: SchemaNode) => readonly SchemaNode[],
): readonly SchemaNode[] => {
  const found = nodes.flatMap(find)
  return found.length > 0 ? found : nodes.flatMap((node) => schemasAt(node, rest))
}

/** How many items of an array must satisfy `contains`. */
export const fewestMatches = (node: SchemaNode): number => {
  if (keywordOf(node, 'contains') === undefined) return 0
  const least = keywordOf(node, 'minContains')
  return typeof least === 'number' ? least : 1
}

const ALL: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

const HINTS: readonly (readonly [type: JsonType, keywords: readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'minProperties',
      'maxProperties',
      'propertyNames',
      'dependentRequired',
      'dependentSchemas',
      'unevaluatedProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'contains', 'uniqueItems', 'unevaluatedItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** The types that the keywords imply, if no schema names its type. */
export const meantTypes = (nodes: readonly SchemaNode[]): readonly JsonType[] =>
  HINTS.filter(([, keywords]) =>
    nodes.some((node) => keywords.some((word) => keywordOf(node, word) !== undefined)),
  ).map(([type]) => type)

/** The types that all schemas allow, the most likely first, null last. */
export const typesOf = oncePer((nodes: readonly SchemaNode[]): readonly JsonType[] => {
  const named = nodes.map((node) => keywordOf(node, 'type')).filter((type) => type !== undefined)
  const lists = named.map((type) => textsIn([type].flat()))
  const [first] = lists
  if (first === undefined) return [...new Set([...meantTypes(nodes), ...ALL])]
  const allowed = (type: JsonType): boolean =>
    lists.every((list) => list.includes(type) || (type === 'integer' && list.includes('number')))
  const order = [...first, 'integer'].filter((name) => name !== 'null')
  return [...new Set([...order, 'null'])].flatMap((name) =>
    ALL.filter((type) => type === name && allowed(type)),
  )
})

/** Whether some schema names its type. */
export const namesType = (nodes: readonly SchemaNode[]): boolean =>
  nodes.some((node) => keywordOf(node, 'type') !== undefined)
