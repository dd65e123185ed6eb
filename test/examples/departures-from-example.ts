import type { KnownIds } from './story-ids.ts'

/** What the comparison of one answer with its example knows. */
export interface ComparisonOptions {
  /** The server's ids by the story ids that stand for them. */
  readonly known?: KnownIds
  /** The lists of the example hold only some of the answer's entries, in the answer's order. */
  readonly isExcerpt?: boolean
}

/**
 * Says where an answer departs from its example: keys, list lengths, types, and every value, but for what chance
 * decides (UUIDs, tokens, card secrets, measured times). A UUID must stand for the same one wherever it appears.
 */
export function departuresFromExample(
  example: unknown,
  answer: unknown,
  { known = new Map(), isExcerpt = false }: ComparisonOptions = {},
): readonly string[] {
  return compare('', example, answer, { pairs: new Map(known), isExcerpt })
}

interface Comparison {
  readonly pairs: Map<string | number, string | number>
  readonly isExcerpt: boolean
}

type JsonObject = Readonly<Record<string, unknown>>

/** How much of a value is left when what chance decides is struck out, by property name. */
const withoutChance: Readonly<Record<string, (value: unknown, parent: JsonObject) => unknown>> = {
  access_token: strike(/^[\w-]+\.[\w-]+\.[\w-]+$/, '<token>'),
  number: strike(/(?<=^\*{4})\d{4}$|(?<=^9999)\d{12}$/, '<digits>'),
  pin: strike(/^\d{4}$/, '<pin>'),
  contents: strike(/(?<=^\d{4})\d{12}$/, '<serial>'),
  durationMs: (value) => typeof value,
  version: strike(/^[\w-]{22}$/, '<version>'),
  // A clock that runs shows another time whenever it is asked.
  now: (value, { frozen }) => (frozen === false ? typeof value : value),
}

function strike(chance: RegExp, name: string): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? value.replace(chance, name) : value)
}

function compare(at: string, example: unknown, answer: unknown, comparison: Comparison): readonly string[] {
  if (Array.isArray(example) && Array.isArray(answer)) return compareLists(at, example, answer, comparison)
  if (isObject(example) && isObject(answer)) return compareObjects(at, example, answer, comparison)
  if (isUuid(example) && isUuid(answer)) {
    return isPair(example, answer, comparison.pairs) ? [] : [`${at} is another id than elsewhere`]
  }
  return example === answer ? [] : [`${at} is ${JSON.stringify(answer)}, not ${JSON.stringify(example)}`]
}

function compareObjects(at: string, example: JsonObject, answer: JsonObject, comparison: Comparison) {
  const keys = [...new Set([...Object.keys(example), ...Object.keys(answer)])]
  return keys.flatMap((key) => {
    if (!Object.hasOwn(answer, key)) return [`${at}/${key} is missing`]
    if (!Object.hasOwn(example, key)) return [`${at}/${key} is not in the example`]
    const strip = withoutChance[key] ?? ((value: unknown) => value)
    return compare(`${at}/${key}`, strip(example[key], example), strip(answer[key], answer), comparison)
  })
}

function compareLists(
  at: string,
  example: readonly unknown[],
  answer: readonly unknown[],
  comparison: Comparison,
) {
  if (comparison.isExcerpt) return compareExcerpt(at, example, answer, comparison)
  if (example.length !== answer.length) return [`${at} has ${answer.length} items, not ${example.length}`]
  return example.flatMap((item, index) => compare(`${at}/${index}`, item, answer[index], comparison))
}

function compareExcerpt(
  at: string,
  example: readonly unknown[],
  answer: readonly unknown[],
  comparison: Comparison,
) {
  if (example.length === 0 && answer.length > 0) return [`${at} is not empty`]
  const places = example.map((item) =>
    answer.findIndex((candidate) => {
      const attempt = { ...comparison, pairs: new Map(comparison.pairs) }
      return compare(at, item, candidate, attempt).length === 0
    }),
  )
  const missing = places.flatMap((place, index) => (place < 0 ? [`${at} does not hold entry ${index}`] : []))
  const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1))
  return missing.length > 0 || isInOrder ? missing : [`${at} has another order`]
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}

function isPair(example: string, answer: string, pairs: Comparison['pairs']): boolean {
  const partner = pairs.get(example)
  if (partner !== undefined) return partner === answer
  if ([...pairs.values()].includes(answer)) return false
  pairs.set(example, answer)
  return true
}
