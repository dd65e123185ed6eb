import { isObject } from '../json.ts'
import { createAssertion, isCount, isList } from './create-assertion.ts'
import { equalJson, toCanonicalText } from './equal-json.ts'
import type { RuleMaker } from './rule.ts'

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
