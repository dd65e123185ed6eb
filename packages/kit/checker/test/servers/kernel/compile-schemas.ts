import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { formats } from './formats.ts'
import type { Part } from './part.ts'
import { toJsonSchema, toSharedSchemas, type Direction } from './to-json-schema.ts'

/** Gives what is wrong with a value by a schema of a document; an empty list means that it is valid. */
export const compileSchemas = (
  document: Part,
  direction: Direction,
): ((schema: unknown, value: unknown) => string[]) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, multipleOfPrecision: 7 })
  addFormats.default(ajv)
  // Stricter than those of the package: no space between day and time.
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
  ajv.addSchema({ components: { schemas: toSharedSchemas(document, direction) } }, 'document')
  const compiled = new Map<unknown, ValidateFunction>()
  const compile = (schema: unknown): ValidateFunction => {
    const local = JSON.stringify(toJsonSchema(document, schema, direction)).replaceAll('"#/', '"document#/')
    const validate = ajv.compile(JSON.parse(local) as object)
    compiled.set(schema, validate)
    return validate
  }
  return (schema, value) => {
    const validate = compiled.get(schema) ?? compile(schema)
    return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`)
  }
}
