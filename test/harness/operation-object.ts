import { openapiDocument, type OperationId, operationTable } from '@giftcards/contract'

/** The parts of an operation object of the contract that tests use. */
export interface OperationObject {
  readonly requestBody?: object
  readonly security?: readonly object[]
}

/** Returns the operation object from the document of the contract. */
export function operationObject(operationId: OperationId): OperationObject {
  const { method, path } = operationTable[operationId]
  const operation = openapiDocument.paths[path]?.[method] as OperationObject | undefined
  if (operation === undefined) throw new Error(`The document has no operation ${operationId}`)
  return operation
}
