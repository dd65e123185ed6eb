import { isCount, isList } from './create-assertion.ts'
import type { RuleMaker } from './rule.ts'

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
