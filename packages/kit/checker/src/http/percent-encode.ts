import { escapePattern } from '../json-schema/text/expressions.ts'
import { parsePathTemplate } from '../openapi/read-operation.ts'
import { UnsendableError } from './wire-request.ts'

const toHex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * Percent-encodes all but the unreserved characters (RFC 3986, 2.3), and those of `keep`. Throws {@link UnsendableError} for
 * half a surrogate pair, which UTF-8 does not know.
 */
export const percentEncode = (text: string, keep = ''): string => {
  // Most texts have nothing to encode.
  if (/^[\w.~-]*$/.test(text)) return text
  if (!text.isWellFormed())
    throw new UnsendableError('The text holds half a surrogate pair, which UTF-8 cannot carry.')
  const encoded = encodeURIComponent(text).replaceAll(/[!'()*]/g, toHex)
  return keep === '' ? encoded : encoded.replaceAll(/%[0-7][0-9A-F]/g, (code) => keptOr(code, keep))
}

const keptOr = (code: string, keep: string): string => {
  const char = String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return keep.includes(char) ? char : code
}

/**
 * The reserved characters that `allowReserved` leaves as they are in a query value. `#`, `[` and `]` may not stand there
 * (RFC 3986, 3.4), and `&`, `=`, `+` would be read as something else by any form decoder.
 */
export const RESERVED = ":/?@!$'()*,;"

/** Decodes percent-encoding; a text that is not properly encoded is taken as it is. */
export const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The plain text of a path template as it stands in a request: what a path may hold stays, and so does what is already encoded. */
export const writePathText = (text: string): string => percentEncode(text, ":/?[]@!$&'()*+,;=%")

const known = new Map<string, { readonly names: readonly string[]; readonly expression: RegExp }>()

/** The raw texts of the path parameters by name, or undefined where the path is not one of the template. */
export const matchPath = (template: string, path: string): ReadonlyMap<string, string> | undefined => {
  const { names, expression } = known.get(template) ?? compile(template)
  const match = expression.exec(path)
  return match === null ? undefined : new Map(names.map((name, index) => [name, match[index + 1] ?? '']))
}

const compile = (template: string): { readonly names: readonly string[]; readonly expression: RegExp } => {
  const pieces = parsePathTemplate(template)
  const names = pieces.flatMap((piece) => (piece.kind === 'parameter' ? [piece.name] : []))
  const source = pieces
    .map((piece) => (piece.kind === 'parameter' ? '([^/]+)' : escapePattern(writePathText(piece.text))))
    .join('')
  const compiled = { names, expression: new RegExp(`^${source}$`) }
  known.set(template, compiled)
  return compiled
}
