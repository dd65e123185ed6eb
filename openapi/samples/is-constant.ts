import { type ApiDocument, dereference, type SchemaObject } from './api-document.ts'

/** Whether a schema allows one value only, so that a program need not say it. */
export function isConstant(document: ApiDocument, schema: SchemaObject): boolean {
  const { const: constant, enum: choices } = dereference(document, schema)
  return constant !== undefined || choices?.length === 1
}
