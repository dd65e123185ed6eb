import { isObject } from '../base/json.ts'
import { isList, type RuleMaker } from './rule.ts'

/** `unevaluatedProperties` (2020-12 Core, 11.3); runs after all other keywords of its schema. */
export const unevaluatedPropertiesRule: RuleMaker = (argument, { node, child }) => {
  const rest = child('unevaluatedProperties')
  if (rest === undefined) return undefined
  return (value, run, seen) => {
    if (!isObject(value)) return true
    let held = true
    for (const name of Object.keys(value)) {
      if (seen?.hasProperty(name)) continue
      const isKept =
        argument === false
          ? run.failAt(name, node, 'unevaluatedProperties', 'is a property that the schema does not allow')
          : run.descend(name, value[name], rest)
      if (isKept) continue
      held = false
      if (run.failures === undefined) return false
    }
    if (argument === false) run.tell?.(node, 'unevaluatedProperties', held)
    seen?.addAllProperties()
    return held
  }
}

/** `unevaluatedItems` (2020-12 Core, 11.2); runs after all other keywords of its schema. */
export const unevaluatedItemsRule: RuleMaker = (argument, { node, child }) => {
  const rest = child('unevaluatedItems')
  if (rest === undefined) return undefined
  return (value, run, seen) => {
    if (!isList(value)) return true
    let held = true
    for (const [index, item] of value.entries()) {
      if (seen?.hasItem(index)) continue
      const isKept =
        argument === false
          ? run.failAt(index, node, 'unevaluatedItems', 'is an item that the schema does not allow')
          : run.descend(index, item, rest)
      if (isKept) continue
      held = false
      if (run.failures === undefined) return false
    }
    if (argument === false) run.tell?.(node, 'unevaluatedItems', held)
    seen?.addAllItems()
    return held
  }
}
