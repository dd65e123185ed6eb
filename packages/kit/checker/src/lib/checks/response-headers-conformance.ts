import type { ApiHeader } from '../document/api-document.ts'
import type { Answer, Exchange } from '../run/exchange.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import type { Failure } from '../schema/failure.ts'
import { judgeHeader } from '../wire/judge-header.ts'
import { bindsAnswer } from './answer/binds-answer.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check, Finding } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/**
 * Documented headers are there where they are required, and keep their schema under at least one reading of their text.
 * Headers that the document does not name are free; `Content-Type` is `content-type-conformance`'s.
 */
export const responseHeadersConformance: Check = defineCheck({
  id: 'response-headers-conformance',
  title: 'Headers keep their schema',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { response, answer } = exchange
    if (response === undefined || !bindsAnswer(exchange)) return []
    const subject = describeAnswer(exchange)
    return response.headers.flatMap((header): readonly Finding[] => {
      if (isOwnedElsewhere(header, exchange)) return []
      const texts = textsOf(answer, header.name)
      if (texts.length === 0) {
        if (!header.required) return []
        const message = `${subject} lacks the required header ${header.name}.`
        return [
          createFinding(
            responseHeadersConformance,
            exchange,
            message,
            appendTokens(header.pointer, 'required'),
            header.name,
          ),
        ]
      }
      const [failure] = findFailures(header, texts)
      if (failure === undefined) return []
      const message = `${subject} has a header ${header.name} that ${failure.message}.`
      return [
        createFinding(responseHeadersConformance, exchange, message, failure.schemaPointer, header.name),
      ]
    })
  },
})

/** Every value of a header, and all of them joined, as repeated lines may be (RFC 9110, 5.3). */
const textsOf = ({ headers }: Answer, name: string): readonly string[] => {
  const values = headers.filter(([key]) => key === name.toLowerCase()).map(([, value]) => value)
  return values.length > 1 ? [values.join(', '), ...values] : values
}

/** Nothing if any reading keeps the schema. */
const findFailures = (header: ApiHeader, texts: readonly string[]): readonly Failure[] => {
  const failures = texts.map((text) => judgeHeader(header, text))
  return failures.some((list) => list.length === 0) ? [] : (failures[0] ?? [])
}

/** A missing challenge on 401 belongs to `missing-www-authenticate`, documented or not. */
const isOwnedElsewhere = ({ name }: ApiHeader, { answer, case: { operation } }: Exchange): boolean => {
  if (name.toLowerCase() === 'content-type') return true
  const isChallenge = name.toLowerCase() === 'www-authenticate' && answer.status === 401
  return (
    isChallenge && answer.header('www-authenticate') === undefined && (operation?.security.length ?? 0) > 0
  )
}
