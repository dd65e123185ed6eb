import { isUtf8 } from 'node:buffer'
import type { ReadResponse } from '../../core/exchange.ts'
import { readStreamItems } from '../../http/response-body.ts'
import { isJsonType } from '@contract-kit/openapi/wire'
import { essenceOf } from '@contract-kit/openapi'

/**
 * Describes how a body contradicts its Content-Type, regardless of its schema; undefined if it does not. Completes a sentence about the
 * response.
 */
export const describeFlaw = ({
  body,
  contentType = '',
  jsonError,
  text,
}: ReadResponse): string | undefined => {
  if (jsonError !== undefined) return 'is not well-formed JSON'
  // A declared charset belongs to `content-type-conformance`.
  const isNamed = /;\s*charset=/i.test(contentType)
  if (isJsonType(contentType) && !isNamed && !isUtf8(body)) return 'is JSON in an encoding other than UTF-8'
  if (essenceOf(contentType) === 'text/csv') return isTable(text) ? undefined : 'is not well-formed CSV'
  return readStreamItems(contentType, text)?.isMalformed === true ? 'has an item that is not JSON' : undefined
}

/** A field with the following separator, quoted (with doubled quotes) or unquoted (RFC 4180, section 2). */
const FIELD = /(?:"(?:[^"]|"")*"|(?!")[^,\r\n]*)(,|\r?\n|\r|$)/y

/** Whether every field ends correctly, and no record has more fields than the first. Commas are the only separators. */
const isTable = (text: string): boolean => {
  const [head = ''] = text.split(/\r?\n/, 1)
  if (!head.includes(',') || head.includes(';')) return true
  let [width, fields] = [Infinity, 0]
  for (FIELD.lastIndex = 0; FIELD.lastIndex < text.length;) {
    const separator = FIELD.exec(text)?.[1]
    if (separator === undefined) return false
    fields += 1
    if (fields > width) return false
    if (separator === ',') continue
    if (width === Infinity) width = fields
    fields = 0
  }
  return true
}
