import { findProblems } from '../contract/find-problems.ts'
import type { Operation } from '../contract/operation.ts'
import type { FormField } from '../request/form-fields.ts'
import { findJsonError } from '../request/find-json-error.ts'

/** Why the service will refuse a body, one sentence per problem; none where the contract allows it. */
export function findBodyProblems(
  document: unknown,
  operation: Operation,
  body: string | undefined,
): readonly string[] {
  if (operation.body === undefined || body === undefined) return []
  const offset = findJsonError(body)
  if (offset !== undefined) {
    return [`Request body is not valid JSON: see line ${body.slice(0, offset).split('\n').length}`]
  }
  return findProblems(document, operation.body.schema, JSON.parse(body))
}

/** Why the service will refuse the value of a field; `undefined` where the contract allows it. */
export function findFieldProblem(document: unknown, field: FormField, value: string): string | undefined {
  if (value.trim() === '') return field.required ? `${field.name} is required` : undefined
  const type = field.schema['type']
  const isNumber = (type === 'integer' || type === 'number') && Number.isFinite(Number(value))
  return findProblems(document, field.schema, isNumber ? Number(value) : value.trim(), field.name)[0]
}
