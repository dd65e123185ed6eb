import type { Concatenation, Element } from 'refa'
import { isEdge } from './is-edge.ts'
import type { ParsedPattern } from './parse-pattern.ts'

/** The least and greatest lengths that the texts of a pattern may have; some in between may be missing, and so may the ends. */
export interface LengthBounds {
  readonly min: number
  readonly max: number
}

/** Bounds of length, in code points, that need no automaton: a pattern open at one end has no greatest length. */
export const lengthBounds = ({ alternatives, isUnicode }: ParsedPattern): LengthBounds => {
  const { min } = ofAny(alternatives)
  const isClosed = alternatives.every(
    ({ elements }) => isAnchor(elements.at(0), 'behind') && isAnchor(elements.at(-1), 'ahead'),
  )
  // Two code units may be one code point.
  return { min: isUnicode ? min : Math.ceil(min / 2), max: isClosed ? ofAny(alternatives).max : Infinity }
}

const isAnchor = (element: Element | undefined, kind: 'ahead' | 'behind'): boolean =>
  element !== undefined && isEdge(element, kind)

const ofAny = (alternatives: readonly Concatenation[]): LengthBounds => {
  const all = alternatives.map(({ elements }) => elements.map(ofElement).reduce(follow, { min: 0, max: 0 }))
  return { min: Math.min(...all.map(({ min }) => min)), max: Math.max(0, ...all.map(({ max }) => max)) }
}

const follow = (first: LengthBounds, second: LengthBounds): LengthBounds => ({
  min: first.min + second.min,
  max: first.max + second.max,
})

const ofElement = (element: Element): LengthBounds => {
  if (element.type === 'CharacterClass') return { min: 1, max: 1 }
  if (element.type === 'Assertion') return { min: 0, max: 0 }
  if (element.type === 'Unknown') return { min: 0, max: Infinity }
  const { min, max } = ofAny(element.alternatives)
  if (element.type === 'Alternation') return { min, max }
  return { min: min * element.min, max: max === 0 || element.max === 0 ? 0 : max * element.max }
}
