import type { ServerRequest } from '../kernel/server-request.ts'
import type { Validate, Violation } from './compile-validators.ts'
import { decodeParameter, UnreadableParameterError, type Freedom } from './decode-parameters.ts'
import type { Input } from './handler.ts'
import type { Operation, Parameter } from './operations.ts'

type Values = Pick<Input, 'path' | 'query' | 'header' | 'cookie'>

const readOne = (
  parameter: Parameter,
  request: ServerRequest,
  params: Readonly<Record<string, string>>,
  validate: Validate,
  freedom: Freedom,
): { readonly value: unknown; readonly violations: readonly Violation[] } => {
  const at = `${parameter.in}/${parameter.name}`
  try {
    const value = decodeParameter(parameter, request, params, freedom)
    if (value !== undefined) {
      const violations = validate(parameter.schemaPointer, value)
      return {
        value,
        violations: violations.map(({ pointer, message }) => ({ pointer: at + pointer, message })),
      }
    }
    const violations = parameter.required ? [{ pointer: at, message: 'is needed' }] : []
    return { value: parameter.schema.default, violations }
  } catch (error) {
    if (!(error instanceof UnreadableParameterError)) throw error
    return { value: undefined, violations: [{ pointer: at, message: error.message }] }
  }
}

/** Reads all parameters of an operation, with their defaults, and what is wrong with them. */
export const readParameters = (
  operation: Operation,
  request: ServerRequest,
  params: Readonly<Record<string, string>>,
  validate: Validate,
  freedom: Freedom,
): { readonly values: Values; readonly violations: readonly Violation[] } => {
  const values = { path: {}, query: {}, header: {}, cookie: {} } as Record<string, Record<string, unknown>>
  const violations: Violation[] = []
  for (const parameter of operation.parameters) {
    const read = readOne(parameter, request, params, validate, freedom)
    violations.push(...read.violations)
    if (read.value !== undefined) (values[parameter.in] ??= {})[parameter.name] = read.value
  }
  return { values: values as unknown as Values, violations }
}
