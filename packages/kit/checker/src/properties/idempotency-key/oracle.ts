import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { buildResourceGraph } from '@contract-kit/resources'
import { findCreatedId, rejectsOtherRequests, repeatsAnswer } from '@contract-kit/resources/exchanges'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { resembles } from '../../compare/lists.ts'
import { findStep, isSameId, readCreated, readPages, readWholeList } from '../../compare/facts.ts'

/**
 * A request that is repeated with its `Idempotency-Key` creates nothing again, and succeeds again where the document says so. Another
 * request with the same key is rejected where the document says so, by a description and by 409 or 422.
 */
export const idempotencyKey: Check = defineCheck({
  id: 'idempotency-key',
  title: 'Idempotency key is ignored',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { step = '' } = exchange.case
    const first = findStep(exchange, 'key-first')
    const again = step === 'key-again' ? exchange : findStep(exchange, 'key-again')
    const blamed = step === 'list-after-key' ? again : exchange
    if (first === undefined || blamed === undefined || !isSuccess(first)) return []
    const clause = faultOf(exchange, first, again)
    return clause === undefined
      ? []
      : [createFinding(idempotencyKey, blamed, `${describeAnswer(blamed)} ${clause}.`, undefined, step)]
  },
})

const faultOf = (exchange: Exchange, first: Exchange, again: Exchange | undefined): string | undefined => {
  const { document, case: { operation, step } } = exchange // prettier-ignore
  const isAnother = again !== undefined && isSuccess(again) && createsAnother(again, first)
  if (step === 'list-after-key')
    return !isAnother && listsAnother(exchange, first)
      ? 'repeats the first response, but the list shows a second item afterwards'
      : undefined
  if (operation === undefined) return undefined
  if (step === 'key-again' && isAnother)
    return 'reports a second creation for the same request with the same idempotency key'
  if (step === 'key-again' && [404, 409, 410, 422].includes(exchange.answer.status))
    return first.answer.status !== 202 && repeatsAnswer(document, operation)
      ? 'rejects the same request with the same idempotency key'
      : undefined
  return step === 'key-other' &&
    isSuccess(exchange) &&
    !isAnother &&
    rejectsOtherRequests(document, operation)
    ? 'accepts a different request with the same idempotency key'
    : undefined
}

const isSuccess = ({ answer: { status } }: Exchange): boolean => status >= 200 && status < 300

/** Whether the list showed the item of the first request, and shows another one like it after the second. */
const listsAnother = (list: Exchange, first: Exchange): boolean => {
  const before = findStep(list, 'list-before')
  const created = readCreated(first)
  if (before === undefined || created === undefined) return false
  const { resource, id } = created
  const [old, now] = [readPages(resource, before, list.history), readWholeList(resource, list)]
  if (old?.some((item) => isSameId(item.id, id)) !== true) return false
  const fresh = now?.filter((item) => !old.some((other) => isSameId(other.id, item.id))) ?? []
  return fresh.some((item) => resembles(item, first))
}

const createsAnother = (again: Exchange, first: Exchange): boolean =>
  buildResourceGraph(again.document).resources.some((resource) => {
    if (resource.create?.operation !== again.case.operation) return false
    const [one, other] = [findCreatedId(resource, first), findCreatedId(resource, again)]
    return one !== undefined && one.expression === other?.expression && !isSameId(one.value, other.value)
  })
