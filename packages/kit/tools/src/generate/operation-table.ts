import { parsePointer, writeJson } from '@contract-kit/json-schema/json'
import { toJson } from '../documents/bundle.ts'
import type { Json, JsonObject } from '../documents/json.ts'
import { readApi } from '../documents/read-api.ts'
import type { Digits } from '../documents/source-data.ts'

/** One row of the operation table. */
export interface OperationRow {
  /** `GET /pets/{pet-id}` if the operation has no operationId. */
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** As declared: `200`, `'4XX'`, `'default'`. */
  readonly statuses: readonly (number | string)[]
  /** The value of the access extension, if configured. */
  readonly access?: Json
  readonly tags: readonly Json[]
}

/** Every readable operation in document order; those of `additionalOperations` (OpenAPI 3.2) come last in their path. */
export function listOperations(document: JsonObject, accessExtension?: string): readonly OperationRow[] {
  return readApi(document).operations.map(({ id, method, path, pointer, responses, raw }) => {
    const access = accessExtension === undefined ? undefined : raw[accessExtension]
    const { tags } = raw
    return {
      operationId: id,
      method: parsePointer(pointer).at(-2) === 'additionalOperations' ? method : method.toLowerCase(),
      path,
      statuses: [...responses.keys()].map((status) => (/^\d+$/.test(status) ? Number(status) : status)),
      ...(access !== undefined && { access }),
      tags: Array.isArray(tags) ? tags : [],
    }
  })
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

/** A bundled document as a TypeScript module. Its type is loose, since a literal type would slow compilation. */
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
