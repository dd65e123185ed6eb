import type { OperationId } from '@giftcards/contract'
import type { ExampleAnswer } from './contract-examples-shape.ts'
import type { ExampleName } from './fake-answer.ts'
import { contractExamples, type ExampleStatuses } from './generated/contract-examples.ts'

/** One response example of the contract: status, the headers that status requires (lower-case names), and body. */
export type ContractExample<Id extends OperationId, Name extends ExampleName<Id>> = ExampleAnswer<
  Id,
  ExampleStatuses[Id][Name]
>

/** A copy of an example, typed by its status: the start of a variant, or what a test compares with. */
export function getContractExample<Id extends OperationId, Name extends ExampleName<Id>>(
  operationId: Id,
  name: Name,
): ContractExample<Id, Name> {
  return structuredClone(contractExamples[operationId].examples[name])
}
