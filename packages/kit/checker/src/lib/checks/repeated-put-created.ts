import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { outcomeOf } from './sequence/outcome.ts'

/** PUT answers 201 only where nothing was before (RFC 9110, 9.3.4): not after the same was read, or put there. */
export const repeatedPutCreated: Check = defineCheck({
  id: 'repeated-put-created',
  title: 'PUT creates only once',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const {
      case: { request },
      answer,
      history,
    } = exchange
    if (request.method !== 'PUT' || answer.status !== 201 || exchange.response === undefined) return []
    const last = history.findLast((earlier) => pathOf(earlier) === pathOf(exchange) && tells(earlier))
    if (last === undefined || last.case.request.method === 'DELETE' || outcomeOf(last) !== 'done') return []
    const message = `${describeAnswer(exchange)} says that something was created, which was there already.`
    return [createFinding(repeatedPutCreated, exchange, message)]
  },
})

/** Whether an earlier exchange says that the thing is there, or that it is not. */
const tells = (earlier: Exchange): boolean => {
  const { method } = earlier.case.request
  if (method === 'GET') return outcomeOf(earlier) === 'done' || outcomeOf(earlier) === 'gone'
  return ['PUT', 'PATCH', 'DELETE'].includes(method) && outcomeOf(earlier) === 'done'
}

const pathOf = ({ case: { request } }: Exchange): string => request.target.split('?')[0] ?? ''
