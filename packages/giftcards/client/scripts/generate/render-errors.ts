import { type ContractDocument, resolve } from './contract-document.ts'
import { type ListedOperation, listOperations } from './list-operations.ts'
import { type ErrorRow, readErrorTable } from './read-error-table.ts'

/** The errors of the contract as types, and the one message that the client has to know. */
export function renderErrors(document: ContractDocument): string {
  const table = readErrorTable(document)
  const codes = [...new Set(table.flatMap((row) => row.codes))].toSorted()
  const refused = table.find((row) => row.codes.includes('token_expired'))
  if (refused === undefined) throw new Error('The error table does not say what becomes of an expired token')
  return [
    '/** Every error code of the contract, with the statuses it comes with. */',
    'export interface PartnerErrors {',
    ...codes.map((code) => `  ${code}: ${statusesOf(table, code).join(' | ')}`),
    '}',
    '',
    '/** The codes with which an operation may be refused, by status. */',
    'export interface OperationErrors {',
    ...listOperations(document).flatMap((listed) => [
      `  ${listed.id}: {`,
      ...codesOf(document, table, listed).map(
        ([status, of]) => `    ${status}: ${of.map(quote).join(' | ')}`,
      ),
      '  }',
    ]),
    '}',
    '',
    '/** The message with which a token that is missing, expired or unknown is refused (section 5). */',
    `export const tokenRefusal = '${refused.message}'`,
    '',
  ].join('\n')
}

const quote = (code: string): string => `'${code}'`

function statusesOf(table: readonly ErrorRow[], code: string): readonly number[] {
  return [...new Set(table.filter((row) => row.codes.includes(code)).map(({ status }) => status))]
}

/** An example is named after its code; where it is not, the header of the response shows the code. */
function codesOf(document: ContractDocument, table: readonly ErrorRow[], { id, operation }: ListedOperation) {
  return Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, reference]): readonly [string, readonly string[]] => {
      const known = table.filter((row) => row.status === Number(status)).flatMap((row) => row.codes)
      const { content, headers = {} } = resolve(document, reference)
      const names = Object.keys(content?.['application/json'].examples ?? {})
      const header = headers['x-error-code']
      const shown = header === undefined ? undefined : resolve(document, header).example
      const codes = [...new Set([...names, shown])].filter((code) => known.some((one) => one === code))
      if (codes.length === 0) throw new Error(`${id} does not show a code of its ${status}`)
      return [status, codes.map(String)]
    })
}
