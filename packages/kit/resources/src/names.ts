import { BoundedCache } from '@contract-kit/json-schema/memo'

/** The cache is bounded, since clients send arbitrary names. */
const LIMIT = 5_000

const known = new BoundedCache<readonly string[]>(LIMIT)

/** The lower-case words of a name in any style: `userID`, `user_id` and `user-id` become `user`, `id`. */
export const wordsOf = (name: string): readonly string[] => known.get(name, split)

const split = (name: string): readonly string[] =>
  name
    .replaceAll(/([A-Z]{2,})s(?![a-z])/g, (_all, acronym: string) => `_${acronym.toLowerCase()}s`)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** Whether two names are the same in any style: `petId` and `pet_id`. */
export const isSameName = (left: string, right: string): boolean =>
  wordsOf(left).join('') === wordsOf(right).join('')

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  geese: 'goose',
  teeth: 'tooth',
  feet: 'foot',
  indices: 'index',
  vertices: 'vertex',
  matrices: 'matrix',
  appendices: 'appendix',
  criteria: 'criterion',
  analyses: 'analysis',
  diagnoses: 'diagnosis',
  crises: 'crisis',
  theses: 'thesis',
  synopses: 'synopsis',
  axes: 'axis',
  movies: 'movie',
  cookies: 'cookie',
  calories: 'calorie',
  ties: 'tie',
  pies: 'pie',
  leaves: 'leaf',
  knives: 'knife',
  wives: 'wife',
  lives: 'life',
  shelves: 'shelf',
  halves: 'half',
  wolves: 'wolf',
  loaves: 'loaf',
  thieves: 'thief',
  caches: 'cache',
  shoes: 'shoe',
  toes: 'toe',
  statuses: 'status',
  buses: 'bus',
  viruses: 'virus',
  bonuses: 'bonus',
  campuses: 'campus',
  aliases: 'alias',
  canvases: 'canvas',
  quizzes: 'quiz',
  gases: 'gas',
}

const UNCHANGED = new Set([
  'news',
  'series',
  'species',
  'data',
  'media',
  'lens',
  'always',
  'sms',
  'gps',
  'dns',
  'aws',
  'https',
  'tls',
])

/** The singular of an English noun in lower case: `categories` → `category`. A noun without a plural form stays unchanged. */
export const singularize = (noun: string): string => {
  const irregular = Object.hasOwn(IRREGULAR, noun) ? IRREGULAR[noun] : undefined
  if (irregular !== undefined) return irregular
  if (UNCHANGED.has(noun) || /(?:ss|us|is)$/.test(noun) || noun.length < 3) return noun
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`
  if (/zzes$|sses$|shes$|ches$|xes$|[^aeiou]oes$/.test(noun)) return noun.slice(0, -2)
  return noun.endsWith('s') ? noun.slice(0, -1) : noun
}

/** The parts of a field name that is a reference. */
interface ReferenceName {
  /**
   * Possible names of the resource, singular, words joined, longest first: `billingAddressId` gives `billingaddress`, `address`. Empty for
   * `id`.
   */
  readonly entities: readonly string[]
  /** The word that makes it a reference: `id`, `uuid`, `slug`, `code`; empty for a bare noun. */
  readonly suffix: string
  /** Whether the name is plural: `tagIds`. */
  readonly isMany: boolean
}

/** Words that always mean "identifier". */
export const ID_WORDS: readonly string[] = [
  'id',
  'uuid',
  'guid',
  'identifier',
  'oid',
  'ulid',
  'pk',
  'sid',
  'gid',
  'uid',
  'cid',
  'eid',
  'nid',
  'rid',
  'tid',
  'xid',
  'arn',
  'urn',
]

/** Words that identify a resource if it has such a property. */
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

/** The normalized name of a resource: words joined, the last one singular: `order-items` → `orderitem`. */
export const entityOf = (name: string): string => joined(wordsOf(name))

const joined = (words: readonly string[]): string =>
  [...words.slice(0, -1), singularize(words.at(-1) ?? '')].join('')

const tails = (words: readonly string[]): string[] => words.map((_word, index) => joined(words.slice(index)))

/** Parses a field name as a reference. The caller checks whether such a resource exists. */
export const parseReferenceName = (name: string): ReferenceName => knownReferences.get(name, parse)

const knownReferences = new BoundedCache<ReferenceName>(LIMIT)

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

/**
 * The bound that a parameter name expresses. `created_after` and `minPrice` are lower bounds, `due_before` and `price[lte]` upper bounds.
 */
export interface RangeName {
  /** The bounded property, words joined: `created`, `price`. */
  readonly field: string
  readonly bound: 'least' | 'greatest'
}

const LEAST = new Set(['after', 'since', 'from', 'min', 'minimum', 'gte', 'gt', 'ge'])
const GREATEST = new Set(['before', 'until', 'till', 'to', 'max', 'maximum', 'lte', 'lt', 'le'])

/** Parses the name of a parameter as a bound on a property; undefined if it is none. */
export const parseRangeName = (name: string): RangeName | undefined => {
  const words = wordsOf(name)
  const at = [words.length - 1, 0].find(
    (index) => LEAST.has(words[index] ?? '') || GREATEST.has(words[index] ?? ''),
  )
  if (at === undefined || words.length < 2) return undefined
  const field = words.filter((_word, index) => index !== at).join('')
  return { field, bound: LEAST.has(words[at] ?? '') ? 'least' : 'greatest' }
}

/**
 * Whether a range limits a property: by its name, or by its name without the `at`, `on`, `date` or `time` at the end. `createTime` is the
 * time at which it was created.
 */
export const isLimitedBy = ({ field }: RangeName, property: string): boolean => {
  const words = wordsOf(property)
  const isMoment = ['at', 'on', 'date', 'time'].includes(words.at(-1) ?? '')
  const event = words.slice(0, -1).join('')
  return field === words.join('') || (isMoment && event !== '' && (field === event || field === `${event}d`))
}
