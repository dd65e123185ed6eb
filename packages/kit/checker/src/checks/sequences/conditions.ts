import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { describeAnswer, isDeclared } from '../exchanges/exchange-facts.ts'
import { saysTheSame } from './same-values.ts'
import { findStep, outcomeOf } from './sequence-facts.ts'

/**
 * Conditions are obeyed (RFC 9110, 13.1): what has not changed is not told again where 304 is documented, what has changed is not
 * changed again where 412 is, and a tag stands for one state only.
 */
export const conditionalRequest: Check = defineCheck({
  id: 'conditional-request',
  title: 'A condition of the request is ignored',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findFault(exchange)
    return fault === undefined ? [] : [fault]
  },
})

const findFault = (exchange: Exchange): Finding | undefined => {
  const { step } = exchange.case
  const accuse = (text: string): Finding =>
    createFinding(conditionalRequest, exchange, `${describeAnswer(exchange)} ${text}.`, undefined, step)
  const isDone = outcomeOf(exchange) === 'done'
  switch (step) {
    case 'condition-unchanged':
      return isDone && isUnchanged(exchange)
        ? accuse('should be the documented 304: its state is the one of If-None-Match')
        : undefined
    case 'condition-other':
      return exchange.answer.status === 304
        ? accuse('says that nothing has changed since a state that never was')
        : undefined
    case 'condition-stale':
      return isDone ? accuse('should be the documented 412: its state is not the one of If-Match') : undefined
    case 'condition-weak':
      return isDone ? accuse('should be the documented 412: If-Match compares strongly') : undefined
    case 'condition-after':
      return isDone && keepsTag(exchange)
        ? accuse('has the entity tag that it had before the change')
        : undefined
    default:
      return undefined
  }
}

const tagOf = (exchange: Exchange | undefined): string | undefined => exchange?.answer.header('etag')

/** What changes by itself, such as a job, may have another tag by now. */
const isUnchanged = (exchange: Exchange): boolean => {
  const tag = tagOf(exchange)
  return tag !== undefined && tag === tagOf(findStep(exchange, 'condition-first'))
}

const keepsTag = (exchange: Exchange): boolean => {
  const before = findStep(exchange, 'condition-first')
  const [was, is] = [before?.answer.json, exchange.answer.json]
  return (
    tagOf(exchange) !== undefined &&
    tagOf(exchange) === tagOf(before) &&
    was !== undefined &&
    is !== undefined &&
    !saysTheSame(was, is)
  )
}
