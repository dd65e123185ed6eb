import { isObject, type Json, type JsonObject, writeJson } from '@contract-kit/json-schema/json'
import { percentEncode, RESERVED } from './percent-encode.ts'
import { mediaKindOf, UnsendableError } from './wire-request.ts'

/** A percent-encoded name-value pair. */
export type Pair = readonly [name: string, value: string]

/**
 * Writes a value as name-value pairs. Null, an empty list and an empty object are undefined in RFC 6570 (2.3) and write no pair. The styles
 * define no form for deeper values, so these are written as JSON.
 */
export const writePairs = (rule: StyleRule, value: Json | undefined): readonly Pair[] => {
  const keep = rule.allowReserved ? RESERVED : ''
  const name = percentEncode(rule.name)
  const pair = (key: string, text: Json): Pair => [percentEncode(key), percentEncode(toText(text), keep)]
  const joined = (items: readonly Json[]): Pair => [
    name,
    joinBy(
      rule.style,
      items.map((item) => percentEncode(toText(item), keep.replace(',', ''))),
    ),
  ]
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null)
    if (items.length === 0) return []
    return rule.explode || rule.style === 'deepObject'
      ? items.map((item) => pair(rule.name, item))
      : [joined(items)]
  }
  if (!isObject(value)) return [pair(rule.name, value)]
  if (rule.style === 'deepObject') return writeDeep(rule.name, value).map(([key, text]) => pair(key, text))
  const entries = presentEntries(value)
  if (entries.length === 0) return []
  return rule.explode ? entries.map(([key, text]) => pair(key, text)) : [joined(entries.flat())]
}

/** Writes a query or cookie parameter: by its style, or as its media type. */
export const writeParameter = (rule: ParameterRule, value: Json): readonly Pair[] =>
  rule.contentType === undefined
    ? writePairs(rule, value)
    : [[percentEncode(rule.name), percentEncode(writeContent(rule.contentType, value))]]

/** Joins pairs into a query or form. */
export const joinPairs = (pairs: readonly Pair[], separator = '&'): string =>
  pairs.map(([name, text]) => `${name}=${text}`).join(separator)

/** The properties that RFC 6570 would write: those that are not null. */
const presentEntries = (value: JsonObject): readonly (readonly [string, Json])[] =>
  Object.entries(value).filter(([, item]) => item !== null)

// `deepObject` is defined only for scalar properties. Deeper ones follow the convention of query parsers: another pair of brackets.
const writeDeep = (name: string, value: JsonObject): readonly (readonly [string, Json])[] =>
  presentEntries(value).flatMap(([key, item]): readonly (readonly [string, Json])[] => {
    const inner = `${name}[${key}]`
    if (isObject(item)) return writeDeep(inner, item)
    if (!Array.isArray(item)) return [[inner, item]]
    return item.flatMap((entry, index) =>
      isObject(entry) ? writeDeep(`${inner}[${index}]`, entry) : [[inner, entry] as const],
    )
  })

/** How a path parameter is written. */
export type PathRule = Omit<ParameterRule, 'allowReserved'>

/** Writes a path parameter by its style. Throws {@link UnsendableError} if the text is empty, because no route would match. */
export const writePathValue = (parameter: PathRule, value: Json | undefined): string => {
  const written = value === undefined || value === null ? '' : writeStyled(parameter, value)
  if (written === '') throw new UnsendableError(`The path parameter ${parameter.name} has no text.`)
  return written
}

const writeStyled = ({ name, style, explode, contentType }: PathRule, value: Json): string => {
  if (contentType !== undefined) return percentEncode(writeContent(contentType, value))
  const key = percentEncode(name)
  const items = itemsOf(value, explode)
  if (items.length === 0) return ''
  const isNamed = explode && isObject(value)
  if (style === 'label')
    return explode ? items.map((item) => `.${item.replaceAll('.', '%2E')}`).join('') : `.${items.join(',')}`
  if (style !== 'matrix') return items.join(',')
  if (isNamed) return items.map((item) => `;${item}`).join('')
  const texts = explode ? items : [items.join(',')]
  return texts.map((text) => (text === '' ? `;${key}` : `;${key}=${text}`)).join('')
}

const encode = (item: Json): string => percentEncode(toText(item))

const itemsOf = (value: Json, explode: boolean): readonly string[] => {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(encode)
  if (!isObject(value)) return [encode(value)]
  const entries = presentEntries(value)
  return explode ? entries.map(([key, item]) => `${encode(key)}=${encode(item)}`) : entries.flat().map(encode)
}

