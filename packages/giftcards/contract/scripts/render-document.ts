import type { OpenApiDocument } from './read-operations.ts'

/** The bundled document as a TypeScript module; typed loosely, because its literal type would slow every compile. */
export function renderDocument(document: OpenApiDocument): string {
  return [
    "import type { OpenApiDocument } from '../lib/open-api-document.ts'",
    '',
    '/** The bundled OpenAPI document as data. */',
    `export const openapiDocument: OpenApiDocument = ${JSON.stringify(document, null, 2)}`,
    '',
  ].join('\n')
}
