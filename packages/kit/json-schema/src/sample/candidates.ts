import { BoundedCache } from '../base/bounded-cache.ts'
import { isObject, type Json, type JsonObject, own, textsIn } from '../base/json.ts'
import { type Direction, keywordOf, type SchemaNode } from '../base/schema-set.ts'
import { isTransmitted, namesBelow, schemasAt } from '../base/subschemas.ts'
import { UnsatisfiableSchemaError } from '../generate/valid-values.ts'
import { schemasForItem } from '../keywords/arrays.ts'
import { toRounded } from '../keywords/numbers.ts'
import { schemasForName } from '../keywords/objects.ts'
import type { JsonType } from '../keywords/shell.ts'
import { boundaryTexts } from '../text/boundary-texts.ts'
import type { TextConstraints } from '../text/find-language.ts'

/**
 * Values that may keep all schemas, the plainest first: what they propose themselves (`const`, `example`, `default`,
 * `enum`), then values of each type they allow. Objects and arrays are proposed by their parts only, so that they hold
 * nothing optional.
 */
export function* candidatesFor(
  parts: readonly SchemaNode[],
  given: readonly Json[],
  maker: Maker,
  direction: Direction | undefined,
): Generator<Json> {
  if (parts.some((part) => part.schema === false)) return
  const proposals = [...given, ...proposalsOf(parts)]
  const listed = parts.flatMap(listedValues)
  yield* [...proposals, ...listed].filter(
    (value) => maker.isFull || listed.length > 0 || value === null || typeof value !== 'object',
  )
  if (listed.length > 0) return
  for (const type of typesOfParts(parts)) yield* ofType(type, parts, proposals, maker, direction)
}

