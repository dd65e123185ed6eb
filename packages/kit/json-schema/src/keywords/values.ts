import {
  equalJson,
  isObject,
  type Json,
  jsonTypeOf,
  toCanonicalText,
  isNumber,
  isWholeNumber,
} from '../base/json.ts'
import type { Judge, RuleContext, RuleMaker } from './rule.ts'
import { type Breach, type JsonType, restrict, type Shell, typesOf, without } from './shell.ts'

const typeTests = new Map<string, (value: unknown) => boolean>([
  ['null', (value: unknown) => value === null],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['integer', isWholeNumber],
  ['number', isNumber],
  ['string', (value: unknown) => typeof value === 'string'],
  ['array', (value: unknown) => Array.isArray(value)],
  ['object', isObject],
])

const createRule =
  ({ node }: RuleContext, keyword: string, message: string, isKept: (value: unknown) => boolean): Judge =>
  (value, run) => {
    const held = isKept(value)
    run.tell?.(node, keyword, held)
    return held || run.fail(node, keyword, message)
  }

/** `type`: one name or several (2020-12 Validation, 6.1.1). Ignores unknown names, and the keyword if none is left. */
export const typeRule: RuleMaker = (argument, context) => {
  const names = (Array.isArray(argument) ? argument : [argument]).filter((name) => typeof name === 'string')
  const tests = names.flatMap((name) => typeTests.get(name) ?? [])
  if (tests.length < names.length || tests.length === 0) return undefined
  const [only] = tests
  const isKept = tests.length === 1 && only ? only : (value: unknown) => tests.some((test) => test(value))
  return createRule(context, 'type', `is not of type ${names.join(' or ')}`, isKept)
}

/** `const` (2020-12 Validation, 6.1.3). */
export const constRule: RuleMaker = (argument, context) =>
  createRule(context, 'const', 'is not the allowed value', (value) => equalJson(value, argument))

/** `enum` (2020-12 Validation, 6.1.2). */
export const enumRule: RuleMaker = (argument, context) => {
  if (!Array.isArray(argument)) return undefined
  const plain = new Set<unknown>(argument.filter((value) => typeof value !== 'object' || value === null))
  const structured = new Set(argument.filter((value) => typeof value === 'object').map(toCanonicalText))
  const isKept = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? structured.has(toCanonicalText(value)) : plain.has(value)
  return createRule(context, 'enum', 'is not one of the allowed values', isKept)
}

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
    // The formats of integers say nothing of fractions.
    shell:
      type === 'fraction'
        ? { ...without(rest, 'format'), type: 'number', not: notInteger(rest) }
        : { ...rest, type },
    probes,
  }))
  return [{ keyword: 'type', scenario: 'incorrect_type', each: true, variants }]
}

/** If no number is allowed at all, an integer breaks the type. */
const isAllowed = (types: readonly string[], type: JsonType | 'fraction'): boolean => {
  if (types.includes('number') && (type === 'integer' || type === 'fraction')) return true
  if (type === 'fraction') return !types.includes('integer')
  return types.includes(type)
}

const notInteger = ({ not }: Shell): Json =>
  not === undefined ? { type: 'integer' } : { anyOf: [not, { type: 'integer' }] }

/** How a value can break `enum` and `const`: another value, of the same type if possible. */
export const valueBreaches = (shell: Shell): Breach[] => [
  ...(Array.isArray(shell['enum']) ? [breachOf(shell, 'enum', shell['enum'])] : []),
  ...(shell['const'] === undefined ? [] : [breachOf(shell, 'const', [shell['const']])]),
]

const breachOf = (shell: Shell, keyword: 'enum' | 'const', values: readonly Json[]): Breach => {
  const rest = restrict(without(shell, keyword), { not: { enum: [...values] } })
  const types = [...new Set(values.map(jsonTypeOf))]
  const ofSameType = typesOf(shell) === undefined ? [{ ...rest, type: types }] : []
  const probes = values.flatMap(neighboursOf)
  const variants = [...ofSameType, rest].map((one) => ({ shell: one, probes }))
  return { keyword, scenario: 'invalid_enum_value', each: false, variants }
}

/** Values that a loose comparison equates with the listed one. */
const neighboursOf = (value: Json): Json[] => {
  if (typeof value === 'number') return [value + 1]
  if (typeof value === 'bigint') return [value + 1n]
  if (typeof value !== 'string') return []
  return [`${value}x`, value.toUpperCase(), value.toLowerCase(), `${value}-unknown`]
}
