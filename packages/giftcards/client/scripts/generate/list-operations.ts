import {
  type ContractDocument,
  type Method,
  methods,
  type OperationObject,
  type ParameterObject,
  resolve,
} from './contract-document.ts'

/** One operation of a document, with what its path shares with others. */
export interface ListedOperation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly operation: OperationObject
  readonly parameters: readonly ParameterObject[]
}

/** Every operation of a document, in document order. */
export function listOperations(document: ContractDocument): readonly ListedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        resolve(document, parameter),
      )
      return [{ id: operation.operationId, method, path, operation, parameters }]
    }),
  )
}
