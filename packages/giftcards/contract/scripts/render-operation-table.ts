import type { OperationRow } from './read-operations.ts'

/** The operation table as a TypeScript module. */
export function renderOperationTable(rows: readonly OperationRow[]): string {
  const entries = rows.map((row) => `  ${row.operationId}: ${JSON.stringify(row)},`)
  return [
    '/** Every operation of the document by its operationId: method, path template, declared statuses, who may call it. */',
    'export const operationTable = {',
    ...entries,
    '} as const',
    '',
  ].join('\n')
}
