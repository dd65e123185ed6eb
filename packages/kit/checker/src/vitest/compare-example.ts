import {
  appendTokens,
  isObject,
  type Json,
  type JsonObject,
  jsonTypeOf,
  writeJson,
} from '@contract-kit/json-schema/json'

/**
 * How to compare a value that differs from its example. `type` compares only the JSON type; a pattern ignores its matches. A function
 * returns the value to compare, from a value and its parent object.
 */
export type Variation = 'type' | RegExp | ((value: Json, parent: JsonObject) => unknown)

/** Variations by property name, or by JSON Pointer in the body, where `*` matches any name or index. */
export type Variations = Readonly<Record<string, Variation>>

/** A text format whose values vary between runs. */
export type VaryingFormat = 'uuid' | 'date-time'

/** Server ids by their counterparts in the examples. */
export type KnownIds = ReadonlyMap<string | number, string | number>

/** Options for comparing a response with its example. */
interface ComparisonOptions {
  readonly varying?: Variations
  /** Default: both. */
  readonly varyingFormats?: readonly VaryingFormat[]
  /** Names of properties with server-generated ids. */
  readonly idNames?: ReadonlySet<string>
  readonly known?: KnownIds
  /** Whether the lists of the example are excerpts: they contain some entries of the response, in order. */
  readonly isExcerpt?: boolean
}

/**
 * Lists the differences between a JSON body and its example: keys, list lengths, types and values, except varying ones. Ids must correspond
 * one to one wherever they occur.
 */
export const compareExample = (
  example: Json,
  actual: Json,
  options: ComparisonOptions = {},
): readonly string[] => {
  const {
    varying = {},
    varyingFormats = ['uuid', 'date-time'],
    idNames = new Set(),
    known = new Map(),
  } = options
  return compare([], example, actual, {
    varying: Object.entries(varying).map(([place, variation]) => ({ fits: toMatcher(place), variation })),
    formats: new Set(varyingFormats),
    idNames,
    pairs: new Map(known),
    isExcerpt: options.isExcerpt ?? false,
    parent: {},
  })
}

interface Comparison {
  readonly varying: readonly { readonly fits: (path: Path) => boolean; readonly variation: Variation }[]
  readonly formats: ReadonlySet<VaryingFormat>
  readonly idNames: ReadonlySet<string>
  readonly pairs: Map<string | number, string | number>
  readonly isExcerpt: boolean
  /** The parents of the two values. */
  readonly parent: { readonly example?: JsonObject; readonly actual?: JsonObject }
}

type Path = readonly (string | number)[]

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** RFC 3339, section 5.6. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

const toMatcher = (place: string): ((path: Path) => boolean) => {
  if (place !== '' && !place.startsWith('/')) return (path) => path.at(-1) === place
  const tokens = place.split('/')
  return (path) => {
    const own = appendTokens('', ...path).split('/')
    return (
      own.length === tokens.length && tokens.every((token, index) => token === '*' || token === own[index])
    )
  }
}

const compare = (path: Path, example: Json, actual: Json, comparison: Comparison): readonly string[] => {
  const variation = comparison.varying.find(({ fits }) => fits(path))?.variation
  if (variation !== undefined) return compareVarying(path, example, actual, variation, comparison)
  if (Array.isArray(example) && Array.isArray(actual)) return compareLists(path, example, actual, comparison)
  if (isObject(example) && isObject(actual)) return compareObjects(path, example, actual, comparison)
  if (areIds(path, example, actual, comparison))
    return isPair(example, actual, comparison.pairs)
      ? []
      : [`${nameOf(path)} differs from the same id elsewhere`]
  if (comparison.formats.has('date-time') && fitBoth(DATE_TIME, example, actual)) return []
  return example === actual ? [] : [differ(path, example, actual)]
}

const compareVarying = (
  path: Path,
  example: Json,
  actual: Json,
  variation: Variation,
  { parent }: Comparison,
): readonly string[] => {
  const remainderOf = (value: Json, around: JsonObject = {}): unknown => {
    if (variation === 'type') return jsonTypeOf(value)
    if (typeof variation === 'function') return variation(value, around)
    return typeof value === 'string' ? value.replace(variation, '<varies>') : value
  }
  const [wanted, found] = [remainderOf(example, parent.example), remainderOf(actual, parent.actual)]
  return writeJson(wanted) === writeJson(found) ? [] : [differ(path, wanted, found)]
}

const compareObjects = (path: Path, example: JsonObject, actual: JsonObject, comparison: Comparison) =>
  [...new Set([...Object.keys(example), ...Object.keys(actual)])].flatMap((key) => {
    const [wanted, found] = [example, actual].map((value) =>
      Object.hasOwn(value, key) ? value[key] : undefined,
    )
    if (found === undefined) return [`${nameOf([...path, key])} is missing`]
    if (wanted === undefined) return [`${nameOf([...path, key])} is not in the example`]
    return compare([...path, key], wanted, found, { ...comparison, parent: { example, actual } })
  })

const compareLists = (
  path: Path,
  example: readonly Json[],
  actual: readonly Json[],
  comparison: Comparison,
) => {
  if (comparison.isExcerpt) return compareExcerpt(path, example, actual, comparison)
  if (example.length !== actual.length)
    return [`${nameOf(path)} has ${actual.length} items, not ${example.length}`]
  return example.flatMap((item, index) => compare([...path, index], item, actual[index] ?? null, comparison))
}

const compareExcerpt = (
  path: Path,
  example: readonly Json[],
  actual: readonly Json[],
  comparison: Comparison,
) => {
  if (example.length === 0 && actual.length > 0) return [`${nameOf(path)} is not empty`]
  const places = example.map((item, index) =>
    actual.findIndex((candidate) => {
      const attempt = { ...comparison, pairs: new Map(comparison.pairs) }
      return compare([...path, index], item, candidate, attempt).length === 0
    }),
  )
  const missing = places.flatMap((place, index) =>
    place < 0 ? [`${nameOf(path)} does not contain entry ${index}`] : [],
  )
  const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1))
  return missing.length > 0 || isInOrder ? missing : [`${nameOf(path)} has another order`]
}

const areIds = (path: Path, example: Json, actual: Json, { formats, idNames }: Comparison): boolean =>
  (formats.has('uuid') && fitBoth(UUID, example, actual)) ||
  (idNames.has(String(path.findLast((token) => typeof token === 'string'))) &&
    typeof example === typeof actual &&
    ['string', 'number'].includes(typeof example))

const isPair = (example: Json, actual: Json, pairs: Comparison['pairs']): boolean => {
  const [wanted, found] = [example as string | number, actual as string | number]
  const partner = pairs.get(wanted)
  if (partner !== undefined) return partner === found
  if ([...pairs.values()].includes(found)) return false
  pairs.set(wanted, found)
  return true
}

const fitBoth = (pattern: RegExp, ...values: readonly Json[]): boolean =>
  values.every((value) => typeof value === 'string' && pattern.test(value))

const nameOf = (path: Path): string => appendTokens('', ...path) || 'the body'

const differ = (path: Path, example: unknown, actual: unknown): string =>
  `${nameOf(path)} is ${writeJson(actual)}, not ${writeJson(example)}`
