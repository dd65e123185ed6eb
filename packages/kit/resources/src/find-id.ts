import { appendTokens, type Json } from '@contract-kit/json-schema/json'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { entityOf, ID_WORDS, KEY_WORDS, parseReferenceName, wordsOf } from './names.ts'
import { holdsName } from './resource-names.ts'
import { isScalar, mayFit, type Sketch, type SketchField } from './sketch.ts'

/** The known facts about a resource whose id is searched. */
export interface IdQuery {
  /** The normalized name: `orderitem`. */
  readonly entity: string
  /** Name of the parameter that takes the id; undefined if there is none. */
  readonly parameter: string | undefined
  /** JSON types of that parameter; empty if not known. */
  readonly types: ReadonlySet<string>
  /** The schemas of that parameter. */
  readonly schemas?: readonly SchemaNode[]
}

/** JSON Pointers to the possible ids in a response with a single item, most likely first. */
export const findIds = (answer: Sketch, query: IdQuery): string[] => {
  const found: { readonly pointer: string; readonly rank: number }[] = []
  const rankOf = createRanking(query)
  for (const { pointer, sketch } of wrappedIn(answer, query.entity)) {
    for (const [name, field] of sketch.fields()) {
      const rank = rankOf(name, field)
      if (rank < Infinity)
        found.push({ pointer: appendTokens('', ...pointer, name), rank: rank * 10 + pointer.length })
    }
  }
  const sorted = found.toSorted((left, right) => left.rank - right.rank)
  const isCertain = sorted[0] !== undefined && sorted[0].rank < WEAK * 10
  return sorted.filter(({ rank }) => !isCertain || rank < WEAK * 10).map(({ pointer }) => pointer)
}

/** From this rank on, a property is used only if nothing better is found. */
const WEAK = 5

/** An item is rarely identified by its name, unless the parameter says so. */
const NAMES = new Set(['name', 'title'])

/** Creates the function that ranks the name of a property: 0 is best, Infinity means no match. */
const createRanking = ({ entity, parameter, types, schemas = [] }: IdQuery) => {
  const parameterName = parameter === undefined ? 'id' : wordsOf(parameter).join('')
  const { suffix, entities } = parseReferenceName(parameter ?? 'id')
  const ids = new Set([entity, ...entities].flatMap((thing) => ID_WORDS.map((word) => thing + word)))
  const keys = new Set(KEY_WORDS.filter((word) => !NAMES.has(word)).map((word) => entity + word))

  const rankName = (candidate: string, field: SketchField): number => {
    if (candidate === parameterName && parameter !== undefined) return 0
    // `{ferry_token}` is the `token` of a ferry, and `{token}` its `ferryToken`.
    if (candidate === suffix || entity + candidate === parameterName) return 1
    if ((suffix !== '' && candidate === entity + suffix) || candidate === entity + parameterName) return 2
    if (ID_WORDS.includes(candidate)) return 3
    if (ids.has(candidate)) return 4
    if (KEY_WORDS.includes(suffix)) return Infinity
    if (keys.has(candidate)) return 5
    if (!KEY_WORDS.includes(candidate)) return Infinity
    // A key that only the server assigns.
    if (field.isReadOnly && !NAMES.has(candidate)) return 6
    return suffix === '' ? 7 : Infinity
  }
  return (name: string, field: SketchField): number => {
    if (holdsName(name, field.sketch, { entity, parameter })) return 0
    const rank = rankName(wordsOf(name).join(''), field)
    if (rank === Infinity || !isScalar(field.sketch) || !mayFit(field.sketch.types, types)) return Infinity
    return isOtherForm(field.sketch, schemas, rank < WEAK) ? Infinity : rank
  }
}

/**
 * Whether no value of a property can be an id that the parameter takes: a UUID beside `^pet_`, or `^own_` beside it. A received value that is
 * called an id may break the pattern; another one may not.
 */
const isOtherForm = ({ nodes, value }: Sketch, parameter: readonly SchemaNode[], isId: boolean): boolean => {
  const isTaken = (one: Json): boolean => parameter.every((node) => isValid(node, one))
  if (value !== undefined) return (!isId || isUuid(value)) && !isTaken(value)
  if (nodes.some((node) => findKeyword(node, 'format') === 'uuid') && !isTaken(UUID)) return true
  const [given, wanted] = [nodes, parameter].map(prefixOf)
  if (given === undefined || wanted === undefined) return false
  return !given.startsWith(wanted) && !wanted.startsWith(given)
}

