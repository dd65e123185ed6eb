import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Shell } from './shell-of.ts'

/** A JSON type as `type` names it. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The list that a keyword holds, or an empty one. */
export const listIn = (shell: Shell, keyword: string): Json[] => {
  const value = shell[keyword]
  return Array.isArray(value) ? value : []
}

/** The map of subschemas that a keyword holds, or an empty one. */
export const mapIn = (shell: Shell, keyword: string): JsonObject => {
  const value = shell[keyword]
  return isObject(value) ? value : {}
}

/** The number that a keyword holds, or `otherwise`. */
export const numberIn = (shell: Shell, keyword: string, otherwise: number): number => {
  const value = shell[keyword]
  return typeof value === 'number' ? value : otherwise
}

/** The shell without some of its keywords. */
export const without = (shell: Shell, ...keywords: readonly string[]): Shell =>
  Object.fromEntries(Object.entries(shell).filter(([keyword]) => !keywords.includes(keyword)))

/** The shell that holds further schemas as well. */
export const restrict = (shell: Shell, ...further: readonly JsonObject[]): Shell => ({
  ...shell,
  allOf: [...listIn(shell, 'allOf'), ...further],
})

/** The types a shell allows, or undefined where it names none. */
export const typesOf = (shell: Shell): readonly string[] | undefined => {
  const { type } = shell
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((name) => typeof name === 'string') : undefined
}

/** The shell for values of one type only; undefined where it allows none of that type. */
export const narrowTo = (shell: Shell, type: JsonType): Shell | undefined => {
  const types = typesOf(shell)
  if (types === undefined || types.includes(type)) return { ...shell, type }
  if (type === 'integer' && types.includes('number')) return { ...shell, type }
  return type === 'number' && types.includes('integer') ? { ...shell, type: 'integer' } : undefined
}

/** The shell for objects that have one more property. */
export const demand = (shell: Shell, name: string): Shell => ({
  ...shell,
  required: [...new Set([...listIn(shell, 'required'), name])],
})
