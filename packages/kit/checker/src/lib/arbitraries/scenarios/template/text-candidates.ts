import { boundaryTexts } from '../../../text/boundary-texts.ts'
import { BoundedCache } from '../../../text/bounded-cache.ts'
import { keywordOf, type SchemaNode } from '../../../schema/schema-node.ts'
import type { TextConstraints } from '../../../text/text-constraints.ts'

const PLAIN = 'text'

/** What the schemas say of texts, taken together. */
export const textConstraintsOf = (parts: readonly SchemaNode[]): TextConstraints => {
  const numbers = (keyword: string) => values(parts, keyword).filter((value) => typeof value === 'number')
  const texts = (keyword: string) => [
    ...new Set(values(parts, keyword).filter((value) => typeof value === 'string')),
  ]
  return {
    minLength: Math.max(0, ...numbers('minLength')),
    maxLength: Math.min(...numbers('maxLength')),
    patterns: texts('pattern'),
    formats: texts('format'),
  }
}

const known = new BoundedCache<readonly string[]>(1000)

/** Plain texts that keep what the schemas say of texts, the plainest first. */
export const textCandidates = (parts: readonly SchemaNode[]): readonly string[] => {
  const constraints = textConstraintsOf(parts)
  const { minLength = 0, maxLength = Infinity, patterns = [], formats = [] } = constraints
  const isFree = patterns.length === 0 && formats.length === 0
  if (isFree) return minLength > maxLength ? [] : [plainText(minLength, maxLength)]
  const key = JSON.stringify([minLength, maxLength, patterns, formats])
  return known.get(key, () => withinFirst(boundaryTexts(constraints).map(({ text }) => text)))
}

/** The shortest and the longest text last: a server that is wrong about them need not be wrong about all else. */
const withinFirst = (texts: readonly string[]): string[] => {
  const lengths = texts.map((text) => text.length)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  const isWithin = ({ length }: string): boolean => least < length && length < most
  return [...texts.filter(isWithin), ...texts.filter((text) => !isWithin(text))]
}

/** Of a length within the bounds, not at them, where there is room. */
const plainText = (least: number, most: number): string => {
  const inside = PLAIN.length <= least ? least + 1 : Math.min(PLAIN.length, Math.max(least, most - 1))
  const length = Math.min(inside, most)
  return PLAIN.repeat(Math.ceil(length / PLAIN.length)).slice(0, length)
}

const values = (parts: readonly SchemaNode[], keyword: string) =>
  parts.map((part) => keywordOf(part, keyword))
