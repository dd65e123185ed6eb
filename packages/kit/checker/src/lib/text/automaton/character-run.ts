import type { Element } from 'refa'
import { isEdge } from './is-edge.ts'
import type { ParsedPattern } from './parse-pattern.ts'

/** A pattern that says no more than which characters there are and how many: `^[a-z]{1,5000}$`. */
export interface CharacterRun {
  /** The same pattern for any number of characters. */
  readonly ofAnyLength: ParsedPattern
  readonly min: number
  readonly max: number
}

/** How a pattern of this kind reads, so that its bounds need no states; undefined for any other. */
export const findCharacterRun = (parsed: ParsedPattern): CharacterRun | undefined => {
  const [only, ...others] = parsed.alternatives
  if (only === undefined || others.length > 0 || only.elements.length < 3) return undefined
  const first = only.elements.at(0)
  const last = only.elements.at(-1)
  const counts = only.elements.slice(1, -1).map(countOf)
  const set = counts[0]?.set
  if (first === undefined || last === undefined || set === undefined) return undefined
  if (!isEdge(first, 'behind') || !isEdge(last, 'ahead')) return undefined
  let [min, max] = [0, 0]
  for (const count of counts) {
    if (count?.set !== set) return undefined
    min += count.min
    max += count.max
  }
  const quantifier = only.elements.find((element) => element.type === 'Quantifier')
  if (quantifier === undefined) return undefined
  const repeated: Element = { ...quantifier, min: 0, max: Infinity }
  return {
    ofAnyLength: { ...parsed, alternatives: [{ ...only, elements: [first, repeated, last] }] },
    min,
    max,
  }
}

const countOf = (
  element: Element,
): { readonly set: string; readonly min: number; readonly max: number } | undefined => {
  if (element.type === 'CharacterClass') return { set: element.characters.toRangesString(), min: 1, max: 1 }
  if (element.type !== 'Quantifier') return undefined
  const [only, ...others] = element.alternatives
  const [character, ...more] = only?.elements ?? []
  if (others.length > 0 || more.length > 0 || character?.type !== 'CharacterClass') return undefined
  return { set: character.characters.toRangesString(), min: element.min, max: element.max }
}
