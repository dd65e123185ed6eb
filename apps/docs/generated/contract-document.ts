import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What the site reads of an operation of the contract. */
export interface ContractOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, ContractResponse>>
}

/** What the site reads of an answer of the contract. */
export interface ContractResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly example?: string }>>
  readonly content?: {
    readonly 'application/json': {
      readonly examples?: Readonly<
        Record<
          string,
          { readonly summary?: string; readonly value: { readonly message?: readonly string[] } }
        >
      >
    }
  }
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
  readonly components: { readonly responses: Readonly<Record<string, ContractResponse>> }
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch'])

/** A bundled document, as `npm run build -w openapi` leaves it. */
export function readContract(name: 'openapi' | 'sandbox'): BundledDocument {
  const file = fileURLToPath(import.meta.resolve(`@giftcards/openapi/dist/${name}.json`))
  const document: BundledDocument = JSON.parse(readFileSync(file, 'utf8'))
  return document
}

/** The operations of a document in its own order, the references of their responses followed. */
export function listOperations(document: BundledDocument): readonly OperationPlace[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, value]) => {
        const operation = value as ContractOperation
        const responses = Object.entries(operation.responses).map(
          ([status, response]) => [status, followReference(document, response)] as const,
        )
        return {
          method: method.toUpperCase(),
          path,
          operation: { ...operation, responses: Object.fromEntries(responses) },
        }
      }),
  )
}

function followReference(
  document: BundledDocument,
  response: ContractResponse | { readonly $ref: string },
): ContractResponse {
  if (!('$ref' in response)) return response
  const name = response.$ref.replace('#/components/responses/', '')
  const found = document.components.responses[name]
  if (found === undefined) throw new Error(`The document has no response ${name}`)
  return found
}
