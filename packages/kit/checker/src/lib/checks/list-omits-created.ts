import type { Resource } from '../resources/resource-graph.ts'
import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { accuseBoth } from './sequence/accuse-both.ts'
import { createdBefore } from './sequence/created-before.ts'
import { findCreated, type Created } from './sequence/find-created.ts'
import { findStep } from './sequence/find-step.ts'
import { isNarrowed } from './sequence/is-narrowed.ts'
import { isSameId } from './sequence/is-same-id.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { readWholeList } from './sequence/read-whole-list.ts'

/**
 * A whole list holds what was just created under it. Silent where the list may be narrowed by a parameter, and where the
 * thing could not be read either: then it was never kept.
 */
export const listOmitsCreated: Check = defineCheck({
  id: 'list-omits-created',
  title: 'Lists show what was created',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { step } = exchange.case
    if ((step !== 'list-after-create' && step !== 'list-all') || isNarrowed(exchange)) return []
    const created = step === 'list-all' ? createdBefore(exchange) : [findCreated(exchange) ?? []].flat()
    const omitted = created.find(({ resource, id }) => isOmitted(exchange, resource, id))
    if (omitted === undefined) return []
    const read = findStep(exchange, 'read-created')
    if (read !== undefined && outcomeOf(read) === 'gone') return []
    const creator = omitted.exchange.case.operation?.id ?? 'POST'
    const message = `${describeAnswer(exchange)} leaves out what ${creator} created.`
    return read === undefined && step !== 'list-all'
      ? accuseBoth(listOmitsCreated, [omitted.exchange, exchange], message)
      : [createFinding(listOmitsCreated, exchange, message)]
  },
})

/** Neither the list nor the pages before it show the item. */
const isOmitted = (exchange: Exchange, resource: Resource, id: Created['id']): boolean => {
  const items = readWholeList(resource, exchange)
  return items !== undefined && !items.some((item) => isSameId(item.id, id))
}
