import { type Json, readNumber, tryJson } from '@contract-kit/json-schema/json'
import { isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ParameterLocation } from '../../document/api-document.ts'
import { percentDecode } from '../percent-encode.ts'
import { ALL_TYPES, type ValueType } from './schema-shape.ts'

/** A possible value of a part of a message; undefined if the part is absent. */
export type Candidate = Json | undefined

/** The possible readings of one part of a message. */
export interface Reading {
  /** For each decoding, the values that the document's types allow. A message is valid only if every decoding finds one. */
  readonly strict: readonly (readonly Candidate[])[]
  /** Values that lenient servers may read; computed on first use. */
  readonly lenient: () => readonly Candidate[]
  /** Whether OpenAPI leaves its meaning undefined. A server may then read another value, or none. */
  readonly isUndefined?: boolean
}

/** An absent part. */
export const ABSENT: Reading = { strict: [[undefined]], lenient: () => [] }

/** One way to decode the characters of a place. If several ways exist, each is right for some parsers. */
export interface Decoding {
  readonly decode: (raw: string) => string
  /** Whether a list is split after decoding, so that an encoded comma is a separator too. */
  readonly splitsDecoded: boolean
  /** Whether blanks around the items of a list are dropped. */
  readonly trimsItems: boolean
}

const formDecode = (raw: string): string => percentDecode(raw.replaceAll('+', ' '))
const asIs = (raw: string): string => raw
const asUtf8 = (raw: string): string =>
  new TextDecoder().decode(Uint8Array.from(raw, (char) => char.charCodeAt(0)))

const PLAIN: Decoding = { decode: percentDecode, splitsDecoded: false, trimsItems: false }
const FORM: Decoding = { ...PLAIN, decode: formDecode }

/** The ways to decode the characters of a place in a request or response; only one if all ways agree. */
export const decodingsFor = (
  location: ParameterLocation | 'form',
  raws: readonly string[],
): readonly Decoding[] => {
  const raw = raws.join('')
  if (location === 'header') return headerDecodings(raw)
  const found: Decoding[] = location === 'form' ? [FORM] : [PLAIN]
  // Browsers encode a space in a query as a plus; RFC 3986 gives the plus no meaning.
  if (location === 'query' && raw.includes('+')) found.unshift(FORM)
  if (raw.includes('%')) found.push(...found.map((decoding) => ({ ...decoding, splitsDecoded: true })))
  // Not every cookie parser decodes.
  if (location === 'cookie' && raw.includes('%')) found.push({ ...PLAIN, decode: asIs })
  return found
}

// A list may have blanks after its commas (RFC 9110, 5.6.1). Text beyond ASCII may be Latin-1 or UTF-8.
const headerDecodings = (raw: string): readonly Decoding[] => {
  const found: Decoding[] = [{ decode: asIs, splitsDecoded: false, trimsItems: true }]
  if (/\s/.test(raw)) found.push({ decode: asIs, splitsDecoded: false, trimsItems: false })
  if (/\P{ASCII}/u.test(raw)) found.push({ decode: asUtf8, splitsDecoded: true, trimsItems: true })
  return found
}

interface Divider {
  /** The raw delimiter, where an encoded one belongs to a value. */
  readonly raw: string
  /** The encoded delimiter, used if no raw one occurs. */
  readonly encoded?: RegExp
  readonly decoded: string
}

const DIVIDERS: Readonly<Record<string, Divider>> = {
  spaceDelimited: { raw: '+', encoded: /%20/, decoded: ' ' },
  pipeDelimited: { raw: '|', encoded: /%7C/i, decoded: '|' },
  label: { raw: '.', decoded: '.' },
}
const COMMA: Divider = { raw: ',', decoded: ',' }

/** The decoded items of a list that is written as one text; `style` gives the separator. */
export const splitItems = (
  raw: string,
  style: string,
  { decode, splitsDecoded, trimsItems }: Decoding,
): readonly string[] => {
  const { raw: plain, encoded, decoded } = DIVIDERS[style] ?? COMMA
  const divider = encoded === undefined || raw.includes(plain) ? plain : encoded
  const items = splitsDecoded ? decode(raw).split(decoded) : raw.split(divider).map(decode)
  return trimsItems ? items.map((item) => item.trim()) : items
}

/** Pairs up the items of an object that is written as one text, `R,100,G,200`; undefined if one is left over. */
export const pairItems = (items: readonly string[]): ReadonlyMap<string, string> | undefined => {
  if (items.length % 2 === 1) return undefined
  return new Map(
    items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : [])),
  )
}

/** Names the items of an object that is written as one text, `R=100,G=200`; undefined if one has no name. */
export const nameItems = (
  items: readonly string[],
  { decode }: Pick<Decoding, 'decode'> = { decode: asIs },
): ReadonlyMap<string, string> | undefined => {
  if (items.some((item) => !item.includes('='))) return undefined
  return new Map(
    items.map((item) => {
      const at = item.indexOf('=')
      return [decode(item.slice(0, at)), decode(item.slice(at + 1))]
    }),
  )
}

