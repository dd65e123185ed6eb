import type { Concatenation, Element } from 'refa'
import { BoundedCache } from '../base/bounded-cache.ts'
import { TextComponent } from './automaton/text-graph.ts'
import { type ParsedPattern, parsePattern, PatternLimitError } from './automaton/pattern-program.ts'
import { findExpression } from './expressions.ts'

type Matcher = (text: string) => boolean | undefined

const matchers = new BoundedCache<Matcher>(2_000)

/**
 * Whether a pattern matches a text, in about linear time; undefined if that cannot be guaranteed. If backtracking may take
 * too long, an automaton is used instead. A pattern that does not compile matches everything.
 */
export const matchInTime = (pattern: string, text: string): boolean | undefined =>
  matchers.get(pattern, () => createMatcher(pattern))(text)

const createMatcher = (pattern: string): Matcher => {
  const expression = findExpression(pattern)
  if (expression === undefined) return () => true
  const isNested = /[)\]}*+?]/.test(pattern)
  const parsed = isNested ? unlessTooLarge(() => parsePattern(pattern)) : undefined
  if (parsed === undefined || !mayBacktrack(parsed)) return (text) => expression.test(text)
  const component = unlessTooLarge(() => new TextComponent(parsed))
  return (text) => component && unlessTooLarge(() => walk(component, text))
}

const walk = (component: TextComponent, text: string): boolean => {
  const { automaton } = component
  let state = automaton.start
  for (const character of text) {
    for (const symbol of component.symbolsOf(character.codePointAt(0) ?? 0))
      state = automaton.step(state, symbol)
  }
  return automaton.isAccepting(state)
}

/** The automaton of a pattern; undefined if it would be too large. */
export const unlessTooLarge = <Result>(make: () => Result): Result | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof PatternLimitError) return undefined
    throw error
  }
}

/** The number of repetitions from which several in a row backtrack too much. */
const MANY = 16
const MANY_IN_A_ROW = 3

/**
 * Whether a backtracking engine may take exponential or cubic time for a text. The pattern then has a repetition or a choice within a
 * repetition, or three long repetitions in a row. The engine may also be fast: this function only looks at the form.
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
