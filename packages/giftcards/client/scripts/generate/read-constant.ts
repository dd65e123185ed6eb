import { type ContractDocument, type Reference, resolve, type SchemaObject } from './contract-document.ts'

/** The one value a schema allows; `undefined` where it allows more than one. */
export function readConstant(document: ContractDocument, schema: SchemaObject | Reference): unknown {
  const { const: constant, enum: values } = resolve(document, schema)
  return constant ?? (values?.length === 1 ? values[0] : undefined)
}
