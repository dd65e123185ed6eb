import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { formats } from '../kernel/formats.ts'
import type { Part } from '../kernel/part.ts'

/** One broken statement: where in the value, and why. */
export interface Violation {
  readonly pointer: string
  readonly message: string
}

/** Validates a value by the schema at a JSON Pointer of the document; an empty list means valid. */
export type Validate = (schemaPointer: string, value: unknown) => readonly Violation[]

const toViolation = ({ instancePath, message }: ErrorObject): Violation => ({
  pointer: instancePath,
  message: message ?? 'is not valid',
})

// A client need not send what the server sets: read-only properties are not required of requests (OpenAPI 3.1, 4.8.24).
const withoutReadOnly = (document: Part, part: unknown): unknown => {
  if (Array.isArray(part)) return part.map((item) => withoutReadOnly(document, item))
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, item]) => [name, withoutReadOnly(document, item)]),
  )
  const { required, properties } = part as Part
  if (Array.isArray(required) && typeof properties === 'object')
    copy.required = required.filter((name: string) => !isReadOnly(document, properties[name]))
  return copy
}

/** Whether the server alone sets a property. */
export const isReadOnly = (document: Part, property: Part | undefined): boolean => {
  const target = property?.$ref?.startsWith('#/components/schemas/')
    ? document.components?.schemas?.[property.$ref.slice('#/components/schemas/'.length)]
    : property
  return (target?.readOnly as unknown) === true
}

/** Compiles the schemas of requests, each when it is first needed. */
export const compileValidators = (document: Part): Validate => {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    multipleOfPrecision: 7,
    formats,
  })
  ajv.addSchema(withoutReadOnly(document, document) as object, 'library')
  return (schemaPointer, value) => {
    const validate = ajv.getSchema(`library#${encodeURI(schemaPointer)}`)
    if (validate === undefined) throw new Error(`There is no schema at ${schemaPointer}.`)
    return validate(value) === true ? [] : (validate.errors ?? []).map(toViolation)
  }
}
