import type { ParameterLocation } from '../document/api-document.ts'
import { percentDecode } from './percent-encode.ts'

/** One way in which readers turn the characters of a place into text. Where the ways differ, each of them is right for some. */
export interface Decoding {
  readonly decode: (raw: string) => string
  /** Whether a list is split after decoding, so that an encoded comma divides too. */
  readonly splitsDecoded: boolean
  /** Whether blanks around the items of a list are dropped. */
  readonly trimsItems: boolean
}

const formDecode = (raw: string): string => percentDecode(raw.replaceAll('+', ' '))
const asIs = (raw: string): string => raw
const asUtf8 = (raw: string): string => Buffer.from(raw, 'latin1').toString('utf8')

const PLAIN: Decoding = { decode: percentDecode, splitsDecoded: false, trimsItems: false }

/** The ways to read the characters that stand in a place of a request or answer; one alone where all ways agree. */
export const decodingsFor = (
  location: ParameterLocation | 'form',
  raws: readonly string[],
): readonly Decoding[] => {
  const raw = raws.join('')
  if (location === 'header') return headerDecodings(raw)
  const found: Decoding[] = location === 'form' ? [{ ...PLAIN, decode: formDecode }] : [PLAIN]
  if (location === 'query' && raw.includes('+')) found.push({ ...PLAIN, decode: formDecode })
  if (raw.includes('%')) found.push(...found.map((decoding) => ({ ...decoding, splitsDecoded: true })))
  // Not every cookie parser decodes.
  if (location === 'cookie' && raw.includes('%')) found.push({ ...PLAIN, decode: asIs })
  return found
}

// A list may have blanks after its commas (RFC 9110, 5.6.1); text beyond ASCII is one thing in Latin-1 and another in UTF-8.
const headerDecodings = (raw: string): readonly Decoding[] => {
  const found: Decoding[] = [{ decode: asIs, splitsDecoded: false, trimsItems: true }]
  if (/\s/.test(raw)) found.push({ decode: asIs, splitsDecoded: false, trimsItems: false })
  if (/\P{ASCII}/u.test(raw)) found.push({ decode: asUtf8, splitsDecoded: true, trimsItems: true })
  return found
}

const DIVIDERS: Readonly<Record<string, { readonly raw: RegExp; readonly decoded: string }>> = {
  spaceDelimited: { raw: /%20|\+/, decoded: ' ' },
  pipeDelimited: { raw: /%7C|\|/i, decoded: '|' },
  label: { raw: /\./, decoded: '.' },
}
const COMMA = { raw: /,/, decoded: ',' }

/** The decoded items of a list that is written as one text; `style` tells what divides them. */
export const splitItems = (
  raw: string,
  style: string,
  { decode, splitsDecoded, trimsItems }: Decoding,
): readonly string[] => {
  const divider = DIVIDERS[style] ?? COMMA
  const items = splitsDecoded ? decode(raw).split(divider.decoded) : raw.split(divider.raw).map(decode)
  return trimsItems ? items.map((item) => item.trim()) : items
}

/** Pairs up the items of an object that is written as one text, `R,100,G,200`; undefined where one is left over. */
export const pairItems = (items: readonly string[]): ReadonlyMap<string, string> | undefined => {
  if (items.length % 2 === 1) return undefined
  return new Map(
    items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : [])),
  )
}

/** Names the items of an object that is written as one text, `R=100,G=200`; undefined where one has no name. */
export const nameItems = (items: readonly string[]): ReadonlyMap<string, string> | undefined => {
  if (items.some((item) => !item.includes('='))) return undefined
  return new Map(items.map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)]))
}
