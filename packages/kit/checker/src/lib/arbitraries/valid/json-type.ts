import type { Json } from '../../schema/json.ts'

/** The six kinds of JSON value; `integer` is a number without a fraction. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** All types, simplest first: the order in which values are looked for and shrink. */
export const jsonTypes: readonly JsonType[] = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** A set of types as bits, in the order of {@link jsonTypes}. */
export type TypeMask = number

/** The mask of every type. */
export const allTypes: TypeMask = 0b111111

/** The mask of one type, as the keyword `type` names it; an unknown name stands for none. */
export const maskOf = (name: Json): TypeMask => {
  const index = jsonTypes.indexOf(name === 'integer' ? 'number' : (name as JsonType))
  return index === -1 ? 0 : 1 << index
}

/** The type of a value. */
export const typeOf = (value: Json): JsonType =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : (typeof value as 'boolean' | 'number' | 'string' | 'object')

/** The types in a mask, simplest first. */
export const typesIn = (mask: TypeMask): readonly JsonType[] =>
  jsonTypes.filter((_, index) => (mask & (1 << index)) !== 0)