/**
 * Writes a header parameter in style `simple`, not percent-encoded; undefined for a value without a text (RFC 6570, 2.3). Throws
 * {@link UnsendableError} for a text that would be parsed as another one, since headers have no escapes.
 */
export const writeHeaderValue = (rule: HeaderRule, value: Json): string | undefined => {
  const text = writeHeaderText(rule, value)
  if (text !== text?.trim()) throw new UnsendableError('A header cannot have outer blanks.')
  return text
}

type HeaderRule = Pick<ParameterRule, 'explode' | 'contentType'>

const writeHeaderText = (parameter: HeaderRule, value: Json): string | undefined => {
  if (parameter.contentType !== undefined)
    return escapeNonAscii(writeContent(parameter.contentType, value), parameter.contentType)
  if (value === null) return undefined
  if (Array.isArray(value))
    return joinItems(value.filter((item) => item !== null).map((item) => toItem(item)))
  if (!isObject(value)) return toText(value)
  const entries = presentEntries(value)
  return joinItems(
    parameter.explode
      ? entries.map(([key, item]) => `${toItem(key, '=')}=${toItem(item)}`)
      : entries.flat().map((item) => toItem(item)),
  )
}

const toItem = (value: Json, divider = ','): string => {
  const text = toText(value)
  if (text.includes(',') || (divider === '=' && text.includes('=')) || text !== text.trim())
    throw new UnsendableError('An item of a header cannot have a delimiter or outer blanks.')
  return text
}

const joinItems = (items: readonly string[]): string | undefined => {
  if (items.length === 1 && items[0] === '') throw new UnsendableError('A header cannot have one empty item.')
  return items.length === 0 ? undefined : items.join(',')
}

// JSON escapes characters that a header cannot hold.
const escapeNonAscii = (text: string, contentType: string): string =>
  mediaKindOf(contentType) !== 'json'
    ? text
    : text.replaceAll(/[\u007F-\uFFFF]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Headers that the connection itself writes; setting them would break the request on any server. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

/**
 * Validates a header and lower-cases its name. Throws {@link UnsendableError} for an invalid one (RFC
 * 9110, 5.5).
 */
export const toHeader = (name: string, text: string): readonly [string, string] => {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    throw new UnsendableError(`The header name ${JSON.stringify(name)} is not a token.`)
  if (CONNECTION_HEADERS.has(name.toLowerCase()))
    throw new UnsendableError(`The header ${name} belongs to the connection.`)
  if (/\p{Cc}|[^\u0020-\u00FF]/u.test(text))
    throw new UnsendableError(`The header ${name} would have characters that a header cannot contain.`)
  return [name.toLowerCase(), text]
}

/** The text of a parameter with `content`: JSON if its media type is, else the plain value. */
export const writeContent = (contentType: string, value: Json): string =>
  mediaKindOf(contentType) === 'json' ? writeJson(value) : toText(value)

/**
 * Writes a value as the text of a parameter or form field: a string as it is, anything else as JSON. Numbers have no exponent, so that a
 * parser of digits accepts them.
 */
export const toText = (value: Json): string => {
  if (typeof value === 'string') return value
  const text = writeJson(value)
  if (typeof value !== 'number' || !text.includes('e')) return text
  if (Number.isInteger(value)) return BigInt(value).toString()
  const [, sign = '', digits = '', exponent = ''] = /^(-?)(.*)e-(\d+)$/.exec(text) ?? []
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}

/** How one value is written into a query, a form or cookies (OpenAPI 3.1, "Style Values"). */
export interface StyleRule {
  readonly name: string
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
}

/** How a parameter is written: by its style, or as its media type. */
export interface ParameterRule extends StyleRule {
  /** Media type, where the parameter is described by `content`. */
  readonly contentType: string | undefined
}

/**
 * Joins percent-encoded items by the delimiter of their style. A URL cannot contain a space or a pipe, so the delimiter is encoded too. If
 * an item contains the delimiter, the delimiter between items is written raw (a plus for a space) to distinguish them. Throws
 * {@link UnsendableError} for a single item that contains the delimiter: it would be parsed as two.
 */
const joinBy = (style: string, items: readonly string[]): string => {
  const [encoded, plain] = DELIMITERS[style] ?? [',', ',']
  if (encoded === plain || !items.some((item) => item.includes(encoded))) return items.join(encoded)
  if (items.length === 1)
    throw new UnsendableError(`One item with the delimiter of ${style} would be read as two.`)
  return items.join(plain)
}

const DELIMITERS: Readonly<Record<string, readonly [encoded: string, plain: string]>> = {
  spaceDelimited: ['%20', '+'],
  pipeDelimited: ['%7C', '|'],
}
