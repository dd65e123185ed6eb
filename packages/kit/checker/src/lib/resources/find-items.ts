import { appendTokens } from '../schema/json-pointer.ts'
import { entityOf } from './reference-name.ts'
import type { Sketch } from './sketch.ts'

/** Where an answer keeps the items of a list. */
export interface ItemsPlace {
  /** JSON Pointer to the array; empty where the answer itself is one. */
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
const WRAPPERS = new Set([
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
/** Lists that come along with an answer and are not what it is about. */
const ASIDES = new Set(['link', 'error', 'warning', 'message', 'include', 'included', 'facet', 'aggregation'])

const MAX_DEPTH = 3

/** The list in an answer: the answer itself, an array named for its items or by a usual name, or the only array of objects; at most three levels deep. */
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
    if (field.sketch.types.has('object') && (WRAPPERS.has(entityOf(name)) || entityOf(name) === entity))
      search(field.sketch, entity, [...path, name], found)
  }
}
