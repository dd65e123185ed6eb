import { matchesType } from './matches-type.ts'

/**
 * True when a value breaks one keyword of a schema, or when that cannot be told cheaply. It sorts the findings of the
 * validator by branch and judges nothing by itself.
 */
export function violates(keyword: string, operand: unknown, value: unknown): boolean {
  return CHECKS[keyword]?.(operand, value) ?? true
}

const CHECKS: Readonly<Record<string, (operand: unknown, value: unknown) => boolean>> = {
  type: (type, value) => !matchesType(value, type),
  const: (constant, value) => constant !== value || typeof value === 'object',
  enum: (values, value) => !Array.isArray(values) || !values.includes(value),
  minimum: (limit, value) => Number(value) < Number(limit),
  maximum: (limit, value) => Number(value) > Number(limit),
  exclusiveMinimum: (limit, value) => Number(value) <= Number(limit),
  exclusiveMaximum: (limit, value) => Number(value) >= Number(limit),
  minLength: (limit, value) => lengthOf(value) < Number(limit),
  maxLength: (limit, value) => lengthOf(value) > Number(limit),
  minItems: (limit, value) => Array.isArray(value) && value.length < Number(limit),
  maxItems: (limit, value) => Array.isArray(value) && value.length > Number(limit),
  pattern: (pattern, value) => typeof value === 'string' && !new RegExp(String(pattern), 'u').test(value),
}

/** In characters, as JSON Schema counts: not in UTF-16 units. */
const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? Array.from(value).length : Number.NaN
