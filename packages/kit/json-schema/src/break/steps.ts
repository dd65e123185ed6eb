import { extendsSchema, findDiscriminator, variantsOf } from '../base/discriminators.ts'
import { isObject } from '../base/json.ts'
import { keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { isSchema } from '../base/subschema-keywords.ts'
import { reachableInPlace, schemasAt } from '../base/subschemas.ts'
import { referenceTargets, type Scope } from '../base/dynamic-scope.ts'
import {
  demand,
  listIn,
  mapIn,
  narrowTo,
  numberIn,
  referTo,
  restrict,
  type Shell,
  without,
} from '../keywords/shell.ts'

/** A step from a schema to a subschema, and how to create a value that takes it. */
export interface Step {
  readonly from: SchemaNode
  readonly to: SchemaNode
  /** Whether the subschema applies to a part of the value; otherwise it applies to the same value. */
  readonly moves: boolean
  /** Whether the part is the name of a property, not its value. */
  readonly intoName?: boolean
  /** Whether the part is an item of an array. */
  readonly intoArray?: boolean
  /** If the subschema is one of several alternatives: its keyword and index. */
  readonly branch?: { readonly keyword: 'anyOf' | 'oneOf'; readonly index: number }
  /** The meaning of a value in the place below, if the schema there is `false`. */
  readonly closedScenario?: string
  /**
   * Changes the schema at `from` so that its values have a part that satisfies `below`, and keeps everything else. Returns several schemas
   * if there are alternatives, and none if no value has such a part. `isBroken` means that `below` breaks a statement, so no
   * other branch may accept the whole.
   */
  readonly force: (shell: Shell, below: Shell, isBroken: boolean) => readonly Shell[]
}

/** The steps to schemas of the same value: references, `allOf`, `then`, `else`, `dependentSchemas`, branches. */
export const inPlaceSteps = (from: SchemaNode, scope: Scope): Step[] => [
  ...referenceSteps(from, scope),
  ...allOfSteps(from),
  ...conditionalSteps(from),
  ...dependentSteps(from),
  ...branchSteps(from, 'anyOf'),
  ...branchSteps(from, 'oneOf'),
  ...variantSteps(from),
]

const referenceSteps = (from: SchemaNode, scope: Scope): Step[] => {
  const keywords = ['$ref', '$dynamicRef'].filter((keyword) => typeof keywordOf(from, keyword) === 'string')
  return referenceTargets(from, scope).map((to, index) => ({
    from,
    to,
    moves: false,
    force: (shell, below) => [restrict(without(shell, keywords[index] ?? '$ref'), below)],
  }))
}

const allOfSteps = (from: SchemaNode): Step[] =>
  schemasAt(from, 'allOf').map((to, index) => ({
    from,
    to,
    moves: false,
    force: (shell, below) => [{ ...shell, allOf: listIn(shell, 'allOf').with(index, below) }],
  }))

const conditionalSteps = (from: SchemaNode): Step[] => {
  if (keywordOf(from, 'if') === undefined) return []
  const condition = referTo(from, 'if')
  return (['then', 'else'] as const)
    .filter((keyword) => isSchema(keywordOf(from, keyword)))
    .map((keyword) => ({
      from,
      to: from.set.child(from, keyword),
      moves: false,
      force: (shell, below) => [
        restrict(
          without(shell, 'if', 'then', 'else'),
          keyword === 'then' ? condition : { not: condition },
          below,
        ),
      ],
    }))
}

const dependentSteps = (from: SchemaNode): Step[] => {
  const dependent = keywordOf(from, 'dependentSchemas')
  if (!isObject(dependent)) return []
  return Object.keys(dependent).map((name) => ({
    from,
    to: from.set.child(from, 'dependentSchemas', name),
    moves: false,
    force: (shell, below) => {
      const object = narrowTo(shell, 'object')
      if (object === undefined) return []
      const others = without(mapIn(shell, 'dependentSchemas'), name)
      return [restrict(demand({ ...object, dependentSchemas: others }, name), below)]
    },
  }))
}

/** A broken value satisfies most of one alternative and nothing of the others, so the cause of the failure is clear. */
const branchSteps = (from: SchemaNode, keyword: 'anyOf' | 'oneOf'): Step[] => {
  const branches = schemasAt(from, keyword)
  return branches.map((to, index) => ({
    from,
    to,
    moves: false,
    branch: { keyword, index },
    force: (shell, below, isBroken) => {
      const others = branches.filter((_, other) => other !== index).map((other) => ({ not: referTo(other) }))
      return [restrict(without(shell, keyword), below, ...(isBroken || keyword === 'oneOf' ? others : []))]
    },
  }))
}

/** The steps from a base schema to its extensions: the discriminator value names the one that applies. */
const variantSteps = (from: SchemaNode): Step[] => {
  const discriminator = findDiscriminator(from)
  if (discriminator === undefined || schemasAt(from, 'anyOf').length + schemasAt(from, 'oneOf').length > 0)
    return []
  const { property } = discriminator
  return variantsOf(from, discriminator)
    .filter(({ node }) => extendsSchema(node, from))
    .map(({ node, names }) => ({
      from,
      to: node,
      moves: false,
      force: (shell, below) => {
        const object = narrowTo(without(shell, 'discriminator'), 'object')
        const named = { properties: { [property]: { enum: [...names] } }, required: [property] }
        return object === undefined ? [] : [restrict(object, named, below)]
      },
    }))
}

const TOO_MANY = 'array_above_max_items'

/** The steps to the items of an array. */
export const arraySteps = (from: SchemaNode): Step[] => [
  ...prefixSteps(from),
  ...openSteps(from, 'items'),
  ...openSteps(from, 'unevaluatedItems'),
]

const prefixSteps = (from: SchemaNode): Step[] => {
  const prefix = keywordOf(from, 'prefixItems')
  if (!Array.isArray(prefix)) return []
  return prefix.map((_, index) => ({
    from,
    to: from.set.child(from, 'prefixItems', index),
    moves: true,
    intoArray: true,
    closedScenario: TOO_MANY,
    force: (shell, below) => withItem(shell, index, below),
  }))
}

const openSteps = (from: SchemaNode, keyword: 'items' | 'unevaluatedItems'): Step[] => {
  const open = keywordOf(from, keyword)
  if (open !== false && !isObject(open)) return []
  return [
    {
      from,
      to: from.set.child(from, keyword),
      moves: true,
      intoArray: true,
      closedScenario: TOO_MANY,
      force: (shell, below) => {
        const own = listIn(shell, 'prefixItems').length
        return withItem(shell, keyword === 'items' ? own : prefixLengthOf(from), below)
      },
    },
  ]
}

/** The item that satisfies `below` becomes part of the prefix, so that the constraints on all others stay the same. */
const withItem = (shell: Shell, index: number, below: Shell): Shell[] => {
  const array = narrowTo(shell, 'array')
  if (array === undefined) return []
  const prefix = listIn(shell, 'prefixItems')
  const free = Array.from({ length: Math.max(0, index - prefix.length) }, () => true)
  const prefixItems = [...prefix.slice(0, index), ...free, below, ...prefix.slice(index + 1)]
  return [{ ...array, prefixItems, minItems: Math.max(index + 1, numberIn(shell, 'minItems', 0)) }]
}

/** The length of the longest `prefixItems`, counting those of schemas that apply to the same array. */
const prefixLengthOf = (node: SchemaNode): number =>
  Math.max(
    ...[...reachableInPlace(node)].map((part) => {
      const prefix = keywordOf(part, 'prefixItems')
      return Array.isArray(prefix) ? prefix.length : 0
    }),
  )
