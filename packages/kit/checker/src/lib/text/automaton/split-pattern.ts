import { isEdge } from './is-edge.ts'
import type { ParsedPattern } from './parse-pattern.ts'

/** A pattern that must match or, where it is negated, must not. */
export interface PatternPart {
  readonly parsed: ParsedPattern
  readonly isNegated: boolean
}

/**
 * Patterns that together say what one says: `^(?=.*\d)(?!x).{8,64}$` is `^.*\d` and not `^x` and `^.{8,64}$`. Apart they
 * need far fewer states; the last part is what follows the lookaheads.
 */
export const splitPattern = (parsed: ParsedPattern): readonly PatternPart[] => {
  const [only, ...others] = parsed.alternatives
  const edge = only?.elements[0]
  if (only === undefined || edge === undefined || others.length > 0 || !isEdge(edge, 'behind'))
    return [{ parsed, isNegated: false }]
  const parts: PatternPart[] = []
  let at = 1
  for (; at < only.elements.length; at += 1) {
    const element = only.elements[at]
    if (element?.type !== 'Assertion' || element.kind !== 'ahead' || isEdge(element, 'ahead')) break
    const alternatives = element.alternatives.map((alternative) => ({
      ...alternative,
      elements: [edge, ...alternative.elements],
    }))
    parts.push({ parsed: { ...parsed, alternatives }, isNegated: element.negate })
  }
  const rest = { ...only, elements: [edge, ...only.elements.slice(at)] }
  return [...parts, { parsed: { ...parsed, alternatives: [rest] }, isNegated: false }]
}
