import { type JsonObject, own } from '../../base/json.ts'
import { placeOf } from '../../base/schema-set.ts'
import { childOf, hasSchema } from '../../base/subschemas.ts'
import { countOf } from '../../keywords/rule.ts'
import { type Alternative, type Failing, type Holding, just, open, trackersAt } from '../draft.ts'
import { fails, type Goal, holds, trackerOf } from '../goal.ts'
import type { ItemsFact } from './items-draft.ts'

/** The requirements of the array keywords for an array. */
export const holdItems = (holding: Holding): ItemsFact[] => {
  const { node, schema, scope, direction, outer } = holding
  const below = (keyword: string, index?: number): Goal => [
    holds(childOf(node, keyword, index), scope, direction),
  ]
  const { min, max, prefixCount, hasItems, hasContains, minContains, maxContains } = keywordsOf(schema)
  const { tracker, trackers } = trackersAt(holding, 'unevaluatedItems')
  const facts: ItemsFact[] = []
  if (min !== undefined || max !== undefined)
    facts.push({ kind: 'itemCount', min: min ?? 0, max: max ?? Infinity })
  if (prefixCount > 0 || hasItems) {
    const prefix = Array.from({ length: prefixCount }, (_, index) => below('prefixItems', index))
    facts.push({ kind: 'itemLayer', prefix, rest: hasItems ? below('items') : [] })
    if (trackers.length > 0)
      facts.push({ kind: 'evaluatedItems', trackers, until: hasItems ? Infinity : prefixCount })
  }
  if (own(schema, 'uniqueItems') === true) facts.push({ kind: 'distinct' })
  if (hasContains) {
    const goal = below('contains')
    const negation = [fails(childOf(node, 'contains'), scope)]
    if (minContains > 0 || maxContains < Infinity) {
      facts.push({ kind: 'contains', goal, negation, min: minContains, max: maxContains })
    }
    if (trackers.length > 0)
      facts.push({ kind: 'evaluatedItems', trackers, until: 0, containing: { goal, negation } })
  }
  if (tracker !== undefined) {
    facts.push({ kind: 'unevaluatedItems', tracker, goal: below('unevaluatedItems') })
    if (outer.length > 0) facts.push({ kind: 'evaluatedItems', trackers: outer, until: Infinity })
  }
  return facts
}

/** The ways in which an array breaks one of the keywords for arrays. */
export const failItems = ({ node, schema, scope }: Failing): Alternative[] => {
  const broken = (keyword: string, index?: number): Goal => [fails(childOf(node, keyword, index), scope)]
  const { min, max, prefixCount, hasItems, hasContains, minContains, maxContains, hasUnevaluated } =
    keywordsOf(schema)
  const alternatives: Alternative[] = []
  if (min !== undefined && min > 0) alternatives.push(just({ kind: 'itemCount', max: min - 1 }))
  if (max !== undefined) alternatives.push(just({ kind: 'itemCount', min: max + 1 }))
  if (own(schema, 'uniqueItems') === true) alternatives.push(just({ kind: 'twins' }))
  for (let index = 0; index < prefixCount; index += 1) {
    const prefix = Array.from({ length: index + 1 }, (_, at) =>
      at === index ? broken('prefixItems', index) : [],
    )
    alternatives.push(just({ kind: 'itemCount', min: index + 1 }, { kind: 'itemLayer', prefix, rest: [] }))
  }
  if (hasItems) alternatives.push(just({ kind: 'someItem', from: prefixCount, goal: broken('items') }))
  if (hasContains) {
    const goal: Goal = [holds(childOf(node, 'contains'), scope, undefined)]
    const negation = broken('contains')
    if (minContains > 0)
      alternatives.push(just({ kind: 'contains', goal, negation, min: 0, max: minContains - 1 }))
    if (maxContains < Infinity) {
      alternatives.push(just({ kind: 'contains', goal, negation, min: maxContains + 1, max: Infinity }))
    }
  }
  if (hasUnevaluated) {
    const tracker = trackerOf(placeOf(node), 'unevaluatedItems', true)
    const others = { ...open(holds(node, scope, undefined), [tracker]), without: 'unevaluatedItems' }
    alternatives.push(
      just(others, { kind: 'someUnevaluatedItem', tracker, goal: broken('unevaluatedItems') }),
    )
  }
  return alternatives
}

const keywordsOf = (schema: JsonObject) => {
  const prefixItems = own(schema, 'prefixItems')
  return {
    min: countOf(own(schema, 'minItems')),
    max: countOf(own(schema, 'maxItems')),
    prefixCount: Array.isArray(prefixItems) ? prefixItems.length : 0,
    hasItems: hasSchema(schema, 'items'),
    hasContains: hasSchema(schema, 'contains'),
    minContains: countOf(own(schema, 'minContains')) ?? 1,
    maxContains: countOf(own(schema, 'maxContains')) ?? Infinity,
    hasUnevaluated: hasSchema(schema, 'unevaluatedItems'),
  }
}
