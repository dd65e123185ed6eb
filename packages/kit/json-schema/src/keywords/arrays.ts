import { equalJson, isObject, toCanonicalText } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { schemasAt } from '../base/subschemas.ts'
import { createAssertion, createLimit, isCount, isList, type RuleMaker } from './rule.ts'
import {
  type Breach,
  countBreaches,
  type CountBounds,
  narrowTo,
  numberIn,
  restrict,
  type Shell,
  toBreach,
  without,
} from './shell.ts'

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

/** `minItems` (2020-12 Validation, 6.4.2). */
export const minItemsRule = createLimit(
  'minItems',
  'has fewer than',
  items,
  isList,
  (list, least) => list.length >= least,
)

/** `maxItems` (2020-12 Validation, 6.4.1). */
export const maxItemsRule = createLimit(
  'maxItems',
  'has more than',
  items,
  isList,
  (list, most) => list.length <= most,
)

/** `uniqueItems` (2020-12 Validation, 6.4.3). */
export const uniqueItemsRule: RuleMaker = (isUnique, context) =>
  isUnique === true
    ? createAssertion(context, 'uniqueItems', 'has an item twice', isList, hasUniqueItems)
    : undefined

const isPlain = (value: unknown): boolean => !Array.isArray(value) && !isObject(value)

const hasUniqueItems = (list: readonly unknown[]): boolean => {
  if (list.length < 2) return true
  if (list.length === 2) return !equalJson(list[0], list[1])
  // A Set knows numbers, strings, booleans and null by value; the rest by their canonical text, parted by its brackets.
  const plain = list.filter(isPlain)
  const structured = list.filter((value) => !isPlain(value)).map(toCanonicalText)
  return new Set(plain).size === plain.length && new Set(structured).size === structured.length
}

/** `prefixItems` (2020-12 Core, 10.3.1.1). */
export const prefixItemsRule: RuleMaker = (argument, { child }) => {
  if (!Array.isArray(argument)) return undefined
  const schemas = argument.map((_, index) => child('prefixItems', index))
  return (value, run, seen) => {
    if (!isList(value)) return true
    seen?.addLeadingItems(Math.min(schemas.length, value.length))
    return run.keepsAll(
      schemas,
      (schema, index) =>
        schema === undefined || index >= value.length || run.descend(index, value[index], schema),
    )
  }
}

/** `items`: the items after `prefixItems` (2020-12 Core, 10.3.1.2). */
export const itemsRule: RuleMaker = (argument, { node, schema, child }) => {
  const item = child('items')
  if (item === undefined) return undefined
  const prefix = Object.hasOwn(schema, 'prefixItems') ? schema['prefixItems'] : undefined
  const start = Array.isArray(prefix) ? prefix.length : 0
  return (value, run, seen) => {
    if (!isList(value)) return true
    let held = true
    for (let index = start; index < value.length; index += 1) {
      const isKept =
        argument === false
          ? run.failAt(index, node, 'items', 'is one item more than allowed')
          : run.descend(index, value[index], item)
      if (isKept) continue
      held = false
      if (run.failures === undefined) return false
    }
    if (argument === false) run.tell?.(node, 'items', held)
    seen?.addAllItems()
    return held
  }
}

/** The schema that a schema has for the item at an index: of `prefixItems`, else of `items`. */
export const schemasForItem = (node: SchemaNode, index: number): readonly SchemaNode[] => {
  const prefix = schemasAt(node, 'prefixItems')
  return index < prefix.length ? prefix.slice(index, index + 1) : schemasAt(node, 'items')
}

/** `contains` with `minContains` and `maxContains` (2020-12 Core, 10.3.1.3; Validation, 6.4.4 and 6.4.5). */
export const containsRule: RuleMaker = (_, { node, schema, child }) => {
  const contained = child('contains')
  if (contained === undefined) return undefined
  const limitOf = (keyword: string): number | undefined => {
    const limit = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
    return isCount(limit) ? limit : undefined
  }
  const least = limitOf('minContains')
  const most = limitOf('maxContains')
  const [lower, lowerKeyword] = least === undefined ? [1, 'contains'] : [least, 'minContains']
  return (value, run, seen) => {
    if (!isList(value)) return true
    let count = 0
    for (const [index, item] of value.entries()) {
      if (!run.holds(() => run.descend(index, item, contained))) continue
      count += 1
      seen?.addItem(index)
      if (seen === undefined && most === undefined && count >= lower) break
    }
    const enough = count >= lower
    run.tell?.(node, lowerKeyword, enough)
    if (!enough) run.fail(node, lowerKeyword, `has fewer than ${lower} of the items it must contain`)
    if (most === undefined) return enough
    run.tell?.(node, 'maxContains', count <= most)
    if (count > most) run.fail(node, 'maxContains', `has more than ${most} of the items it may contain`)
    return enough && count <= most
  }
}

/** `unevaluatedItems` (2020-12 Core, 11.2); runs after all other keywords of its schema. */
export const unevaluatedItemsRule: RuleMaker = (argument, { node, child }) => {
  const rest = child('unevaluatedItems')
  if (rest === undefined) return undefined
  return (value, run, seen) => {
    if (!isList(value)) return true
    const held = run.keepsAll(value, (item, index) => {
      if (seen?.hasItem(index)) return true
      return argument === false
        ? run.failAt(index, node, 'unevaluatedItems', 'is an item that the schema does not allow')
        : run.descend(index, item, rest)
    })
    if (argument === false) run.tell?.(node, 'unevaluatedItems', held)
    seen?.addAllItems()
    return held
  }
}

/** The keywords that bound the number of items. */
export const ITEMS = {
  type: 'array',
  least: 'minItems',
  most: 'maxItems',
  below: 'array_below_min_items',
  above: 'array_above_max_items',
  largest: 2000,
} as const satisfies CountBounds

/** How an array can break its bounds, `uniqueItems` and `contains`. */
export const arrayBreaches = (shell: Shell): Breach[] => [
  ...countBreaches(shell, ITEMS),
  ...uniqueBreaches(shell),
  ...tooFewMatches(shell),
  ...tooManyMatches(shell),
]

const uniqueBreaches = (shell: Shell): Breach[] => {
  if (shell['uniqueItems'] !== true) return []
  const array = narrowTo(without(shell, 'uniqueItems'), 'array')
  const twice = array && restrict(array, { not: { uniqueItems: true } })
  return [toBreach('uniqueItems', 'non_unique_items', twice, { tight: { minItems: 2 } })]
}

const tooFewMatches = (shell: Shell): Breach[] => {
  const { contains } = shell
  const least = numberIn(shell, 'minContains', 1)
  if (contains === undefined || least < 1) return []
  const array = narrowTo(without(shell, 'contains', 'minContains', 'maxContains'), 'array')
  const most = Math.min(least - 1, numberIn(shell, 'maxContains', Infinity))
  const few = { contains, minContains: 0, maxContains: most }
  const keyword = shell['minContains'] === undefined ? 'contains' : 'minContains'
  return [toBreach(keyword, 'array_without_match', array && restrict(array, few))]
}

const tooManyMatches = (shell: Shell): Breach[] => {
  const { contains, maxContains } = shell
  if (contains === undefined || typeof maxContains !== 'number' || maxContains >= ITEMS.largest) return []
  const array = narrowTo(without(shell, 'contains', 'minContains', 'maxContains'), 'array')
  const least = Math.max(maxContains + 1, numberIn(shell, 'minContains', 1))
  return [
    toBreach(
      'maxContains',
      'array_with_too_many_matches',
      array && restrict(array, { contains, minContains: least }),
    ),
  ]
}
