import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { rejectsOtherRequests } from '../../resources/idempotency.ts'
import { findCreatedId } from '../../resources/response-items.ts'
import { describeAnswer, isDeclared } from '../exchanges/exchange-facts.ts'
import { findStep, isSameId } from './sequence-facts.ts'

/**
 * A request that comes again with its `Idempotency-Key` creates nothing again; another request with that key is rejected, where
 * the document says so in words and with 409 or 422.
 */
export const idempotencyKey: Check = defineCheck({
  id: 'idempotency-key',
  title: 'Idempotency key is ignored',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { operation, step = '' } = exchange.case
    const first = findStep(exchange, 'key-first')
    if (operation === undefined || first === undefined || !isSuccess(exchange) || !isSuccess(first)) return []
    const accuse = (clause: string) => [
      createFinding(idempotencyKey, exchange, `${describeAnswer(exchange)} ${clause}.`, undefined, step),
    ]
    if (step === 'key-again' && createsAnother(exchange, first))
      return accuse('tells of a second creation by the same request with the same idempotency key')
    const again = findStep(exchange, 'key-again')
    if (step !== 'key-other' || (again !== undefined && createsAnother(again, first))) return []
    return rejectsOtherRequests(exchange.document, operation)
      ? accuse('accepts another request with the same idempotency key')
      : []
  },
})

const isSuccess = ({ answer: { status } }: Exchange): boolean => status >= 200 && status < 300

const createsAnother = (again: Exchange, first: Exchange): boolean =>
  buildResourceGraph(again.document).resources.some((resource) => {
    if (resource.create?.operation !== again.case.operation) return false
    const [one, other] = [findCreatedId(resource, first), findCreatedId(resource, again)]
    return one !== undefined && one.expression === other?.expression && !isSameId(one.value, other.value)
  })
