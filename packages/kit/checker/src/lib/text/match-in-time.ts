import { mayBacktrack } from './automaton/may-backtrack.ts'
import { parsePattern } from './automaton/parse-pattern.ts'
import { PatternLimitError } from './automaton/pattern-limit-error.ts'
import { TextComponent } from './automaton/text-component.ts'
import { BoundedCache } from './bounded-cache.ts'
import { findExpression } from './find-expression.ts'

type Matcher = (text: string) => boolean | undefined

const matchers = new BoundedCache<Matcher>(2_000)

/**
 * Whether a pattern matches a text, in time linear in the text or nearly so; undefined where that cannot be promised.
 * What backtracking may take too long for is walked as an automaton. A pattern that does not compile matches everything.
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

const unlessTooLarge = <Result>(make: () => Result): Result | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof PatternLimitError) return undefined
    throw error
  }
}
