import { isUtf8 } from 'node:buffer'
import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { ReadResponse, Exchange } from '../../core/exchange.ts'
import { isJsonType, judgeHeader } from '@contract-kit/openapi/wire'
import { appendTokens } from '@contract-kit/json-schema/json'
import type { Failure } from '@contract-kit/json-schema/schemas'
import { type ApiHeader, essenceOf } from '@contract-kit/openapi'
import { bindsResponse, describeResponse, isDeclared } from './exchange-facts.ts'

/**
 * Required headers are present, and documented headers match their schema in at least one interpretation. Undocumented headers are allowed;
 * `Content-Type` belongs to `content-type-conformance`.
 */
export const responseHeadersConformance: Check = defineCheck({
  id: 'response-headers-conformance',
  title: 'Header is missing or does not match its schema',
  severity: 'medium',
  needs: 'response',
  sharedParts: ['error page'],
  judgesReplays: true,
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { documented, response } = exchange
    if (documented === undefined || !bindsResponse(exchange)) return []
    const subject = describeResponse(exchange)
    return documented.headers.flatMap((header): readonly Finding[] => {
      if (isOwnedElsewhere(header, exchange)) return []
      const texts = textsOf(response, header.name)
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

/** The values of a header, separately and joined, because recipients may join repeated lines (RFC 9110, 5.3). */
const textsOf = ({ headers }: ReadResponse, name: string): readonly string[] => {
  const values = headers.filter(([key]) => key === name.toLowerCase()).map(([, value]) => value)
  return values.length > 1 ? [values.join(', '), ...values] : values
}

/** Returns no failure if any interpretation matches the schema. */
const findFailures = (header: ApiHeader, texts: readonly string[]): readonly Failure[] => {
  const failures = texts.map((text) => judgeHeader(header, text))
  return failures.some((list) => list.length === 0) ? [] : (failures[0] ?? [])
}

/** A missing challenge on 401 belongs to `missing-www-authenticate`, documented or not. */
const isOwnedElsewhere = ({ name }: ApiHeader, { response, case: { operation } }: Exchange): boolean => {
  if (name.toLowerCase() === 'content-type') return true
  const isChallenge = name.toLowerCase() === 'www-authenticate' && response.status === 401
  return (
    isChallenge && response.header('www-authenticate') === undefined && (operation?.security.length ?? 0) > 0
  )
}

/** A type and a subtype, each a token (RFC 9110, 8.3.1 and 5.6.2). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

/** A body has a Content-Type, which is one of the documented media types. Parameters are ignored, but JSON must be UTF-8. */
export const contentTypeConformance: Check = defineCheck({
  id: 'content-type-conformance',
  title: 'Media type is not documented',
  severity: 'medium',
  needs: 'response',
  sharedParts: ['error page'],
  judgesReplays: true,
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { documented, response } = exchange
    if (documented === undefined || documented.media.length === 0) return []
    if (!bindsResponse(exchange) || response.body.length === 0) return []
    const fault = findFault(exchange)
    if (fault === undefined) return []
    const message = `${describeResponse(exchange)} ${fault.message}.`
    return [
      createFinding(
        contentTypeConformance,
        exchange,
        message,
        appendTokens(documented.pointer, 'content'),
        fault.kind,
      ),
    ]
  },
})

const findFault = ({
  response,
  media,
}: Exchange): { readonly kind: string; readonly message: string } | undefined => {
  const { contentType } = response
  if (contentType === undefined || contentType.trim() === '') {
    return { kind: 'missing', message: 'has a body but no Content-Type' }
  }
  if (!MEDIA_TYPE.test(essenceOf(contentType))) {
    return { kind: 'malformed', message: 'has a Content-Type that is not a media type' }
  }
  if (media === undefined) {
    return {
      kind: 'undocumented',
      message: `has the media type ${essenceOf(contentType)}, which the document does not declare`,
    }
  }
  const charset = findCharsetFault(contentType, response.body)
  return charset === undefined ? undefined : { kind: 'charset', message: charset }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i
const UTF_8 = new Set(['utf-8', 'utf8', 'us-ascii'])

/**
 * Describes a wrong character encoding of a body, to complete a sentence. JSON must be UTF-8 (RFC 8259, 8.1); other text only if declared
 * in Content-Type.
 */
const findCharsetFault = (contentType: string, body: Uint8Array): string | undefined => {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase()
  if (isJsonType(contentType)) {
    if (charset !== undefined && !UTF_8.has(charset)) return `is JSON but declares the charset ${charset}`
    return isUtf8(body) ? undefined : 'is JSON but is not encoded in UTF-8'
  }
  return charset === 'utf-8' && !isUtf8(body)
    ? 'declares the charset UTF-8 but is not valid UTF-8'
    : undefined
}
