import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { accuseBoth, findSource, findStep, hasFittingIds, isUsedUp, outcomeOf } from '../../compare/facts.ts'

/** Steps that only read or delete a thing, so that nothing but the thing itself can be missing. */
const NEEDS_THING = new Set([
  'read-created',
  'read-other',
  'read-before-change',
  'read-after-change',
  'delete',
  'read-listed',
])

/**
 * An item that was just created or listed, and not deleted since, can be read. Keeps silent if the id comes from a property that may not
 * suit the path, or if a query may be the reason.
 */
export const createdResourceUnavailable: Check = defineCheck({
  id: 'created-resource-unavailable',
  title: 'Created item cannot be read',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { step = '', values, boundTo = {} },
    } = exchange
    if (!NEEDS_THING.has(step) || outcomeOf(exchange) !== 'gone' || isUsedUp(exchange)) return []
    if (!Object.keys(values?.query ?? {}).every((name) => Object.hasOwn(boundTo, `query.${name}`))) return []
    if (!hasFittingIds(exchange)) return []
    const source = findSource(exchange)
    if (source === undefined || outcomeOf(source) !== 'done' || wasDenied(exchange, source)) return []
    const removed = findStep(exchange, 'delete')
    if (removed?.case.request.target === exchange.case.request.target) return []
    const origin = source.case.operation?.id ?? 'an earlier request'
    if (step === 'read-listed') {
      const message = `${describeAnswer(exchange)} says that an item does not exist, but ${origin} listed it.`
      return [createFinding(createdResourceUnavailable, exchange, message)]
    }
    const wasRead = since(exchange, source).some(
      (earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'done',
    )
    const message = `${describeAnswer(exchange)} says that the item does not exist, but ${origin} created it.`
    return accuseBoth(createdResourceUnavailable, wasRead ? [exchange] : [source, exchange], message)
  },
})

/** The item was missing before, and an earlier finding reports that. */
const wasDenied = (exchange: Exchange, source: Exchange): boolean =>
  since(exchange, source).some((earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'gone')

const since = ({ history }: Exchange, source: Exchange): readonly Exchange[] =>
  history.slice(history.indexOf(source))

const isRead = (step: string | undefined): boolean => step === 'read-created' || step === 'read-before-change'
