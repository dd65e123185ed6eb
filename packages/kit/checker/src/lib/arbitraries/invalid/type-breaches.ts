import type { Json } from '../../schema/json.ts'
import type { Breach } from './breach.ts'
import { typesOf, without, type JsonType } from './narrow-shell.ts'
import type { Shell } from './shell-of.ts'

const PROBES: readonly (readonly [type: JsonType | 'fraction', probes: readonly Json[]])[] = [
  ['string', ['text']],
  ['integer', [42]],
  ['fraction', [1.5]],
  ['boolean', [true]],
  ['null', [null]],
  ['array', [['text'], []]],
  ['object', [{ text: 'text' }, {}]],
]

/** How a value can break `type`: by being of each other JSON type, and by a fraction where an integer is wanted. */
export const typeBreaches = (shell: Shell): Breach[] => {
  const types = typesOf(shell)
  if (types === undefined) return []
  const rest = without(shell, 'type')
  const variants = PROBES.filter(([type]) => !isAllowed(types, type)).map(([type, probes]) => ({
    shell: type === 'fraction' ? { ...rest, type: 'number', not: notInteger(rest) } : { ...rest, type },
    probes,
  }))
  return [{ keyword: 'type', scenario: 'incorrect_type', each: true, variants }]
}

/** Where no number at all is allowed, an integer is wrong enough. */
const isAllowed = (types: readonly string[], type: JsonType | 'fraction'): boolean => {
  if (types.includes('number') && (type === 'integer' || type === 'fraction')) return true
  if (type === 'fraction') return !types.includes('integer')
  return types.includes(type)
}

const notInteger = ({ not }: Shell): Json =>
  not === undefined ? { type: 'integer' } : { anyOf: [not, { type: 'integer' }] }
