import type { OperationPlace } from './contract-document.ts'
import { toMarkdownTable } from '@contract-kit/docs'

/** The operations as a Markdown table; `reference` is the address of the page that describes them. */
export function toOperationTable(operations: readonly OperationPlace[], reference: string): string {
  return toMarkdownTable(
    ['Operation', 'Request', 'Does'],
    operations.map(({ method, path, operation: { operationId, summary } }) => [
      `[\`${operationId}\`](${reference}#operation/${operationId})`,
      `\`${method} ${path}\``,
      summary,
    ]),
  )
}
