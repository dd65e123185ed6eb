import { BoundedCache } from '../base/bounded-cache.ts'
import { isObject, type Json, type JsonObject, own } from '../base/json.ts'
import { type Direction, keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { toRounded } from '../keywords/numbers.ts'
import type { JsonType } from '../keywords/shell.ts'
import { boundaryTexts } from '../text/boundary-texts.ts'
import { isDeadEnd } from './errors.ts'
import {
  closureOf,
  declaredBy,
  fewestMatches,
  isSent,
  itemNodes,
  listedBy,
  numbersIn,
  type Parts,
  propertyNodes,
  requiredBy,
  textConstraintsOf,
  typesOf,
} from './parts.ts'

/**
 * Candidates that may satisfy all schemas, the plainest first: the schemas' own values (`const`, `example`, `default`,
 * `enum`), then values of each allowed type. Objects and arrays are built from their parts, so that they hold
 * nothing optional.
 */
export function* candidatesFor(
  parts: Parts,
  given: readonly Json[],
  maker: Maker,
  direction: Direction | undefined,
): Generator<Json> {
  const { nodes } = parts
  if (nodes.some((node) => node.schema === false)) return
  const proposals = [...given, ...proposalsOf(nodes)]
  const listed = nodes.flatMap((node) => listedBy(node) ?? [])
  yield* [...proposals, ...listed].filter(
    (value) => listed.length > 0 || value === null || typeof value !== 'object',
  )
  if (listed.length > 0) return
  let stopped: unknown
  for (const type of typesOf(nodes)) {
    try {
      yield* ofType(type, parts, proposals, maker, direction)
    } catch (error) {
      if (!isDeadEnd(error)) throw error
      stopped = error
    }
  }
  if (stopped !== undefined) throw stopped
}

const ofType = (
  type: JsonType,
  parts: Parts,
  proposals: readonly Json[],
  maker: Maker,
  direction: Direction | undefined,
): Iterable<Json> => {
  switch (type) {
    case 'null':
      return [null]
    case 'boolean':
      return [true, false]
    case 'integer':
    case 'number':
      return numberCandidates(parts.nodes)
    case 'string':
      return textCandidates(parts)
    case 'array':
      return arrayCandidates(
        parts.nodes,
        proposals.filter((value) => Array.isArray(value)),
        maker,
      )
    case 'object':
      return objectCandidates(parts, proposals.filter(isObject), maker, direction)
  }
}

const proposalsOf = (parts: readonly SchemaNode[]): Json[] =>
  parts.flatMap((part) => {
    const examples = keywordOf(part, 'examples')
    const single = [
      keywordOf(part, 'example'),
      ...(Array.isArray(examples) ? examples : []),
      keywordOf(part, 'default'),
    ]
    return single.filter((value) => value !== undefined)
  })

const PLAIN = 'text'

const known = new BoundedCache<readonly string[]>(1000)

/** Plain texts that satisfy the schemas' constraints on texts, the plainest first. */
export const textCandidates = (parts: Pick<Parts, 'nodes' | 'negated'>): readonly string[] => {
  const constraints = textConstraintsOf(parts)
  const {
    minLength = 0,
    maxLength = Infinity,
    patterns = [],
    formats = [],
    notPatterns = [],
    notFormats = [],
  } = constraints
  const isFree = [patterns, formats, notPatterns, notFormats].every(({ length }) => length === 0)
  if (isFree) return minLength > maxLength ? [] : [plainText(minLength, maxLength)]
  const key = JSON.stringify([minLength, maxLength, patterns, formats, notPatterns, notFormats])
  return known.get(key, () => withinFirst(boundaryTexts(constraints).map(({ text }) => text)))
}

/** The shortest and the longest text come last: a server with a bug at the bounds can then still be tested. */
const withinFirst = (texts: readonly string[]): string[] => {
  const lengths = texts.map((text) => text.length)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)]
  const isWithin = ({ length }: string): boolean => least < length && length < most
  return [...texts.filter(isWithin), ...texts.filter((text) => !isWithin(text))]
}

/** Prefers a length within the bounds, not at them, if there is room. */
const plainText = (least: number, most: number): string => {
  const inside = PLAIN.length <= least ? least + 1 : Math.min(PLAIN.length, Math.max(least, most - 1))
  const length = Math.min(inside, most)
  return PLAIN.repeat(Math.ceil(length / PLAIN.length)).slice(0, length)
}

