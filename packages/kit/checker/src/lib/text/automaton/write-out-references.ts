import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp'

/**
 * A pattern without references to groups, in which each group that is referred to has one of a few texts, and so has the
 * reference: `^(a+)-\1$` becomes `^(?:a)-(?:a)$|^(?:aa)-(?:aa)$`. It matches some texts of the pattern, and no other.
 * `textsByPattern` gives texts of an expression. Undefined where there is no reference, one whose group may have no text
 * when it is read or looks around itself, or one in a negation.
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
      return `${source.slice(0, edit.start)}(?:${escape(choices[index % choices.length] ?? '')})${source.slice(edit.end)}`
    }, pattern),
  ).join('|')
}

/** Escapes what has a meaning, and no more: with the flag u other escapes are errors. */
const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

const groupOf = ({ resolved }: AST.Backreference): AST.CapturingGroup => {
  const [group] = [resolved].flat()
  if (group === undefined) throw new Error('A reference always has a group.')
  return group
}

/** Undefined where one stands in a negation. */
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

/** Whether the group of a reference has been read, whatever way led to the reference. */
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

/** Whether what a group matches depends on what stands around it. */
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
