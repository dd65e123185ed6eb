import type { RequestFault } from '../wire/judge-request.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { findAcceptedFault } from './answer/find-accepted-fault.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/**
 * A request that is invalid however a server may read it is refused. A missing header belongs to
 * `missing-required-header`, a wrong media type to `content-negotiation`.
 */
export const negativeDataRejection: Check = defineCheck({
  id: 'negative-data-rejection',
  title: 'Invalid requests are refused',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const fault = findAcceptedFault(exchange)
    if (fault === undefined || isOwnedElsewhere(fault)) return []
    const message = `${describeAnswer(exchange)} accepts an invalid request: ${fault.message}.`
    const detail = fault.keyword === 'required' ? (fault.failure?.message ?? fault.name) : ''
    return [createFinding(negativeDataRejection, exchange, message, fault.pointer, detail)]
  },
})

const isOwnedElsewhere = ({ keyword, location }: RequestFault): boolean =>
  keyword === 'contentType' || (keyword === 'required' && location === 'header')
