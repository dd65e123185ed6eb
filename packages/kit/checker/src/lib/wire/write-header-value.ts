import { isObject, type Json } from '../schema/json.ts'
import type { ApiParameter } from '../document/api-document.ts'
import { mediaKindOf } from './media-kind.ts'
import { toText } from './to-text.ts'
import { UnsendableError } from './unsendable-error.ts'
import { writeContent } from './write-content.ts'
import { presentEntries } from './write-pairs.ts'

/** Writes a header parameter in style `simple`, not percent-encoded; undefined where the value leaves no text (RFC 6570, 2.3). */
export const writeHeaderValue = (
  parameter: Pick<ApiParameter, 'explode' | 'contentType'>,
  value: Json,
): string | undefined => {
  if (parameter.contentType !== undefined)
    return escapeNonAscii(writeContent(parameter.contentType, value), parameter.contentType)
  if (value === null) return undefined
  if (Array.isArray(value)) return joinItems(value.filter((item) => item !== null).map(toText))
  if (!isObject(value)) return toText(value)
  const entries = presentEntries(value)
  return joinItems(
    parameter.explode ? entries.map(([key, item]) => `${key}=${toText(item)}`) : entries.flat().map(toText),
  )
}

const joinItems = (items: readonly string[]): string | undefined =>
  items.length === 0 ? undefined : items.join(',')

// JSON can say in ASCII what a header cannot hold.
const escapeNonAscii = (text: string, contentType: string): string =>
  mediaKindOf(contentType) !== 'json'
    ? text
    : text.replaceAll(/[\u007F-\uFFFF]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Headers that the connection itself writes: setting them breaks the request, whatever the server thinks of it. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

/** A header as it travels, name in lower case, without the blanks around the value; throws {@link UnsendableError} where it cannot (RFC 9110, 5.5). */
export const toHeader = (name: string, text: string): readonly [string, string] => {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    throw new UnsendableError(`The header name ${JSON.stringify(name)} is no token.`)
  if (CONNECTION_HEADERS.has(name.toLowerCase()))
    throw new UnsendableError(`The header ${name} belongs to the connection.`)
  if (/\p{Cc}|[^\u0020-\u00FF]/u.test(text))
    throw new UnsendableError(`The header ${name} would hold characters that cannot travel.`)
  return [name.toLowerCase(), text.trim()]
}
