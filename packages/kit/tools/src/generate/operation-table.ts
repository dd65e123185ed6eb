import { writeJson } from '@contract-kit/json-schema/json'
import { toJson } from '../documents/bundle.ts'
import { isObject, type Json, type JsonObject, nodeAt, toObject } from '../documents/json.ts'
import type { Digits } from '../documents/source-data.ts'

/** One row of the operation table. */
export interface OperationRow {
  /** `GET /pets/{pet-id}` if the operation has no operationId. */
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** As declared: `200`, `'4XX'`, `'default'`. */
  readonly statuses: readonly (number | string)[]
  /** The value of the access extension, where the configuration names one. */
  readonly access?: Json
  readonly tags: readonly Json[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** Every operation of a bundled document, in document order, those of `additionalOperations` (OpenAPI 3.2) last. */
export function listOperations(document: JsonObject, accessExtension?: string): readonly OperationRow[] {
  return Object.entries(toObject(document['paths'])).flatMap(([path, declared]) => {
    const item = follow(document, declared)
    const additional = Object.entries(toObject(item['additionalOperations']))
    return [...methods.map((method) => [method, item[method]] as const), ...additional].flatMap(
      ([method, operation]) => (isObject(operation) ? [toRow(path, method, operation, accessExtension)] : []),
    )
  })
}

function follow(document: JsonObject, node: Json): JsonObject {
  const { $ref } = toObject(node)
  return toObject(typeof $ref === 'string' ? nodeAt(document, $ref) : node)
}

function toRow(
  path: string,
  method: string,
  operation: JsonObject,
  accessExtension: string | undefined,
): OperationRow {
  const { operationId, tags, responses } = operation
  const access = accessExtension === undefined ? undefined : operation[accessExtension]
  return {
    operationId: typeof operationId === 'string' ? operationId : `${method.toUpperCase()} ${path}`,
    method,
    path,
    statuses: Object.keys(toObject(responses))
      .filter((status) => !status.startsWith('x-'))
      .map((status) => (/^\d+$/.test(status) ? Number(status) : status)),
    ...(access !== undefined && { access }),
    tags: Array.isArray(tags) ? tags : [],
  }
}

/** The operation table as a TypeScript module. */
export function renderOperationTable(rows: readonly OperationRow[]): string {
  const entries = rows.map((row) => `  ${toKey(row.operationId)}: ${writeJson(row)},`)
  return [
    '/** Every operation of the document by its operationId: method, path template, declared statuses, tags. */',
    'export const operationTable = {',
    ...entries,
    '} as const',
    '',
  ].join('\n')
}

function toKey(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name)
}

/** A bundled document as a TypeScript module. Its literal type would slow every compilation, so it has a loose one. */
export function renderDocument(document: JsonObject, digits?: Digits): string {
  // A document of webhooks alone has no paths.
  const paths = document['paths'] === undefined ? 'paths?' : 'paths'
  return `/** A bundled OpenAPI document: one JSON value, without references to files. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; [field: string]: unknown }
  ${paths}: Record<string, Record<string, unknown>>
  components?: Record<string, Record<string, unknown>>
  [field: string]: unknown
}

/** The bundled OpenAPI document as data. */
export const openapiDocument: OpenApiDocument = ${toJson(document, digits)}`
}
