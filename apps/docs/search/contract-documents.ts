import type { DocumentedError } from '../generated/documented-errors.ts'
import type { OperationPlace } from '../site/contract-document.ts'
import { toHeadingId } from '../site/heading-id.ts'
import type { SearchDocument } from './search-options.ts'

/** `applyCoupon` is also found by its single words. */
const wordsOf = (operationId: string): string => operationId.replaceAll(/(?=[A-Z])/g, ' ')

/** The operations as search finds them, on the page that describes them. */
export function toOperationDocuments(
  operations: readonly OperationPlace[],
  reference: string,
): readonly SearchDocument[] {
  return operations.map(({ method, path, operation: { operationId, summary, description } }) => ({
    href: `${reference}#operation/${operationId}`,
    kind: 'Operation',
    title: operationId,
    keywords: `${wordsOf(operationId)} ${path} ${description}`,
    text: `${summary}: ${method} ${path}`,
  }))
}

/** The error codes as search finds them, in the tables of the errors guide. */
export function toErrorDocuments(errors: readonly DocumentedError[]): readonly SearchDocument[] {
  return errors.map(({ status, code, message, summary }) => ({
    href: `guides/errors.html#${toHeadingId(`${status} ${code}`)}`,
    kind: 'Error code',
    title: code,
    keywords: String(status),
    text: `${status} ${code === 'validation_error' ? '' : message}: ${summary}`,
  }))
}
