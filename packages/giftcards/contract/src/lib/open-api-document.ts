/** A bundled OpenAPI 3.1 document: one self-contained JSON value, without references to files. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; [field: string]: unknown }
  paths: Record<string, Record<string, unknown>>
  components?: Record<string, Record<string, unknown>>
  [field: string]: unknown
}
