import { isExpression } from '../values/read-expression.ts'
import type { Field, Operation } from './operation.ts'

/** The operations whose answers hold the value of an operation's field, by the contract's links. */
export function findProducers(
  operations: readonly Operation[],
  operation: Operation,
  field: Field,
): readonly Operation[] {
  return operations.filter(({ answers }) =>
    Array.from(answers.values())
      .flatMap(({ links }) => links)
      .some((link) => link.operationId === operation.id && isExpression(link.parameters[field.name])),
  )
}
