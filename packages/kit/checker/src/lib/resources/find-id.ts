import { appendTokens } from '../schema/json-pointer.ts'
import { wrappedIn } from './envelope.ts'
import { ID_WORDS, KEY_WORDS, parseReferenceName } from './reference-name.ts'
import { isScalar, mayFit, type Sketch, type SketchField } from './sketch.ts'
import { wordsOf } from './words-of.ts'

/** What is known of a thing whose id is looked for. */
export interface IdQuery {
  /** Name of the thing for comparison: `orderitem`. */
  readonly entity: string
  /** Name of the parameter that takes the id; undefined where there is none. */
  readonly parameter: string | undefined
  /** JSON types of that parameter; empty: not known. */
  readonly types: ReadonlySet<string>
}

/** JSON Pointers to what may be the thing's id in an answer that shows one thing, most likely first. */
export const findIds = (answer: Sketch, query: IdQuery): string[] => {
  const found: { readonly pointer: string; readonly rank: number }[] = []
  for (const { pointer, sketch } of wrappedIn(answer, query.entity)) {
    for (const [name, field] of sketch.fields()) {
      const rank = rankOf(name, field, query)
      if (rank < Infinity)
        found.push({ pointer: appendTokens('', ...pointer, name), rank: rank * 10 + pointer.length })
    }
  }
  const sorted = found.toSorted((left, right) => left.rank - right.rank)
  const isCertain = sorted[0] !== undefined && sorted[0].rank < WEAK * 10
  return sorted.filter(({ rank }) => !isCertain || rank < WEAK * 10).map(({ pointer }) => pointer)
}

/** From this rank on, a property is believed only where nothing better is found. */
const WEAK = 5

/** What a thing is called is rarely what it is known by, unless the parameter says so. */
const NAMES = new Set(['name', 'title'])

const rankOf = (name: string, field: SketchField, { entity, parameter, types }: IdQuery): number => {
  if (!isScalar(field.sketch) || !mayFit(field.sketch.types, types)) return Infinity
  const said = wordsOf(name).join('')
  const asked = parameter === undefined ? undefined : wordsOf(parameter).join('')
  const suffix = parameter === undefined ? 'id' : parseReferenceName(parameter).suffix
  if (said === asked) return 0
  if (suffix !== '' && said === suffix) return 1
  if (suffix !== '' && said === entity + suffix) return 2
  if (ID_WORDS.includes(said)) return 3
  if (ID_WORDS.some((word) => said === entity + word)) return 4
  if (KEY_WORDS.includes(suffix)) return Infinity
  if (KEY_WORDS.some((word) => said === entity + word))
    return NAMES.has(said.slice(entity.length)) ? Infinity : 5
  return suffix === '' && KEY_WORDS.includes(said) ? 6 : Infinity
}
