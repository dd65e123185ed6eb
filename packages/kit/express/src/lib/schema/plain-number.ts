import { isJsonObject } from './json-object.ts'
import type { Resolve } from './resolve-reference.ts'

const INTEGER = /^-?(0|[1-9]\d*)$/
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/

/**
 * False for a parameter whose schema wants a number and whose text is none in plain decimal digits. The validator
 * itself would take `1e2`, `0x10` and ` 10`, and would round what a double cannot hold.
 */
export function isPlainNumber(text: string, schema: unknown, resolve: Resolve): boolean {
  const resolved = resolve(schema)
  const type = isJsonObject(resolved) ? resolved['type'] : undefined
  if (type === 'integer') return INTEGER.test(text) && Number.isSafeInteger(Number(text))
  if (type === 'number') return NUMBER.test(text)
  return true
}
