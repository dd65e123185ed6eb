import { isJsonObject, toList, toText } from '../json-object.ts'

const typeNames: Readonly<Record<string, string>> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
}

/** How a value differs from the type of a schema, as the end of a sentence; empty where it does not. */
export function findWrongType(type: unknown, value: unknown): string {
  const types = typeof type === 'string' ? [type] : toList(type).map(toText)
  if (types.length === 0 || types.some((one) => isOfType(one, value))) return ''
  return `must be ${types.map((one) => typeNames[one] ?? `a ${one}`).join(' or ')}`
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  if (type === 'null') return value === null
  return typeof value === type
}
