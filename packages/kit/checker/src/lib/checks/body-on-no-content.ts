import type { Answer } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** 204, 205 and 304 have no body, and 204 and 205 do not announce one (RFC 9110, 8.6, 15.3.5, 15.3.6, 15.4.5). */
export const bodyOnNoContent: Check = defineCheck({
  id: 'body-on-no-content',
  title: 'No content means no body',
  severity: 'medium',
  appliesTo: () => true,
  verify: (exchange) => {
    const { answer } = exchange
    if (![204, 205, 304].includes(answer.status) || (answer.body.length === 0 && !announcesBody(answer)))
      return []
    return [createFinding(bodyOnNoContent, exchange, `${describeAnswer(exchange)} has a body.`)]
  },
})

/** Client libraries drop the body of a 204 but not its length. 304 may repeat the length of what it does not send. */
const announcesBody = ({ status, header }: Answer): boolean =>
  status !== 304 && Number(header('content-length') ?? 0) > 0
