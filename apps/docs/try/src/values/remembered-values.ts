import { toText } from '../json-object.ts'
import type { Operation } from '../contract/operation.ts'
import { readExpression } from './read-expression.ts'

/** Identifiers found in answers, by the identity of the field they fit, the newest first. */
export type RememberedValues = Readonly<Record<string, readonly string[]>>

const mostKept = 20

/** What was remembered, and the identifiers of one more answer: the contract's links tell where they are. */
export function rememberValues(
  remembered: RememberedValues,
  operations: readonly Operation[],
  operation: Operation,
  answer: { readonly status: number; readonly body: unknown },
): RememberedValues {
  const links = operation.answers.get(String(answer.status))?.links ?? []
  const found = links.flatMap((link) => {
    const target = operations.find(({ id }) => id === link.operationId)
    return Object.entries(link.parameters).flatMap(([name, expression]) => {
      const identity = target?.fields.find((field) => field.name === name)?.identity
      const values = readExpression(expression, answer.body).map(toText)
      return identity === undefined ? [] : [{ identity, values }]
    })
  })
  return found.reduce<RememberedValues>(
    (all, { identity, values }) => ({
      ...all,
      [identity]: [...new Set([...values, ...(all[identity] ?? [])])].slice(0, mostKept),
    }),
    remembered,
  )
}
