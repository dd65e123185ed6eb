import { essenceOf } from '../document/find-response.ts'
import type { Exchange } from '../run/exchange.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { bindsAnswer } from './answer/binds-answer.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { findCharsetFault } from './answer/find-charset-fault.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

/** A type and a subtype, each a token (RFC 9110, 8.3.1 and 5.6.2). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

/** A body says what it is, and it is one of the documented media types; parameters are overlooked, but JSON is UTF-8. */
export const contentTypeConformance: Check = defineCheck({
  id: 'content-type-conformance',
  title: 'Media types are documented',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { response, answer } = exchange
    if (response === undefined || response.media.length === 0) return []
    if (!bindsAnswer(exchange) || answer.body.length === 0) return []
    const fault = findFault(exchange)
    if (fault === undefined) return []
    const message = `${describeAnswer(exchange)} ${fault.message}.`
    return [
      createFinding(
        contentTypeConformance,
        exchange,
        message,
        appendTokens(response.pointer, 'content'),
        fault.kind,
      ),
    ]
  },
})

const findFault = ({
  answer,
  media,
}: Exchange): { readonly kind: string; readonly message: string } | undefined => {
  const { contentType } = answer
  if (contentType === undefined || contentType.trim() === '') {
    return { kind: 'missing', message: 'has a body but no Content-Type' }
  }
  if (!MEDIA_TYPE.test(essenceOf(contentType))) {
    return { kind: 'malformed', message: 'has a Content-Type that is no media type' }
  }
  if (media === undefined) {
    return {
      kind: 'undocumented',
      message: `is of the media type ${essenceOf(contentType)}, which the document does not name`,
    }
  }
  const charset = findCharsetFault(contentType, answer.body)
  return charset === undefined ? undefined : { kind: 'charset', message: charset }
}
