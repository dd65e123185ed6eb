import { type Json, isObject } from '../documents/json.ts'
import { encodeText } from './variables.ts'

/** A pair of a query, a form or a list of cookies; not encoded. */
export type Pair = readonly [name: string, value: string]

/** How a parameter is written into a request (OpenAPI 3.1, "Style Values"). */
export interface ParameterStyle {
  readonly name: string
  /** The default of the parameter's place unless given. */
  readonly style?: string | undefined
  readonly explode?: boolean | undefined
}

/** A value as text: strings as they are, all others as JSON. */
export function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The pairs of a query parameter. Delimiters of unexploded lists are returned as they are and encoded with the value. */
export function toQueryPairs(
  { name, style = 'form', explode = style === 'form' }: ParameterStyle,
  value: Json,
): readonly Pair[] {
  if (style === 'deepObject' && isObject(value)) {
    return Object.entries(value).flatMap(([key, member]) => toDeepPairs(`${name}[${key}]`, member))
  }
  const delimiter = { spaceDelimited: ' ', pipeDelimited: '|' }[style] ?? ','
  if (Array.isArray(value)) {
    return explode ? value.map((item) => [name, toText(item)]) : [[name, value.map(toText).join(delimiter)]]
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, toText(member)] as const)
    return explode ? members : [[name, members.flat().join(delimiter)]]
  }
  return [[name, toText(value)]]
}

/** Nested objects have no standard; servers that know deepObject read further brackets. */
function toDeepPairs(name: string, value: Json): readonly Pair[] {
  if (Array.isArray(value)) return value.map((item) => [name, toText(item)])
  if (!isObject(value)) return [[name, toText(value)]]
  return Object.entries(value).flatMap(([key, member]) => toDeepPairs(`${name}[${key}]`, member))
}

/** A path parameter in its form in the URL, encoded: styles `simple`, `label` and `matrix`. */
export function toPathText({ name, style = 'simple', explode = false }: ParameterStyle, value: Json): string {
  if (style === 'matrix') {
    const pairs = toQueryPairs({ name, style: 'form', explode }, value)
    return pairs.map(([key, text]) => `;${encodeURIComponent(key)}=${encodeSegment(text)}`).join('')
  }
  if (style === 'label')
    return `.${toSimpleParts(value, explode)
      .map(encodeSegment)
      .join(explode ? '.' : ',')}`
  return toSimpleParts(value, explode).map(encodeSegment).join(',')
}

/** A header parameter: style `simple`, not encoded. */
export function toHeaderText({ explode = false }: ParameterStyle, value: Json): string {
  return toSimpleParts(value, explode).join(',')
}

function toSimpleParts(value: Json, explode: boolean): readonly string[] {
  if (Array.isArray(value)) return value.map(toText)
  if (!isObject(value)) return [toText(value)]
  const members = Object.entries(value).map(([key, member]) => [key, toText(member)] as const)
  return explode ? members.map((member) => member.join('=')) : members.flat()
}

/** Keeps characters readable that a path segment may contain (RFC 3986, section 3.3). */
function encodeSegment(text: string): string {
  return encodeText(text)
    .replaceAll(/%(?:40|3A|3D)/g, decodeURIComponent)
    .replaceAll("'", '%27')
}

/** Pairs as `application/x-www-form-urlencoded`; a query without its question mark. */
export function encodePairs(pairs: readonly Pair[]): string {
  return pairs
    .map((pair) => pair.map(encodeText).join('='))
    .join('&')
    .replaceAll("'", '%27')
}
