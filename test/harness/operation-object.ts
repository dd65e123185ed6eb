import { openapiDocument, type OperationId, operationTable } from '@giftcards/contract'

/** The part of an operation's object in the contract that tests ask about. */
export interface OperationObject {
  readonly requestBody?: object
  readonly security?: readonly object[]
}

/** The operation as the contract's document has it. */
export function operationObject(operationId: OperationId): OperationObject {
  const { method, path } = operationTable[operationId]
  const operation = openapiDocument.paths[path]?.[method] as OperationObject | undefined
  if (operation === undefined) throw new Error(`The document has no operation ${operationId}`)
  return operation
}
