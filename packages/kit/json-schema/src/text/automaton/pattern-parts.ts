import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import type { Concatenation, Element } from 'refa'
import { escapePattern } from '../expressions.ts'
import { isEdge, type ParsedPattern } from './pattern-program.ts'

/** A pattern that must match or, if it is negated, must not. */
export interface PatternPart {
  readonly parsed: ParsedPattern
  readonly isNegated: boolean
}

/**
 * Splits a pattern into equivalent parts: `^(?=.*\d)(?!x).{8,64}$` is `^.*\d` and not `^x` and `^.{8,64}$`. Separately they
 * need far fewer states. The last part is the pattern after the lookaheads.
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

/** A pattern that only limits the characters and their number: `^[a-z]{1,5000}$`. */
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

/**
 * Rewrites a pattern without references to groups. Each group with a reference gets one of a few texts, and its reference gets the same
 * text: `^(a+)-\1$` becomes `^(?:a)-(?:a)$|^(?:aa)-(?:aa)$`. The result matches some texts of the pattern, and no other.
 *
 * `textsByPattern` gives texts of an expression. Undefined if the pattern has no reference, or if a reference is in a negation. Also
 * undefined if the group of a reference may have no text when it is read, or looks around itself.
 */
export const writeOutReferences = (
  pattern: string,
  isUnicode: boolean,
  textsByPattern: (pattern: string) => readonly string[],
): string | undefined => {
  const references = findReferences(pattern, isUnicode)
  const groups = new Set(references?.flatMap(({ resolved }) => resolved))
  if (
    references === undefined ||
    groups.size === 0 ||
    !references.every(isAlwaysRead) ||
    [...groups].some(looksAround)
  )
    return undefined
  const texts = new Map(
    [...groups].map((group) => [
      group,
      textsByPattern(`^(?:${group.alternatives.map(({ raw }) => raw).join('|')})$`),
    ]),
  )
  const count = Math.max(...[...texts.values()].map(({ length }) => length))
  if ([...texts.values()].some(({ length }) => length === 0)) return undefined
  const edits = [...groups, ...references].toSorted((a, b) => b.start - a.start)
  if (edits.some(({ end }, at) => at > 0 && end > (edits[at - 1]?.start ?? 0))) return undefined
  return Array.from({ length: count }, (_, index) =>
    edits.reduce((source, edit) => {
      const choices = texts.get(edit.type === 'CapturingGroup' ? edit : groupOf(edit)) ?? []
      return `${source.slice(0, edit.start)}(?:${escapePattern(choices[index % choices.length] ?? '')})${source.slice(edit.end)}`
    }, pattern),
  ).join('|')
}

const groupOf = ({ resolved }: AST.Backreference): AST.CapturingGroup => {
  const [group] = [resolved].flat()
  if (group === undefined) throw new Error('A reference always has a group.')
  return group
}

/** Undefined if a reference is in a negation. */
const findReferences = (pattern: string, isUnicode: boolean): readonly AST.Backreference[] | undefined => {
  const references: AST.Backreference[] = []
  let negations = 0
  let isNegated = false
  const countNegation = (assertion: AST.Assertion, by: number): void => {
    if ((assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') && assertion.negate)
      negations += by
  }
  visitRegExpAST(new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: isUnicode }), {
    onAssertionEnter: (assertion) => countNegation(assertion, 1),
    onAssertionLeave: (assertion) => countNegation(assertion, -1),
    onBackreferenceEnter: (reference) => {
      isNegated ||= negations > 0
      references.push(reference)
    },
  })
  return isNegated ? undefined : references
}

/** Whether the group of a reference has always been read before the reference. */
const isAlwaysRead = (reference: AST.Backreference): boolean => {
  if (Array.isArray(reference.resolved)) return false
  const around = ancestorsOf(reference)
  let node: AST.Node = groupOf(reference)
  while (node.parent !== null) {
    const parent: AST.Node = node.parent
    if (parent.type === 'Alternative' && around.has(parent)) return node.end <= reference.start
    const isPassed: boolean =
      parent.type === 'Alternative' ||
      ((parent.type === 'Group' || parent.type === 'CapturingGroup') && parent.alternatives.length === 1) ||
      (parent.type === 'Quantifier' && parent.min > 0)
    if (!isPassed) return false
    node = parent
  }
  return false
}

/** Whether the match of a group depends on the surrounding text. */
const looksAround = (group: AST.CapturingGroup): boolean => {
  let count = 0
  visitRegExpAST(group, { onAssertionEnter: () => (count += 1) })
  return count > 0
}

const ancestorsOf = (reference: AST.Backreference): ReadonlySet<AST.Node> => {
  const ancestors = new Set<AST.Node>()
  for (let node: AST.Node | null = reference; node !== null; node = node.parent) ancestors.add(node)
  return ancestors
}
