import type { Concatenation, Element } from 'refa'
import type { ParsedPattern } from './parse-pattern.ts'

/** From so many repetitions on, several in a row are tried in too many ways. */
const MANY = 16
const MANY_IN_A_ROW = 3

/**
 * Whether an engine that backtracks may take exponentially long, or the length to the power of three, for a text: a
 * repetition or a choice in a repetition, or three long repetitions in a row. It may also be quick: this only looks at the form.
 */
export const mayBacktrack = ({ alternatives }: ParsedPattern): boolean => alternatives.some(isRisky)

const isRisky = ({ elements }: Concatenation): boolean =>
  elements.filter(
    (element) => element.type === 'Quantifier' && element.max >= MANY && element.max > element.min,
  ).length >= MANY_IN_A_ROW || elements.some(isRiskyElement)

const isRiskyElement = (element: Element): boolean => {
  if (element.type === 'CharacterClass' || element.type === 'Unknown') return false
  const isRepeated = element.type === 'Quantifier' && element.max > 1
  return (isRepeated && variesAmong(element.alternatives)) || element.alternatives.some(isRisky)
}

/** Whether there is more than one way through: a choice, or a part that can be repeated or left out. */
const variesAmong = (alternatives: readonly Concatenation[]): boolean =>
  alternatives.length > 1 || alternatives.some(({ elements }) => elements.some(varies))

const varies = (element: Element): boolean => {
  if (element.type === 'CharacterClass' || element.type === 'Unknown') return false
  return (element.type === 'Quantifier' && element.max > element.min) || variesAmong(element.alternatives)
}
