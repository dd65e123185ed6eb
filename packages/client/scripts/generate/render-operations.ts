import { type ContractDocument, type Reference, resolve, type SchemaObject } from './contract-document.ts'
import { type ListedOperation, listOperations } from './list-operations.ts'
import { readConstant } from './read-constant.ts'
import { readRepeat } from './read-repeat.ts'

/** The operation table that the client carries at run time: what a request is made of, and whether it may be repeated. */
export function renderOperations(document: ContractDocument): string {
  const rows = listOperations(document).map(
    (listed) => `  ${listed.id}: ${JSON.stringify(toRow(document, listed))},`,
  )
  return [
    "import type { OperationRow } from '../lib/operation-row.ts'",
    '',
    '/** Every operation by its operationId: method, path template, where the names of an input go. */',
    'export const operationRows = {',
    ...rows,
    '} as const satisfies Readonly<Record<string, OperationRow>>',
    '',
  ].join('\n')
}

function toRow(document: ContractDocument, listed: ListedOperation): readonly unknown[] {
  const { method, path, operation, parameters } = listed
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  for (const { name, schema } of inQuery) {
    const { type = 'string' } = resolve(document, schema)
    // Lists and objects are written in another way into a query than into a path, whose serializer the client has.
    if (type === 'array' || type === 'object')
      throw new Error(`${listed.id}: ${name} is an ${type} in a query`)
  }
  const query = inQuery.map(({ name, schema }) => [name, readConstant(document, schema) ?? null])
  const schema = operation.requestBody?.content['application/json'].schema
  const body = schema === undefined ? null : constantsOf(document, schema)
  const row = [method.toUpperCase(), path, readRepeat(listed)]
  if (query.length > 0) return [...row, body, Object.fromEntries(query)]
  return body === null ? row : [...row, body]
}

function constantsOf(
  document: ContractDocument,
  schema: SchemaObject | Reference,
): Readonly<Record<string, unknown>> {
  const properties = Object.entries(resolve(document, schema).properties ?? {})
  return Object.fromEntries(
    properties.flatMap(([name, property]) => {
      const constant = readConstant(document, property)
      return constant === undefined ? [] : [[name, constant]]
    }),
  )
}
