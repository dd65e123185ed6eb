import { openapiDocument, type OperationId } from '@giftcards/contract'
import type { Field, Operation } from './operation.ts'
import { readOperations } from './read-operations.ts'

/** The operations of the real contract. */
export const operations: readonly Operation[] = readOperations(openapiDocument)

/** One of them. */
export function operationNamed(id: OperationId): Operation {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`No operation ${id}`)
  return found
}

/** A field of one of them. */
export function fieldNamed(id: OperationId, name: string): Field {
  const found = operationNamed(id).fields.find((field) => field.name === name)
  if (found === undefined) throw new Error(`No field ${name}`)
  return found
}

/** A body of the contract's examples. */
export function requestExample(id: OperationId, name: string): unknown {
  return operationNamed(id).body?.examples.find((example) => example.name === name)?.value
}

/** An answer of the contract's examples. */
export function answerExample(id: OperationId, status: number, name: string): unknown {
  const answer = operationNamed(id).answers.get(String(status))
  return answer?.examples.find((example) => example.name === name)?.value
}
