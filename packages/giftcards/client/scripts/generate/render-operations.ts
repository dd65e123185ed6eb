import {
  type ContractDocument,
  type ParameterObject,
  type Reference,
  resolve,
  type SchemaObject,
} from './contract-document.ts'
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
  for (const parameter of parameters) {
    const fault = findFault(document, parameter)
    if (fault !== undefined) throw new Error(`${listed.id}: ${parameter.name} ${fault}`)
  }
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const query = inQuery.map(({ name, schema }) => [name, readConstant(document, schema) ?? null])
  const schema = operation.requestBody?.content['application/json'].schema
  const body = schema === undefined ? null : constantsOf(document, schema)
  const row = [method.toUpperCase(), path, readRepeat(listed)]
  if (query.length > 0) return [...row, body, Object.fromEntries(query)]
  return body === null ? row : [...row, body]
}

/** What the client cannot write: it puts plain values into a path, and lists into a query as well, as `ids=1&ids=2`. */
function findFault(document: ContractDocument, parameter: ParameterObject): string | undefined {
  const { in: place, style, explode = true, schema } = parameter
  if (place !== 'path' && place !== 'query') return undefined
  const usualStyle = place === 'path' ? 'simple' : 'form'
  if (style !== undefined && style !== usualStyle) return `has the style ${style}`
  const { type } = resolve(document, schema)
  if (type === 'object' || (type === 'array' && place === 'path')) return `is an ${type} in a ${place}`
  return type === 'array' && !explode ? 'is an array that is not exploded' : undefined
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