/** Name-value pairs of a query, a form body or cookies; names are decoded, values still encoded. */
export interface RawPairs {
  readonly location: ParameterLocation | 'form'
  readonly pairs: readonly (readonly [name: string, raw: string])[]
}

/** Splits `a=1&b=2`, or cookies at their semicolons, into pairs. */
export const parsePairs = (location: RawPairs['location'], text: string): RawPairs => {
  const isCookie = location === 'cookie'
  const pieces = isCookie ? text.split(';').map((piece) => piece.trim()) : text.split('&')
  const decodeName = (name: string): string => percentDecode(isCookie ? name : name.replaceAll('+', ' '))
  return {
    location,
    pairs: pieces
      .filter((piece) => piece !== '')
      .map((piece) => {
        const at = piece.indexOf('=')
        return at === -1 ? [decodeName(piece), ''] : [decodeName(piece.slice(0, at)), piece.slice(at + 1)]
      }),
  }
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/
const WHOLE = /^-?(0|[1-9]\d*)$/

/**
 * The values of a text by its declared types, without coercion; the likeliest first, never none. A number has digits alone, so that one
 * value has one text: `1e3` is a number in JSON, and `1.0` whole in JSON Schema, but not for every reader of digits.
 */
export const strictCandidates = (text: string, types: ReadonlySet<ValueType>): readonly Json[] => {
  const found: Json[] = []
  if (types.has('number') ? NUMBER.test(text) : types.has('integer') && WHOLE.test(text))
    found.push(readNumber(text))
  if (types.has('boolean') && (text === 'true' || text === 'false')) found.push(text === 'true')
  if (types.size === ALL_TYPES.size) found.unshift(text)
  else if (types.has('string') || found.length === 0) found.push(text)
  return found
}

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on', 't', 'y'])
const FALSE_WORDS = new Set(['false', '0', 'no', 'off', 'f', 'n', ''])

/** The values that servers are known to read from a text: strictly, or by coercing, trimming or parsing. */
export const lenientCandidates = (text: string, types: ReadonlySet<ValueType>): readonly Json[] => {
  const trimmed = text.trim()
  const word = trimmed.toLowerCase()
  const found = [...strictCandidates(text, types)]
  const number = readNumber(trimmed)
  if ((types.has('number') || types.has('integer')) && !Number.isNaN(Number(number))) found.push(number)
  if (types.has('boolean') && TRUE_WORDS.has(word)) found.push(true)
  if (types.has('boolean') && FALSE_WORDS.has(word)) found.push(false)
  if (types.has('null') && (word === '' || word === 'null')) found.push(null)
  if (trimmed !== text && types.has('string')) found.push(trimmed)
  if (types.has('array') || types.has('object')) found.push(...parsedComposite(trimmed))
  return found
}

/** The values of a text like {@link strictCandidates}. A list or an object may be JSON. */
export const candidatesWithJson = (text: string, types: ReadonlySet<ValueType>): readonly Json[] =>
  types.has('array') || types.has('object')
    ? [...strictCandidates(text, types), ...parsedComposite(text.trim())]
    : strictCandidates(text, types)

const parsedComposite = (text: string): readonly Json[] => {
  const parsed = /^[[{]/.test(text) ? tryJson(text) : undefined
  return parsed === undefined ? [] : [parsed.value]
}

/** The possible readings of one field of a form, and its schemas. */
export interface FieldReading {
  readonly name: string
  readonly nodes: readonly SchemaNode[]
  readonly reading: Reading
}

/** Combines the fields of a form into an object. Each field has the value that its schema accepts. */
export const joinFields = (fields: readonly FieldReading[]): Reading => {
  const ways = Math.max(1, ...fields.map(({ reading }) => reading.strict.length))
  const inWay = ({ reading: { strict } }: FieldReading, way: number): readonly Candidate[] =>
    strict[Math.min(way, strict.length - 1)] ?? []
  return {
    isUndefined: fields.some(({ reading }) => reading.isUndefined),
    strict: Array.from({ length: ways }, (_, way) => [
      objectOf(fields.map((field) => pick(field, inWay(field, way)))),
    ]),
    lenient: () => [
      objectOf(
        fields.map((field) => pick(field, [...field.reading.strict.flat(), ...field.reading.lenient()])),
      ),
    ],
  }
}

const objectOf = (entries: readonly (readonly [string, Candidate])[]): Json =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

// If no reading fits, omits an optional field, so that `required` decides and not the type.
const pick = (
  { name, nodes }: FieldReading,
  candidates: readonly Candidate[],
): readonly [string, Candidate] => {
  const isLiked = (candidate: Candidate): boolean =>
    candidate !== undefined &&
    (nodes.length === 0 || nodes.some((node) => isValid(node, candidate, { direction: 'request' })))
  return [name, candidates.find(isLiked) ?? (candidates.includes(undefined) ? undefined : candidates[0])]
}
