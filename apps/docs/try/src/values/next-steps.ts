import { isJsonObject, toText } from '../json-object.ts'
import type { Link, Operation } from '../contract/operation.ts'
import { isExpression, readExpression } from './read-expression.ts'

/** A request that an answer leads to. */
export interface NextStep {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** By the name of the parameter. */
  readonly values: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Where the contract's links lead from an answer; a link whose values the answer lacks leads nowhere. */
export function findNextSteps(
  operations: readonly Operation[],
  operation: Operation,
  answer: { readonly status: number; readonly body: unknown },
): readonly NextStep[] {
  const links = operation.answers.get(String(answer.status))?.links ?? []
  return links.flatMap((link) => {
    const target = operations.find(({ id }) => id === link.operationId)
    const values = Object.entries(link.parameters).map(([name, value]) => [name, resolve(value, answer.body)])
    if (target === undefined || values.some(([, value]) => value === undefined)) return []
    return [
      {
        operationId: target.id,
        summary: target.summary,
        description: link.description,
        values: Object.fromEntries(values.map(([name, value]) => [name, toText(value)])),
        ...fillBody(link, answer.body),
      },
    ]
  })
}

const resolve = (value: unknown, body: unknown): unknown =>
  isExpression(value) ? readExpression(value, body)[0] : value

function fillBody({ requestBody }: Link, body: unknown): { readonly body?: unknown } {
  if (!isJsonObject(requestBody)) return {}
  return {
    body: Object.fromEntries(
      Object.entries(requestBody).map(([name, value]) => [name, resolve(value, body)]),
    ),
  }
}
