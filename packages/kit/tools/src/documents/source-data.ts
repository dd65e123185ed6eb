import {
  appendTokens,
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  readNumber,
} from '@contract-kit/json-schema/json'
import { DocumentError, HIDDEN_REFERENCE, parseDocumentText } from '@contract-kit/openapi/source'
import { InputError } from '../input-error.ts'

// The bundler rounds numbers, so they are passed as marked strings.
const NUMBER_MARK = '\uE000number:'

/** Parses a source. Marks numbers that JavaScript would format differently. Throws an InputError with the line of a syntax error. */
export function parseSource(text: string, name: string): Json {
  try {
    return parseDocumentText(text, name, (digits) => {
      const value = readNumber(digits)
      return typeof value === 'bigint' || String(value) !== digits ? `${NUMBER_MARK}${digits}` : value
    })
  } catch (error) {
    throw error instanceof DocumentError ? new InputError(error.message) : error
  }
}

/** The text of each number that a double does not preserve (`1.10`, `1e400`, `9007199254740993`), by JSON Pointer. */
export type Digits = ReadonlyMap<string, string>

/** A document without marks, its data as it was before `hideData`, and the digits of its numbers. */
export function restoreData(document: Json): { readonly document: Json; readonly digits: Digits } {
  const digits = new Map<string, string>()
  const restore = (value: Json, pointer: string): Json => {
    if (Array.isArray(value)) return value.map((item, index) => restore(item, `${pointer}/${index}`))
    if (isObject(value)) {
      const members = Object.entries(value).map(([marked, member]) => {
        const key = marked === HIDDEN_REFERENCE ? '$ref' : String(restoreNumber(marked) ?? marked)
        return [key, restore(member, appendTokens(pointer, key))] as const
      })
      return Object.fromEntries(members)
    }
    const number = typeof value === 'string' ? restoreNumber(value) : undefined
    if (number !== undefined) digits.set(pointer, (value as string).slice(NUMBER_MARK.length))
    return number ?? value
  }
  return { document: restore(document, ''), digits }
}

const restoreNumber = (text: string): number | bigint | undefined =>
  text.startsWith(NUMBER_MARK) ? readNumber(text.slice(NUMBER_MARK.length)) : undefined

/** Applies `write` to each number with recorded digits. */
export function mapDigits(
  document: Json,
  digits: Digits,
  write: (digits: string, pointer: string) => unknown,
): unknown {
  const map = (value: Json, pointer: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => map(item, `${pointer}/${index}`))
    if (isObject(value)) {
      const members = Object.entries(value).map(([key, member]) => [
        key,
        map(member, appendTokens(pointer, key)),
      ])
      return Object.fromEntries(members)
    }
    const text = isNumber(value) ? digits.get(pointer) : undefined
    return text === undefined ? value : write(text, pointer)
  }
  return digits.size === 0 ? document : map(document, '')
}

/** Converts bigints to doubles, for readers without bigint support. */
export function roundIntegers(document: JsonObject): JsonObject {
  const round = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(round)
    if (typeof value === 'bigint') return Number(value)
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, round(member)]))
      : value
  }
  return round(document) as JsonObject
}
