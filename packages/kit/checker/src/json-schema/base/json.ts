/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** A JSON object; only own enumerable properties count. */
export interface JsonObject {
  [key: string]: Json
}

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The own property of an object, never one of its prototype: `toString` is as absent as any other name. What is no
 * object has no properties.
 */
export const own = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

const escapeToken = (token: string | number): string | number =>
  // Hardly any token has anything to escape.
  typeof token === 'number' || !/[~/]/.test(token) ? token : token.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** Adds reference tokens to a JSON Pointer (RFC 6901): `appendTokens('/a', 'b/c', 0)` is `/a/b~1c/0`. */
export const appendTokens = (pointer: string, ...tokens: readonly (string | number)[]): string =>
  tokens.reduce<string>((all, token) => `${all}/${escapeToken(token)}`, pointer)

/** The reference tokens of a JSON Pointer, unescaped. */
export const parsePointer = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeToken)

/** The value a JSON Pointer leads to, or undefined where there is none. */
export const findAt = (root: Json, pointer: string): Json | undefined => {
  let value: Json | undefined = root
  for (const token of parsePointer(pointer)) {
    if (!Array.isArray(value)) value = own(value, token)
    else value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
    if (value === undefined) return undefined
  }
  return value
}

/** Whether two JSON values are equal: 1 and 1.0 are, the order of properties is nothing (2020-12 Core, 4.2.2). */
export const equalJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => equalJson(item, right[at]))
    )
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => Object.hasOwn(right, name) && equalJson(left[name], right[name]))
}

/** One text for each JSON value, the same for equal values and different for others. */
export const toCanonicalText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${toCanonicalText(value[name])}`)
  return `{${members.join(',')}}`
}

/** The JSON type of a value, as JSON Schema calls it; every number is a `number`. */
export const jsonTypeOf = (value: Json): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Every value a JSON Pointer leads to, where `*` stands for each item of an array or each property of an object; empty where there is none. */
export const readPointer = (root: Json, pointer: string): readonly Json[] =>
  parsePointer(pointer).reduce<readonly Json[]>(
    (values, token) => values.flatMap((value) => childrenAt(value, token)),
    [root],
  )

const childrenAt = (value: Json, token: string): readonly Json[] => {
  if (Array.isArray(value)) {
    if (token === '*') return value
    const item = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
    return item === undefined ? [] : [item]
  }
  if (!isObject(value)) return []
  const child = own(value, token)
  if (child !== undefined) return [child]
  return token === '*' ? Object.values(value) : []
}
