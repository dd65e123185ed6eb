import { isJsonType } from '../../run/is-json-type.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i
const UTF_8 = new Set(['utf-8', 'utf8', 'us-ascii'])

/**
 * What is wrong with the character encoding of a body, as the end of a sentence. JSON is UTF-8 (RFC 8259, 8.1); other
 * text is held to UTF-8 only where its Content-Type says so.
 */
export const findCharsetFault = (contentType: string, body: Uint8Array): string | undefined => {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase()
  if (isJsonType(contentType)) {
    if (charset !== undefined && !UTF_8.has(charset)) return `is JSON but says that its charset is ${charset}`
    return isUtf8(body) ? undefined : 'is JSON but not encoded in UTF-8'
  }
  return charset === 'utf-8' && !isUtf8(body) ? 'says that it is UTF-8 but is not' : undefined
}

const isUtf8 = (body: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body)
    return true
  } catch {
    return false
  }
}
