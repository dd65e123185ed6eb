import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { accuseBoth } from './sequence/accuse-both.ts'
import { findSource } from './sequence/find-source.ts'
import { findStep } from './sequence/find-step.ts'
import { hasFittingIds } from './sequence/has-fitting-ids.ts'
import { outcomeOf } from './sequence/outcome.ts'

/** Steps that only look at a thing or take it away, so that nothing but the thing itself can be missing. */
const NEEDS_THING = new Set([
  'read-created',
  'read-other',
  'read-before-change',
  'read-after-change',
  'delete',
  'read-listed',
])

/**
 * What was created, or listed, a moment ago and not deleted since is there. Silent where the id was guessed from a property
 * that need not be the one the path asks for, and where a query could be the reason.
 */
export const createdResourceUnavailable: Check = defineCheck({
  id: 'created-resource-unavailable',
  title: 'Created means there',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { step = '', values, boundTo = {} },
    } = exchange
    if (!NEEDS_THING.has(step) || outcomeOf(exchange) !== 'gone') return []
    if (!Object.keys(values?.query ?? {}).every((name) => Object.hasOwn(boundTo, `query.${name}`))) return []
    if (!hasFittingIds(exchange)) return []
    const source = findSource(exchange)
    if (source === undefined || outcomeOf(source) !== 'done' || wasDenied(exchange, source)) return []
    const removed = findStep(exchange, 'delete')
    if (removed?.case.request.target === exchange.case.request.target) return []
    const origin = source.case.operation?.id ?? 'an earlier request'
    if (step === 'read-listed') {
      const message = `${describeAnswer(exchange)} denies an item that ${origin} listed.`
      return [createFinding(createdResourceUnavailable, exchange, message)]
    }
    const wasRead = since(exchange, source).some(
      (earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'done',
    )
    const message = `${describeAnswer(exchange)} denies what ${origin} said it created.`
    return accuseBoth(createdResourceUnavailable, wasRead ? [exchange] : [source, exchange], message)
  },
})

/** The thing was missed before, and that was told then. */
const wasDenied = (exchange: Exchange, source: Exchange): boolean =>
  since(exchange, source).some((earlier) => isRead(earlier.case.step) && outcomeOf(earlier) === 'gone')

const since = ({ history }: Exchange, source: Exchange): readonly Exchange[] =>
  history.slice(history.indexOf(source))

const isRead = (step: string | undefined): boolean => step === 'read-created' || step === 'read-before-change'
