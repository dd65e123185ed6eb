import { equalJson, isObject, type JsonObject, toCanonicalText } from '../base/json.ts'
import { createAssertion, isCount, isList, type RuleMaker } from './rule.ts'
import { type Breach, narrowTo, numberIn, restrict, type Shell, toBreach, without } from './shell.ts'

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

/** `minItems` (2020-12 Validation, 6.4.2). */
export const minItemsRule: RuleMaker = (least, context) =>
  isCount(least)
    ? createAssertion(
        context,
        'minItems',
        `has fewer than ${items(least)}`,
        isList,
        (list) => list.length >= least,
      )
    : undefined

/** `maxItems` (2020-12 Validation, 6.4.1). */
export const maxItemsRule: RuleMaker = (most, context) =>
  isCount(most)
    ? createAssertion(
        context,
        'maxItems',
        `has more than ${items(most)}`,
        isList,
        (list) => list.length <= most,
      )
    : undefined

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
    let held = true
    const count = Math.min(schemas.length, value.length)
    for (let index = 0; index < count; index += 1) {
      const schema = schemas[index]
      if (schema === undefined || run.descend(index, value[index], schema)) continue
      held = false
      if (run.failures === undefined) return false
    }
    seen?.addLeadingItems(count)
    return held
  }
}

/** `items`: what follows `prefixItems` (2020-12 Core, 10.3.1.2). */
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

/** Longer arrays than this are not made. */
const MOST_ITEMS = 2000

/** How an array can break its bounds, `uniqueItems` and `contains`. */
export const arrayBreaches = (shell: Shell): Breach[] => [
  ...minItemsBreaches(shell),
  ...maxItemsBreaches(shell),
  ...uniqueBreaches(shell),
  ...tooFewMatches(shell),
  ...tooManyMatches(shell),
]

const minItemsBreaches = (shell: Shell): Breach[] => {
  const { minItems } = shell
  if (typeof minItems !== 'number' || minItems < 1) return []
  return [
    breachOf(
      shell,
      'minItems',
      'array_below_min_items',
      { maxItems: minItems - 1 },
      { minItems: minItems - 1 },
    ),
  ]
}

const maxItemsBreaches = (shell: Shell): Breach[] => {
  const { maxItems } = shell
  if (typeof maxItems !== 'number' || maxItems >= MOST_ITEMS) return []
  return [
    breachOf(
      shell,
      'maxItems',
      'array_above_max_items',
      { minItems: maxItems + 1 },
      { maxItems: maxItems + 1 },
    ),
  ]
}

const uniqueBreaches = (shell: Shell): Breach[] =>
  shell['uniqueItems'] === true
    ? [breachOf(shell, 'uniqueItems', 'non_unique_items', { not: { uniqueItems: true } }, { minItems: 2 })]
    : []

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
  if (contains === undefined || typeof maxContains !== 'number' || maxContains >= MOST_ITEMS) return []
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

const breachOf = (
  shell: Shell,
  keyword: string,
  scenario: string,
  negation: JsonObject,
  tight: JsonObject = {},
): Breach => {
  const array = narrowTo(without(shell, keyword), 'array')
  return toBreach(keyword, scenario, array && restrict(array, negation), { tight })
}
