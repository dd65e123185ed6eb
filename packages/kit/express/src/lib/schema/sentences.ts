import type { JsonObject } from './json-object.ts'

/** What a violated keyword asks for, as the end of a sentence that begins with the name of the value. */
export function toSentence(keyword: string, schema: JsonObject | boolean): string {
  if (typeof schema === 'boolean') return 'is not allowed'
  const operand = schema[keyword]
  return SENTENCES[keyword]?.(operand, schema) ?? 'is not valid'
}

const SENTENCES: Readonly<Record<string, (operand: unknown, schema: JsonObject) => string>> = {
  required: () => 'is required',
  dependentRequired: () => 'is required',
  type: (type) => `must be ${toList(toArray(type).map(nameType))}`,
  enum: (values) => {
    const names = toArray(values).map(String)
    return `must be ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}`
  },
  const: (value) => `must be ${String(value)}`,
  format: (format) => `must be a valid ${FORMAT_NAMES[String(format)] ?? String(format)}`,
  pattern: () => 'has an invalid format',
  minLength: (limit) =>
    limit === 1 ? 'must not be empty' : `must have at least ${toCount(limit, 'character')}`,
  maxLength: (limit) => `must have at most ${toCount(limit, 'character')}`,
  minimum: (limit) => `must be at least ${String(limit)}`,
  maximum: (limit) => `must be at most ${String(limit)}`,
  exclusiveMinimum: (limit) => `must be greater than ${String(limit)}`,
  exclusiveMaximum: (limit) => `must be less than ${String(limit)}`,
  multipleOf: (step) => `must be a multiple of ${String(step)}`,
  minItems: (limit) => `must have at least ${toCount(limit, 'item')}`,
  maxItems: (limit) => `must have at most ${toCount(limit, 'item')}`,
  uniqueItems: () => 'must not repeat an item',
  contains: () => 'lacks an item that must be in it',
  minProperties: (limit) => `must have at least ${toCount(limit, 'member')}`,
  maxProperties: (limit) => `must have at most ${toCount(limit, 'member')}`,
  propertyNames: () => 'has a member with an invalid name',
  additionalProperties: () => 'has a member that is not allowed',
  unevaluatedProperties: () => 'has a member that is not allowed',
  unevaluatedItems: () => 'has an item that is not allowed',
  readOnly: () => 'is read-only',
  not: () => 'combines members that cannot be sent together',
  oneOf: () => 'must match exactly one of the accepted shapes',
  anyOf: () => 'must match one of the accepted shapes',
  if: () => 'is not valid',
}

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  uri: 'URI',
  'uri-reference': 'URI',
  url: 'URL',
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
}

const nameType = (type: unknown): string => TYPE_NAMES[String(type)] ?? `a ${String(type)}`
const toCount = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`
const toList = (names: readonly string[]): string => names.join(' or ')
const toArray = (node: unknown): unknown[] => (Array.isArray(node) ? node : [node])
