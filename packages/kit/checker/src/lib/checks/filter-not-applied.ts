import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import { ID_WORDS, parseReferenceName } from '../resources/reference-name.ts'
import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { findMismatch } from './sequence/find-mismatch.ts'
import { findOutOfRange } from './sequence/find-out-of-range.ts'
import { isFilter } from './sequence/is-filter.ts'
import { isServerOwned } from './sequence/is-server-owned.ts'
import { outcomeOf } from './sequence/outcome.ts'

/**
 * A list that is asked for by a property's value, or a range of it, shows no item with another. Only parameters that bear
 * the name of the property are judged; a text may be a part of the item's.
 */
export const filterNotApplied: Check = defineCheck({
  id: 'filter-not-applied',
  title: 'Filters filter',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      document,
      case: { operation, values, mode },
      verdict,
    } = exchange
    const resource = buildResourceGraph(document).resources.find(({ list }) => list?.operation === operation)
    if (operation === undefined || resource === undefined || verdict?.isValid !== true) return []
    // A number sent where a text is due travels as a text: what it was made of does not tell what was asked for.
    if (outcomeOf(exchange) !== 'done' || mode !== 'positive') return []
    const ignored = operation.parameters.filter((parameter) => {
      const wanted = values?.query[parameter.name]
      if (wanted === undefined || !isFilter(operation, parameter)) return false
      if (findOutOfRange(resource, exchange, parameter.name, wanted)) return true
      return (
        !isOfAnother(exchange, parameter.name) &&
        !isServerOwned(parameter.name, false) &&
        findMismatch(resource, exchange, parameter, wanted)
      )
    })
    return ignored.map(({ name, pointer }) => {
      const message = `${describeAnswer(exchange)} shows items that the query parameter ${name} excludes.`
      return createFinding(filterNotApplied, exchange, message, pointer, name)
    })
  },
})

/** An id of something else, such as an author's, need not be what items show by that name; where the name says id, it is. */
const isOfAnother = ({ case: { boundTo = {} } }: Exchange, name: string): boolean =>
  Object.hasOwn(boundTo, `query.${name}`) && !ID_WORDS.includes(parseReferenceName(name).suffix)
