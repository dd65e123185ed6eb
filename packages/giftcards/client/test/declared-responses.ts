import { openapiDocument, type OperationId, operationTable } from '@giftcards/contract'

/** The declaration of one response, read from the document itself. */
export interface DeclaredResponse {
  readonly status: number
  /** Bodies by example name. */
  readonly examples: Readonly<Record<string, unknown>>
  /** By name in lower case. */
  readonly requiredHeaders: readonly string[]
}

interface DocumentPart {
  readonly $ref?: string
  readonly responses?: Readonly<Record<string, DocumentPart>>
  readonly headers?: Readonly<Record<string, DocumentPart>>
  readonly content?: Readonly<Record<string, { readonly examples: Readonly<Record<string, DocumentPart>> }>>
  readonly required?: boolean
  readonly value?: unknown
}

/** Every response that the contract declares for an operation. */
export function declaredResponses(operationId: OperationId): readonly DeclaredResponse[] {
  const { path, method } = operationTable[operationId]
  const operation = (openapiDocument.paths[path]?.[method] ?? {}) as DocumentPart
  return Object.entries(operation.responses ?? {}).map(([status, reference]) => {
    const { headers = {}, content = {} } = follow(reference)
    const examples = Object.entries(content['application/json']?.examples ?? {})
    return {
      status: Number(status),
      examples: Object.fromEntries(examples.map(([name, { value }]) => [name, value])),
      requiredHeaders: Object.keys(headers)
        .filter((name) => follow(headers[name] ?? {}).required === true)
        .map((name) => name.toLowerCase()),
    }
  })
}

function follow(part: DocumentPart): DocumentPart {
  return (part.$ref ?? '#')
    .split('/')
    .slice(1)
    .reduce<DocumentPart>(
      (found, key) => (found as Readonly<Record<string, DocumentPart>>)[key] ?? {},
      part.$ref === undefined ? part : (openapiDocument as unknown as DocumentPart),
    )
}

/** The message beside a status and a code in the error table of the contract; `undefined` if it has no such line. */
export function declaredErrorText(status: number, code: string | null): string | undefined {
  const lines = String(openapiDocument.info['description']).split('\n')
  const line = lines.find((text) => text.startsWith(`| ${status} | `) && text.includes(`\`${code}\``))
  return line?.split(' | ')[2]
}
