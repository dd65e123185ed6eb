import { type ApiLink, findResponse } from '@contract-kit/openapi/open'
import { isObject, toText } from '../../../src/openapi/json.ts'
import type { Operation } from '../../../src/openapi/operations.ts'
import { type ExpressionSource, isExpression, readExpression } from './expressions.ts'

/** A request that a response links to. */
export interface NextStep {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Values by parameter name. */
  readonly values: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Returns the requests that the document links from a response. Skips links whose values are missing in the response. */
export function findNextSteps(
  operations: readonly Operation[],
  operation: Operation,
  source: ExpressionSource,
): readonly NextStep[] {
  const links = findResponse(operation, source.status)?.links ?? []
  return links.flatMap((link) => {
    const target = operations.find(({ linkedAs }) => linkedAs === link.operationId)
    const values = Object.entries(link.parameters).map(
      ([name, value]) => [name, resolve(value, source)] as const,
    )
    if (target === undefined || values.some(([, value]) => value === undefined)) return []
    return [
      {
        operationId: target.id,
        summary: target.summary,
        description: link.description,
        // A link may include the location of a parameter: `path.shipId`.
        values: Object.fromEntries(
          values.map(([name, value]) => [name.replace(/^(?:path|query|header)\./, ''), toText(value)]),
        ),
        ...fillBody(link, source),
      },
    ]
  })
}

const resolve = (value: unknown, source: ExpressionSource): unknown =>
  isExpression(value) ? readExpression(value, source)[0] : value

function fillBody({ requestBody }: ApiLink, source: ExpressionSource): { readonly body?: unknown } {
  if (!isObject(requestBody)) return {}
  const members = Object.entries(requestBody).map(([name, value]) => [name, resolve(value, source)])
  return { body: Object.fromEntries(members) }
}
