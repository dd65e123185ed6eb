import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenApiDocument } from './read-operations.ts'

/**
 * The document's types as a TypeScript module, with one alias per schema (`Cart`, `Order`).
 * A property with a default stays optional: a request may leave it out.
 */
export async function renderTypes(document: OpenApiDocument): Promise<string> {
  const ast = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  })
  return astToString(ast)
}
