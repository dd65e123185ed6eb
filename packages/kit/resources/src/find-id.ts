import { appendTokens } from '@contract-kit/json-schema/json'
import { entityOf, ID_WORDS, KEY_WORDS, parseReferenceName, wordsOf } from './names.ts'
import { isScalar, mayFit, type Sketch, type SketchField } from './sketch.ts'

/** The known facts about a thing whose id is searched. */
export interface IdQuery {
  /** Name of the thing for comparison: `orderitem`. */
  readonly entity: string
  /** Name of the parameter that takes the id; undefined if there is none. */
  readonly parameter: string | undefined
  /** JSON types of that parameter; empty: not known. */
  readonly types: ReadonlySet<string>
}

/** JSON Pointers to what may be the thing's id in a response that shows one thing, most likely first. */
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

/** A thing is rarely identified by its name, unless the parameter says so. */
const NAMES = new Set(['name', 'title'])

/** Makes the function that tells how well the name of a property fits: 0 is best, and Infinity not at all. */
const createRanking = ({ entity, parameter, types }: IdQuery) => {
  const asked = parameter === undefined ? 'id' : wordsOf(parameter).join('')
  const { suffix, entities } = parseReferenceName(parameter ?? 'id')
  const ids = new Set([entity, ...entities].flatMap((thing) => ID_WORDS.map((word) => thing + word)))
  const keys = new Set(KEY_WORDS.filter((word) => !NAMES.has(word)).map((word) => entity + word))

  const rankName = (said: string, field: SketchField): number => {
    if (said === asked && parameter !== undefined) return 0
    // `{ferry_token}` is the `token` of a ferry, and `{token}` its `ferryToken`.
    if (said === suffix || entity + said === asked) return 1
    if ((suffix !== '' && said === entity + suffix) || said === entity + asked) return 2
    if (ID_WORDS.includes(said)) return 3
    if (ids.has(said)) return 4
    if (KEY_WORDS.includes(suffix)) return Infinity
    if (keys.has(said)) return 5
    if (!KEY_WORDS.includes(said)) return Infinity
    // A key that only the server gives.
    if (field.isReadOnly && !NAMES.has(said)) return 6
    return suffix === '' ? 7 : Infinity
  }
  return (name: string, field: SketchField): number => {
    const rank = rankName(wordsOf(name).join(''), field)
    return rank < Infinity && isScalar(field.sketch) && mayFit(field.sketch.types, types) ? rank : Infinity
  }
}

/** Names of the envelopes in responses. */
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

/** Whether a property of a response wraps the thing itself, rather than being a part of it. */
const isWrapper = (name: string, entity: string): boolean => {
  const said = entityOf(name)
  return WRAPPERS.has(said) || (said !== '' && said === entity)
}

/** The objects of a response that may be the thing itself: the response, then what it wraps, three levels deep. */
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
/** Lists that accompany a response but are not its subject. */
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
    const said = entityOf(name)
    const place = { pointer: appendTokens('', ...path, name), item: field.sketch.items() }
    if (said === entity) found.push({ place, rank: path.length })
    else if (LIST_NAMES.has(said)) found.push({ place, rank: 10 + path.length })
    else if (lists.length === 1 && lists[0]?.[0] === name) found.push({ place, rank: 20 + path.length })
  }
  if (path.length + 1 === MAX_DEPTH) return
  for (const [name, field] of sketch.fields()) {
    if (field.sketch.types.has('object') && (LIST_WRAPPERS.has(entityOf(name)) || entityOf(name) === entity))
      search(field.sketch, entity, [...path, name], found)
  }
}