const UUID = '7d4b0a52-93c1-4f0e-8a6d-2b1c5e9f3a70'

const isUuid = (value: Json): boolean =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)

/** The text with which every match of a pattern begins; undefined if it has alternatives or begins with none. */
const prefixOf = (nodes: readonly SchemaNode[]): string | undefined => {
  const [pattern] = nodes.map((node) => findKeyword(node, 'pattern')).filter((one) => typeof one === 'string')
  return pattern === undefined || pattern.includes('|')
    ? undefined
    : /^\^((?:[\w-](?![*+?{]))+)/.exec(pattern)?.[1]
}

/** Names of response envelopes. */
const WRAPPERS = new Set([
  'data',
  'result',
  'response',
  'item',
  'record',
  'resource',
  'payload',
  'object',
  'entity',
  'body',
  'content',
  'value',
  'attribute',
  'embedded',
  'node',
])

/** Whether a property of a response wraps the item, rather than being a part of it. */
const isWrapper = (name: string, entity: string): boolean => {
  const candidate = entityOf(name)
  return WRAPPERS.has(candidate) || (candidate !== '' && candidate === entity)
}

/** The objects of a response that may be the item: the response, then its wrapped objects, three levels deep. */
export const wrappedIn = (
  answer: Sketch,
  entity: string,
): { readonly pointer: readonly string[]; readonly sketch: Sketch }[] => {
  const found: { readonly pointer: readonly string[]; readonly sketch: Sketch }[] = [
    { pointer: [], sketch: answer },
  ]
  for (const { pointer, sketch } of found) {
    if (pointer.length === 3) continue
    const objects = [...sketch.fields()].filter(([, field]) => field.sketch.types.has('object'))
    const isSole = objects.length === 1 && [...sketch.fields().values()].length <= 2
    for (const [name, field] of objects) {
      if (isWrapper(name, entity) || (isSole && pointer.length === 0 && !sketch.fields().has('id')))
        found.push({ pointer: [...pointer, name], sketch: field.sketch })
    }
  }
  return found
}

/** The place of list items in a response. */
interface ItemsPlace {
  /** JSON Pointer to the array; empty if the response itself is one. */
  readonly pointer: string
  readonly item: Sketch | undefined
}

const LIST_NAMES = new Set([
  'item',
  'data',
  'result',
  'content',
  'record',
  'row',
  'value',
  'list',
  'entry',
  'element',
  'edge',
  'collection',
  'member',
  'page',
])
const LIST_WRAPPERS = new Set([
  'data',
  'result',
  'response',
  'payload',
  'embedded',
  'body',
  'page',
  'collection',
  'content',
])
/** Names of lists that are not the subject of a response. */
const ASIDES = new Set(['link', 'error', 'warning', 'message', 'include', 'included', 'facet', 'aggregation'])

const MAX_DEPTH = 3

/**
 * Finds the list in a response, at most three levels deep. It is the response itself, an array named for its items or by a usual name, or
 * the only array of objects.
 */
export const findItems = (answer: Sketch, entity: string): ItemsPlace | undefined => {
  if (answer.types.has('array') && !answer.types.has('object')) return { pointer: '', item: answer.items() }
  const found: { readonly place: ItemsPlace; readonly rank: number }[] = []
  search(answer, entity, [], found)
  return found.toSorted((left, right) => left.rank - right.rank)[0]?.place
}

const search = (
  sketch: Sketch,
  entity: string,
  path: readonly string[],
  found: { readonly place: ItemsPlace; readonly rank: number }[],
): void => {
  const arrays = [...sketch.fields()].filter(([, field]) => field.sketch.types.has('array'))
  const lists = arrays.filter(
    ([name, field]) => !ASIDES.has(entityOf(name)) && field.sketch.items()?.types.has('object') === true,
  )
  for (const [name, field] of arrays) {
    const candidate = entityOf(name)
    const place = { pointer: appendTokens('', ...path, name), item: field.sketch.items() }
    if (candidate === entity) found.push({ place, rank: path.length })
    else if (LIST_NAMES.has(candidate)) found.push({ place, rank: 10 + path.length })
    else if (lists.length === 1 && lists[0]?.[0] === name) found.push({ place, rank: 20 + path.length })
  }
  if (path.length + 1 === MAX_DEPTH) return
  for (const [name, field] of sketch.fields()) {
    if (field.sketch.types.has('object') && (LIST_WRAPPERS.has(entityOf(name)) || entityOf(name) === entity))
      search(field.sketch, entity, [...path, name], found)
  }
}
