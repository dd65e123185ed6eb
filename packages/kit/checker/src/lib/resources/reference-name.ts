import { singularize } from './singularize.ts'
import { wordsOf } from './words-of.ts'

/** What a field name says about the thing it refers to. */
export interface ReferenceName {
  /** Possible names of the thing, singular, words joined, longest first: `billingAddressId` gives `billingaddress`, `address`. Empty for a bare `id`. */
  readonly entities: readonly string[]
  /** The word that makes it a reference: `id`, `uuid`, `slug`, `code`; empty for a bare noun. */
  readonly suffix: string
  /** Whether the name is plural: `tagIds`. */
  readonly isMany: boolean
}

/** Words that by themselves mean "identifier". */
export const ID_WORDS: readonly string[] = [
  'id',
  'uuid',
  'guid',
  'identifier',
  'oid',
  'ulid',
  'pk',
  'sid',
  'arn',
  'urn',
]

/** Words that may identify a thing, where the thing has such a property. */
export const KEY_WORDS: readonly string[] = [
  'slug',
  'key',
  'code',
  'number',
  'no',
  'name',
  'handle',
  'reference',
  'ref',
  'title',
]

const SUFFIXES = new Set([...ID_WORDS, ...KEY_WORDS])
const GLUED = /^(.+?)(uuid|guid|id)(s?)$/

/** The name of a thing for comparison: words joined, the last one singular: `order-items` → `orderitem`. */
export const entityOf = (name: string): string => joined(wordsOf(name))

const joined = (words: readonly string[]): string =>
  [...words.slice(0, -1), singularize(words.at(-1) ?? '')].join('')

const tails = (words: readonly string[]): string[] => words.map((_word, index) => joined(words.slice(index)))

/** Reads a field name as a reference to a thing; the reader decides whether such a thing exists. */
export const parseReferenceName = (name: string): ReferenceName => {
  const reference = known.get(name) ?? parse(name)
  known.set(name, reference)
  return reference
}

const known = new Map<string, ReferenceName>()

const parse = (name: string): ReferenceName => {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const suffix = singularize(last)
  if (SUFFIXES.has(suffix)) return { entities: tails(words.slice(0, -1)), suffix, isMany: suffix !== last }
  const glued = GLUED.exec(last)
  if (glued !== null) {
    const [, noun = '', id = '', plural = ''] = glued
    return { entities: tails([...words.slice(0, -1), noun]), suffix: id, isMany: plural !== '' }
  }
  return { entities: tails(words), suffix: '', isMany: suffix !== last }
}
