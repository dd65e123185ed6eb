import { equalJson } from '../../schema/judge/equal-json.ts'
import { isObject, type Json } from '../../schema/json.ts'
import { isServerOwned } from './is-server-owned.ts'

/**
 * Whether two answers of one server say the same of a value: equal but for blanks around texts, the order of lists, lost
 * digits of floats, times written another way, and what the server sets by itself.
 */
export const saysTheSame = (left: Json, right: Json): boolean => {
  if (equalJson(left, right)) return true
  if (typeof left === 'string' && typeof right === 'string') return isSameText(left.trim(), right.trim())
  if (typeof left === 'number' && typeof right === 'number') {
    return Math.abs(left - right) <= 1e-6 * Math.max(Math.abs(left), Math.abs(right))
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && holdsAll(left, right) && holdsAll(right, left)
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left).filter((name) => Object.hasOwn(right, name) && !isServerOwned(name, true))
  return names.every((name) => saysTheSame(left[name] ?? null, right[name] ?? null))
}

const holdsAll = (wanted: readonly Json[], given: readonly Json[]): boolean =>
  wanted.every((item) => given.some((other) => saysTheSame(item, other)))

const isSameText = (left: string, right: string): boolean =>
  left.normalize('NFC') === right.normalize('NFC') ||
  (TIME.test(left) && TIME.test(right) && Date.parse(left) === Date.parse(right))

const TIME = /^\d{4}-\d{2}-\d{2}T/i