const ofType = (
  type: JsonType,
  parts: readonly SchemaNode[],
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
      return numberCandidates(parts)
    case 'string':
      return textCandidates(parts)
    case 'array':
      return arrayCandidates(
        parts,
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

const listedValues = (part: SchemaNode): Json[] => {
  const only = keywordOf(part, 'const')
  const several = keywordOf(part, 'enum')
  return [...(only === undefined ? [] : [only]), ...(Array.isArray(several) ? several : [])]
}

const PLAIN = 'text'

/** The combined constraints of the schemas for texts. */
const textConstraintsOf = (parts: readonly SchemaNode[]): TextConstraints => {
  const texts = (keyword: string) => [...new Set(textsIn(parts.map((part) => keywordOf(part, keyword))))]
  return {
    minLength: Math.max(0, ...numbersIn(parts, 'minLength')),
    maxLength: Math.min(...numbersIn(parts, 'maxLength')),
    patterns: texts('pattern'),
    formats: texts('format'),
  }
}

const known = new BoundedCache<readonly string[]>(1000)

/** Plain texts that satisfy the schemas' constraints on texts, the plainest first. */
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

/** Prefers a length within the bounds, not at them, if there is room. */
const plainText = (least: number, most: number): string => {
  const inside = PLAIN.length <= least ? least + 1 : Math.min(PLAIN.length, Math.max(least, most - 1))
  const length = Math.min(inside, most)
  return PLAIN.repeat(Math.ceil(length / PLAIN.length)).slice(0, length)
}

/** Names for undeclared properties, if the object needs more than the declared ones. */
const EXTRA_NAMES = ['extra', 'other', 'another']

/** Objects with more properties than this are left to chance. */
const MOST = 200

/** Objects of the required properties and as few others as must be. */
function* objectCandidates(
  parts: readonly SchemaNode[],
  proposals: readonly JsonObject[],
  maker: Maker,
  direction: Direction | undefined,
): Generator<JsonObject> {
  const goes = (name: string): boolean =>
    direction === undefined || propertyNodes(parts, name).every((node) => isTransmitted(node, direction))
  const names = closureOf(parts, parts.flatMap((part) => textsIn(keywordOf(part, 'required'))).filter(goes))
  const fewest = Math.max(0, ...numbersIn(parts, 'minProperties'))
  if (fewest > MOST) return
  if (names.size < fewest) {
    const declared = parts.flatMap((part) => namesBelow(part.schema, 'properties'))
    const allowed = declared.filter(
      (name) => goes(name) && propertyNodes(parts, name).every((node) => node.schema !== false),
    )
    const others = [...EXTRA_NAMES, ...Array.from({ length: fewest }, (_, index) => `extra${index}`)]
    for (const name of [...allowed, ...others]) if (names.size < fewest) names.add(name)
  }
  const make = (name: string): Json => {
    const proposed = proposals.map((proposal) => own(proposal, name)).filter((value) => value !== undefined)
    return maker.make(propertyNodes(parts, name), proposed)
  }
  if (maker.isFull) {
    const declared = parts.flatMap((part) => namesBelow(part.schema, 'properties')).filter(goes)
    const all = [...new Set([...declared, ...names])]
    yield Object.fromEntries(
      all.flatMap((name) => {
        const value = names.has(name) ? make(name) : unlessImpossible(() => make(name))
        return value === undefined ? [] : [[name, value] as const]
      }),
    )
  }
  yield Object.fromEntries([...names].map((name) => [name, make(name)]))
}

/** The value; undefined if it would contain itself, or if nothing can be it. */
const unlessImpossible = (make: () => Json): Json | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof RecursiveTemplateError || error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}

/** The names with those that they make necessary (`dependentRequired`). */
const closureOf = (parts: readonly SchemaNode[], required: readonly string[]): Set<string> => {
  const names = new Set(required)
  // The set grows while it is walked.
  for (const name of names) {
    for (const part of parts) {
      const dependent = keywordOf(part, 'dependentRequired')
      if (isObject(dependent)) for (const other of textsIn(own(dependent, name))) names.add(other)
    }
  }
  return names
}

/** The schemas that hold for a property of an object of these schemas; none if nothing is said of it. */
const propertyNodes = (parts: readonly SchemaNode[], name: string): readonly SchemaNode[] =>
  nodesOrRest(parts, 'unevaluatedProperties', (part) => {
    const named = schemasForName(part, name)
    return named.length > 0 ? named : schemasAt(part, 'additionalProperties')
  })

/** The schemas that hold for an item of an array of these schemas; none if nothing is said of it. */
const itemNodes = (parts: readonly SchemaNode[], index: number): readonly SchemaNode[] =>
  nodesOrRest(parts, 'unevaluatedItems', (part) => schemasForItem(part, index))

const nodesOrRest = (
  parts: readonly SchemaNode[],
  rest: string,
  find: (part: SchemaNode) => readonly SchemaNode[],
): readonly SchemaNode[] => {
  const nodes = parts.flatMap(find)
  return nodes.length > 0 ? nodes : parts.flatMap((part) => schemasAt(part, rest))
}

const ALL: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

const HINTS: readonly (readonly [type: JsonType, keywords: readonly string[]])[] = [
  [
    'object',
    ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'contains', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** The types that all schemas allow, in the order in which they are worth trying: the one meant first, null last. */
const typesOfParts = (parts: readonly SchemaNode[]): readonly JsonType[] => {
  const named = parts.map((part) => keywordOf(part, 'type')).filter((type) => type !== undefined)
  const lists = named.map((type) => textsIn([type].flat()))
  const [first] = lists
  if (first === undefined) {
    const meant = HINTS.filter(([, keywords]) =>
      parts.some((part) => keywords.some((word) => keywordOf(part, word) !== undefined)),
    )
    return [...new Set([...meant.map(([type]) => type), ...ALL])]
  }
  const allowed = (type: JsonType): boolean =>
    lists.every((list) => list.includes(type) || (type === 'integer' && list.includes('number')))
  const order = [...first, 'integer'].filter((name) => name !== 'null')
  return [...new Set([...order, 'null'])].flatMap((name) =>
    ALL.filter((type) => type === name && allowed(type)),
  )
}

/** Makes the value of a part. */
interface Maker {
  /** Whether objects have the properties that may be left out, and proposed objects and lists are taken whole. */
  readonly isFull: boolean
  make(nodes: readonly SchemaNode[], proposals: readonly Json[]): Json
}

/** A plain value would contain itself; the caller takes another way. */
export class RecursiveTemplateError extends Error {
  override readonly name = 'RecursiveTemplateError'

  constructor() {
    super('A plain value of this schema would contain itself.')
  }
}

/**
 * Plain numbers that may satisfy the schemas, the plainest first: 1, then numbers near the bounds. The bounds themselves come last. A
 * server that is wrong about them is then not wrong about every other case.
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

const numbersIn = (parts: readonly SchemaNode[], keyword: string): number[] =>
  parts.map((part) => keywordOf(part, keyword)).filter((value) => typeof value === 'number')

const multiplesNear = (bound: number, step: number): number[] => {
  const times = Math.ceil(bound / step)
  return [times, times + 1, times - 1, times - 2].map((count) => toRounded(count * step))
}

/** Longer arrays than this are left to chance. */
const LONGEST = 2000

/** Arrays of one item where that is allowed and says something, else of as few as must be. */
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
    const one = unlessImpossible(() => make(1))
    if (one !== undefined) yield one as Json[]
  }
  yield make(fewest)
}

const fewestMatches = (part: SchemaNode): number => {
  if (keywordOf(part, 'contains') === undefined) return 0
  const least = keywordOf(part, 'minContains')
  return typeof least === 'number' ? least : 1
}
