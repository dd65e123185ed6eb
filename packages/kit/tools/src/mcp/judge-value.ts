import { createJudge, type Direction, type Failure } from '@contract-kit/json-schema'
import { type Json, type JsonObject, nodeAt } from '../documents/json.ts'
import { textOf } from '../samples/sample-document.ts'

/** A violation list is read by an assistant, which fixes a few at a time. */
const maxProblems = 8

/**
 * What a value violates of a schema of the document, one clause each: `body/cards/0/quantity is less than 1`. A schema that
 * cannot be judged, because a reference leads nowhere, accepts every value.
 */
export function judgeValue(
  document: JsonObject,
  schema: Json | undefined,
  value: Json,
  place: string,
  direction: Direction,
): readonly string[] {
  if (schema === undefined) return []
  const dialect = textOf(document, 'openapi').startsWith('3.0') ? 'openapi-3.0' : '2020-12'
  try {
    // The schema stands alone beside the components that it refers to.
    const judged = { ...document, 'x-judged': schema }
    const judge = createJudge(judged, { dialect, pointer: '/x-judged', direction })
    return judge(value)
      .flatMap(toLeaves)
      .slice(0, maxProblems)
      .map((failure) => `${place}${failure.instancePointer} ${failure.message}${toAllowed(judged, failure)}`)
  } catch {
    return []
  }
}

/** The failures of the alternative that fits best, after the failure of all alternatives itself. */
function toLeaves(failure: Failure): readonly Failure[] {
  const [nearest] = failure.branches.toSorted((one, other) => weightOf(one) - weightOf(other))
  return nearest === undefined ? [failure] : [failure, ...nearest.flatMap(toLeaves)]
}

/** What would be allowed, where the keyword says it and the message does not. */
function toAllowed(document: JsonObject, { keyword, schemaPointer }: Failure): string {
  if (!['enum', 'const', 'pattern'].includes(keyword)) return ''
  const allowed = JSON.stringify(nodeAt(document, schemaPointer))
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
