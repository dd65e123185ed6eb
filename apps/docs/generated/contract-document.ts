import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What the site reads of an operation of the contract. */
export interface ContractOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
}

/** One operation with its place: `POST`, `/v3/carts`. */
export interface OperationPlace {
  readonly method: string
  readonly path: string
  readonly operation: ContractOperation
}

interface BundledDocument {
  readonly info: { readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch'])

/** A bundled document, as `npm run build -w openapi` leaves it. */
export function readContract(name: 'openapi' | 'sandbox'): BundledDocument {
  const file = fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.json`))
  const document: BundledDocument = JSON.parse(readFileSync(file, 'utf8'))
  return document
}

/** The operations of a document in its own order. */
export function listOperations(document: BundledDocument): readonly OperationPlace[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation: operation as ContractOperation,
      })),
  )
}
