import { UnsendableError } from './wire-request.ts'

const toHex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Percent-encodes all but the unreserved characters (RFC 3986, 2.3), and those of `keep`. Throws {@link UnsendableError} for half a
 * surrogate pair, which UTF-8 cannot encode.
 */
export const percentEncode = (text: string, keep = ''): string => {
  // Most texts have nothing to encode.
  if (/^[\w.~-]*$/.test(text)) return text
  const encoded = encode(text).replaceAll(/[!'()*]/g, toHex)
  return keep === '' ? encoded : encoded.replaceAll(/%[0-7][0-9A-F]/g, (code) => keptOr(code, keep))
}

const encode = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    throw new UnsendableError('The text holds half a surrogate pair, which UTF-8 cannot carry.')
  }
}

const keptOr = (code: string, keep: string): string => {
  const char = String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return keep.includes(char) ? char : code
}

/**
 * A path in normal form: escapes of unreserved characters are decoded, others in upper case (RFC 3986, 6.2.2). A dot stays as it is, since
 * style `label` divides by it.
 */
export const normalizePath = (path: string): string =>
  path.includes('%')
    ? path.replaceAll(/%[\da-f]{2}/gi, (code) => {
        const char = String.fromCharCode(Number.parseInt(code.slice(1), 16))
        return /[\w~-]/.test(char) ? char : code.toUpperCase()
      })
    : path

/**
 * The reserved characters that `allowReserved` leaves as they are in a query value. A query must not contain `#`, `[` and `]` (RFC 3986,
 * 3.4), and any form decoder gives `&`, `=`, `+` another meaning.
 */
export const RESERVED = ":/?@!$'()*,;"

/** Decodes percent-encoding; a text with invalid encoding stays unchanged. */
export const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
