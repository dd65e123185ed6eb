import type { Json } from '../../schema/json.ts'
import type { Breach } from './breach.ts'
import { restrict, typesOf, without } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'

/** How a value can break `enum` and `const`: by being another one, of the same type if there is one. */
export const valueBreaches = (shell: Shell): Breach[] => [
  ...(Array.isArray(shell['enum']) ? [breachOf(shell, 'enum', shell['enum'])] : []),
  ...(shell['const'] === undefined ? [] : [breachOf(shell, 'const', [shell['const']])]),
]

const breachOf = (shell: Shell, keyword: 'enum' | 'const', values: readonly Json[]): Breach => {
  const rest = restrict(without(shell, keyword), { not: { enum: [...values] } })
  const types = [...new Set(values.map(typeNameOf))]
  const ofSameType = typesOf(shell) === undefined ? [{ ...rest, type: types }] : []
  const probes = values.flatMap(neighboursOf)
  const variants = [...ofSameType, rest].map((one) => ({ shell: one, probes }))
  return { keyword, scenario: 'invalid_enum_value', each: false, variants }
}

/** Values that a careless comparison takes for the listed one. */
const neighboursOf = (value: Json): Json[] => {
  if (typeof value === 'number') return [value + 1]
  if (typeof value !== 'string') return []
  return [`${value}x`, value.toUpperCase(), value.toLowerCase(), `${value}-unknown`]
}

const typeNameOf = (value: Json): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
