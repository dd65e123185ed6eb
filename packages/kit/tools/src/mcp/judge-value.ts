import { type Json, writeJson } from '@contract-kit/json-schema/json'
import {
  type Direction,
  evaluate,
  type Failure,
  keywordOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'

/** A violation list is read by an assistant, which fixes a few at a time. */
const maxProblems = 8

/** What a value violates of a schema, one clause each: `body/cards/0/quantity is less than 1`. */
export function judgeValue(
  schema: SchemaNode | undefined,
  value: Json,
  place: string,
  direction: Direction,
): readonly string[] {
  if (schema === undefined) return []
  return evaluate(schema, value, { direction })
    .flatMap(toLeaves)
    .slice(0, maxProblems)
    .map((failure) => `${place}${failure.instancePointer} ${failure.message}${toAllowed(schema, failure)}`)
}

/** The failures of the alternative that fits best, after the failure of all alternatives itself. */
function toLeaves(failure: Failure): readonly Failure[] {
  const [nearest] = failure.branches.toSorted((one, other) => weightOf(one) - weightOf(other))
  return nearest === undefined ? [failure] : [failure, ...nearest.flatMap(toLeaves)]
}

/** What would be allowed, where the keyword says it and the message does not. */
function toAllowed({ set }: SchemaNode, { keyword, documentUri, schemaPointer }: Failure): string {
  if (!['enum', 'const', 'pattern'].includes(keyword)) return ''
  const saying = set.node(documentUri, schemaPointer.slice(0, -keyword.length - 1))
  const allowed = writeJson(keywordOf(saying, keyword))
  return allowed.length > 300 ? '' : `: ${allowed}`
}

/** Keywords that tell variants apart: an alternative that fails by one of them fits worse than one that lacks properties. */
const variantKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'not', 'additionalProperties', 'type'])

function weightOf(failures: readonly Failure[]): number {
  const isOther = failures.some(
    ({ keyword, instancePointer }) => variantKeywords.has(keyword) && instancePointer.split('/').length <= 2,
  )
  return failures.length + (isOther ? 100 : 0)
}
