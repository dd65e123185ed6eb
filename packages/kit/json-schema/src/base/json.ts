/** Any JSON value. A bigint is a whole number that a double cannot hold, so that no number is rounded (RFC 8259, section 6). */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject

/** A JSON object; only own enumerable properties count. */
export interface JsonObject {
  [key: string]: Json
}

/** The six kinds of JSON value; `integer` is a number without a fraction. */
export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** Whether a value is a JSON number: a number or a bigint. */
export const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Whether a value is a whole number: 1.0 is one (2020-12 Validation, 6.1.1). */
export const isWholeNumber = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || Number.isInteger(value)

/** Parses a number. An integer that a double cannot represent becomes a bigint. */
export const readNumber = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text)
    ? BigInt(text)
    : number
}

/**
 * The parts of `JSON` in ES2025 that pass source text to a reviver and write a number as given. The library of TypeScript does not have
 * them yet, and browsers before 2025 lack them: there numbers are rounded.
 */
interface SourceJson {
  readonly parse: (
    text: string,
    revive: (key: string, value: Json, context?: { readonly source?: string }) => Json,
  ) => Json
  readonly rawJSON?: (text: string) => unknown
}
const sourceJson = JSON as unknown as SourceJson

/** Parses JSON without rounding whole numbers; another reader of numbers gets the text of each. Throws SyntaxError. */
export const parseJson = (text: string, read: (digits: string) => Json = readNumber): Json =>
  read !== readNumber || /\d{16}/.test(text)
    ? sourceJson.parse(text, (_key, value, { source } = {}) =>
        typeof value === 'number' && source !== undefined ? read(source) : value,
      )
    : (JSON.parse(text) as Json)

/** The value of a JSON text; undefined if it is none. */
export const tryJson = (text: string): { readonly value: Json } | undefined => {
  try {
    return { value: parseJson(text) }
  } catch {
    return undefined
  }
}

/** Writes a value as JSON; bigints are written as numbers. Throws TypeError for a value that contains itself. */
export const writeJson = (value: unknown, indent?: number): string => {
  if (typeof value === 'bigint') return String(value)
  try {
    // Without a replacer this is several times faster; it throws if there is a bigint, which is rare.
    return JSON.stringify(value, undefined, indent)
  } catch {
    const replace = (_key: string, part: unknown): unknown =>
      typeof part === 'bigint' ? (sourceJson.rawJSON?.(String(part)) ?? Number(part)) : part
    return JSON.stringify(value, replace, indent)
  }
}

/** Whether a value is a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the own property of an object, never one of its prototype: `toString` is as absent as any other name. A value that is no object
 * has no properties.
 */
export const own = (value: Json | undefined, key: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** The texts of a list; none if the value is no list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const escapeToken = (token: string | number): string | number =>
  // Few tokens need escaping.
  typeof token === 'number' || !/[~/]/.test(token) ? token : token.replaceAll('~', '~0').replaceAll('/', '~1')
const unescapeToken = (token: string): string =>
  token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token

/** Adds reference tokens to a JSON Pointer (RFC 6901): `appendTokens('/a', 'b/c', 0)` is `/a/b~1c/0`. */
export const appendTokens = (pointer: string, ...tokens: readonly (string | number)[]): string =>
  tokens.reduce<string>((all, token) => `${all}/${escapeToken(token)}`, pointer)

/** The reference tokens of a JSON Pointer, unescaped. */
export const parsePointer = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeToken)

/** The value a JSON Pointer leads to, or undefined if there is none. */
export const findAt = (root: Json, pointer: string): Json | undefined =>
  parsePointer(pointer).reduce<Json | undefined>(memberOf, root)

/** The item or property of a value that a reference token names; undefined if there is none. */
export const memberOf = (value: Json | undefined, token: string | number): Json | undefined => {
  if (!Array.isArray(value)) return own(value, String(token))
  return /^(0|[1-9]\d*)$/.test(String(token)) ? value[Number(token)] : undefined
}

/** Whether two JSON values are equal. 1 equals 1.0, and the order of properties does not matter (2020-12 Core, 4.2.2). */
export const equalJson = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (isNumber(left) && isNumber(right)) return left <= right && left >= right
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
  if (!isObject(value)) return writeJson(value)
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${toCanonicalText(value[name])}`)
  return `{${members.join(',')}}`
}

/** The JSON type of a value, as JSON Schema calls it; every number is a `number`. */
export const jsonTypeOf = (value: Json): JsonType => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isNumber(value) ? 'number' : (typeof value as 'boolean' | 'string' | 'object')
}

/**
 * Lists every value that a JSON Pointer leads to; empty if there is none. `*` stands for each item of an array or each property of an
 * object.
 */
export const readPointer = (root: Json, pointer: string): readonly Json[] =>
  parsePointer(pointer).reduce<readonly Json[]>(
    (values, token) => values.flatMap((value) => childrenAt(value, token)),
    [root],
  )

const childrenAt = (value: Json, token: string): readonly Json[] => {
  if (Array.isArray(value) && token === '*') return value
  const child = memberOf(value, token)
  if (child !== undefined) return [child]
  return isObject(value) && token === '*' ? Object.values(value) : []
}
