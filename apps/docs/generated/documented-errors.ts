import { type ContractResponse, type OperationPlace } from './contract-document.ts'

/** One way in which the service refuses, with everything that the contract says of it. */
export interface DocumentedError {
  readonly status: number
  /** `x-error-code`. */
  readonly code: string
  /** The text of the message; several texts are possible where the code is `validation_error`. */
  readonly message: string
  /** When it is answered, in a few words. */
  readonly summary: string
  /** The operations that answer so. */
  readonly operationIds: readonly string[]
}

/** Every status and code that the operations declare, once, by status and then in the order of the contract. */
export function listDocumentedErrors(operations: readonly OperationPlace[]): readonly DocumentedError[] {
  const found = new Map<string, DocumentedError>()
  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const error of errorsOf(Number(status), response)) {
        const key = `${error.status} ${error.code}`
        const known = found.get(key) ?? error
        found.set(key, { ...known, operationIds: [...known.operationIds, operation.operationId] })
      }
    }
  }
  return [...found.values()].toSorted((left, right) => left.status - right.status)
}

function errorsOf(status: number, response: ContractResponse): readonly DocumentedError[] {
  if (status < 400) return []
  const examples = Object.entries(response.content?.['application/json'].examples ?? {})
  const only = examples.length === 1 ? response.headers?.['x-error-code']?.example : undefined
  return examples.map(([name, { summary = '', value }]) => ({
    status,
    // Examples of errors are named by their code, but for the two faces of internal_error.
    code: only ?? name,
    message: value.message?.join(' · ') ?? '',
    summary,
    operationIds: [],
  }))
}
