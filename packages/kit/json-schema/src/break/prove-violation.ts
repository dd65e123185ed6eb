import { appendTokens } from '../base/json.ts'
import type { Direction, SchemaNode } from '../base/schema-set.ts'
import { evaluate } from '../keywords/judge.ts'
import type { Failure } from '../keywords/rule.ts'
import type { Place } from './places.ts'

/** The statements that a broken value breaks. */
export interface Proof {
  /** The only failure: of the statement itself, or of the outermost `anyOf` or `oneOf` around it. */
  readonly failure: Failure
  /** The failure of the statement itself, within the branches that lead to it. */
  readonly inner: Failure
}

/**
 * Proves that a value breaks one statement and no other; undefined if it does not. Within a branch of `anyOf` or
 * `oneOf`, the union must be the only failure, and the statement the only failure of its branch. The same keyword of
 * another schema for the same part of the value may fail with it.
 */
export const proveViolation = (
  root: SchemaNode,
  value: unknown,
  { node, path }: Place,
  keyword: string,
  direction: Direction | undefined,
): Proof | undefined => {
  let failures = evaluate(root, value, { direction })
  let outermost: Failure | undefined
  for (const { from, branch } of path) {
    if (branch === undefined) continue
    const union = soleFailure(failures, from.documentUri, appendTokens(from.pointer, branch.keyword))
    const below = union?.branches[branch.index]
    if (below === undefined) return undefined
    outermost ??= union
    failures = below
  }
  const inner = soleFailure(
    failures,
    node.documentUri,
    keyword === 'false' ? node.pointer : appendTokens(node.pointer, keyword),
  )
  return inner && { failure: outermost ?? inner, inner }
}

const soleFailure = (
  failures: readonly Failure[],
  documentUri: string,
  pointer: string,
): Failure | undefined => {
  const intended = failures.find(
    (failure) => failure.documentUri === documentUri && failure.schemaPointer === pointer,
  )
  return intended && failures.every((other) => isSameStatement(intended, other)) ? intended : undefined
}

/** `required` fails once for each name, which is in the message. All other keywords fail once for each part of the value. */
const isSameStatement = (one: Failure, other: Failure): boolean =>
  one.keyword === other.keyword &&
  one.instancePointer === other.instancePointer &&
  (one.message === other.message || !NAMING.has(one.keyword))

const NAMING = new Set(['required', 'dependentRequired'])

/** A statement of a schema: its keyword and where it stands. */
export interface Statement {
  readonly keyword: string
  /** JSON Pointer to the keyword in its document: `/properties/age/minimum`; to the schema itself where that is `false`. */
  readonly pointer: string
  readonly documentUri: string
}

/** The statement that a proved value breaks and, where that is a union, the one that its nearest branch breaks. */
export const nameStatements = ({ failure, inner }: Proof): Statement & { readonly inner?: Statement } => ({
  ...toStatement(failure),
  ...(inner === failure ? {} : { inner: toStatement(inner) }),
})

const toStatement = ({ keyword, schemaPointer, documentUri }: Proof['failure']): Statement => ({
  keyword,
  pointer: schemaPointer,
  documentUri,
})