/** Names for undeclared properties, if the object needs more than the declared ones. */
const EXTRA_NAMES = ['extra', 'other', 'another']

/** Objects with more properties than this are only generated at random. */
const MOST = 200

/** Objects of the required properties and as few others as possible. */
function* objectCandidates(
  { nodes, names: selecting }: Parts,
  proposals: readonly JsonObject[],
  maker: Maker,
  direction: Direction | undefined,
): Generator<JsonObject> {
  const goes = (name: string): boolean => isSent(propertyNodes(nodes, name), direction)
  const names = closureOf(nodes, [...requiredBy(nodes).filter(goes), ...selecting.keys()])
  const fewest = Math.max(0, ...numbersIn(nodes, 'minProperties'))
  if (fewest > MOST) return
  if (names.size < fewest) {
    const allowed = declaredBy(nodes).filter(
      (name) => goes(name) && propertyNodes(nodes, name).every((node) => node.schema !== false),
    )
    const others = [...EXTRA_NAMES, ...Array.from({ length: fewest }, (_, index) => `extra${index}`)]
    for (const name of [...allowed, ...others]) if (names.size < fewest) names.add(name)
  }
  const members = [...names].map((name): [string, Json] => {
    const proposed = proposals.map((proposal) => own(proposal, name)).filter((value) => value !== undefined)
    return [name, maker.make(propertyNodes(nodes, name), [...(selecting.get(name) ?? []), ...proposed])]
  })
  yield Object.fromEntries(members)
}

/** Makes the value of a part. */
interface Maker {
  make(nodes: readonly SchemaNode[], proposals: readonly Json[]): Json
}

/**
 * Plain numbers that may satisfy the schemas, the plainest first: 1, then numbers near the bounds. The bounds themselves come last: a
 * server with a bug at the bounds can then still be tested.
 */
export const numberCandidates = (parts: readonly SchemaNode[]): number[] => {
  const least = [...numbersIn(parts, 'minimum'), ...numbersIn(parts, 'exclusiveMinimum')]
  const most = [...numbersIn(parts, 'maximum'), ...numbersIn(parts, 'exclusiveMaximum')]
  const low = Math.max(...least)
  const high = Math.min(...most)
  const step = numbersIn(parts, 'multipleOf').reduce((product, factor) => toRounded(product * factor), 1)
  const steps = [step, ...numbersIn(parts, 'multipleOf'), 1]
  const near = [low, high].filter(Number.isFinite)
  const between = near.length === 2 ? [Math.round((low + high) / 2), (low + high) / 2] : []
  const multiples = near.flatMap((bound) => steps.flatMap((size) => multiplesNear(bound, size)))
  const candidates = [1, ...multiples, ...steps, ...between, 0, ...near]
  const isWithin = (value: number): boolean => low < value && value < high
  return [...candidates.filter(isWithin), ...candidates.filter((value) => !isWithin(value))]
}

const multiplesNear = (bound: number, step: number): number[] => {
  const times = Math.ceil(bound / step)
  return [times, times + 1, times - 1, times - 2].map((count) => toRounded(count * step))
}

/** Arrays longer than this are only generated at random. */
const LONGEST = 2000

/** Arrays of one item where that is allowed and useful, else of as few items as possible. */
function* arrayCandidates(
  parts: readonly SchemaNode[],
  proposals: readonly (readonly Json[])[],
  maker: Maker,
): Generator<Json[]> {
  const fewest = Math.max(0, ...numbersIn(parts, 'minItems'), ...parts.map(fewestMatches))
  const most = Math.min(LONGEST, ...numbersIn(parts, 'maxItems'))
  if (fewest > most) return
  const make = (length: number): Json[] =>
    Array.from({ length }, (_, index) => {
      const contained = parts
        .filter((part) => index < fewestMatches(part))
        .map((part) => part.set.child(part, 'contains'))
      const proposed = proposals.map((list) => list[index] ?? list[0]).filter((value) => value !== undefined)
      return maker.make([...itemNodes(parts, index), ...contained], proposed)
    })
  if (fewest === 0 && most > 0 && itemNodes(parts, 0).length > 0) {
    try {
      yield make(1)
    } catch (error) {
      // The item is recursive or unsatisfiable, so the array stays empty if it may.
      if (!isDeadEnd(error)) throw error
    }
  }
  yield make(fewest)
}
