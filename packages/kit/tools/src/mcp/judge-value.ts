import { type Json, writeJson } from '@contract-kit/json-schema/json'
import {
  type Direction,
  evaluate,
  type Failure,
  keywordOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'

/** The most violations in a list, since an assistant fixes a few at a time. */
const maxProblems = 8

/** The violations of a schema by a value, one clause each: `body/cards/0/quantity is less than 1`. */
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

/** The failure of a union, followed by those of its best alternative. */
function toLeaves(failure: Failure): readonly Failure[] {
  const [nearest] = failure.branches.toSorted((one, other) => weightOf(one) - weightOf(other))
  return nearest === undefined ? [failure] : [failure, ...nearest.flatMap(toLeaves)]
}

/** The allowed values, if the keyword lists them and the message does not. */
function toAllowed({ set }: SchemaNode, { keyword, documentUri, schemaPointer }: Failure): string {
  if (!['enum', 'const', 'pattern'].includes(keyword)) return ''
  const saying = set.node(documentUri, schemaPointer.slice(0, -keyword.length - 1))
  const allowed = writeJson(keywordOf(saying, keyword))
  return allowed.length > 300 ? '' : `: ${allowed}`
}

/** Keywords that distinguish variants: an alternative that fails one of them ranks below one with missing properties. */
const variantKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'not', 'additionalProperties', 'type'])

function weightOf(failures: readonly Failure[]): number {
  const isOther = failures.some(
    ({ keyword, instancePointer }) => variantKeywords.has(keyword) && instancePointer.split('/').length <= 2,
  )
  return failures.length + (isOther ? 100 : 0)
}
