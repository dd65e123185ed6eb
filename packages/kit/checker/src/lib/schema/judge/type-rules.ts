import { isObject } from '../json.ts'
import { equalJson, toCanonicalText } from './equal-json.ts'
import type { Judge, RuleContext, RuleMaker } from './rule.ts'

const typeTests: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['null', (value: unknown) => value === null],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['integer', (value: unknown) => Number.isInteger(value)],
  ['number', (value: unknown) => typeof value === 'number'],
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

/** `type`: one name or several (2020-12 Validation, 6.1.1). Unknown names are overlooked, with the keyword if none is left. */
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
  createRule(context, 'const', 'is not the one value allowed', (value) => equalJson(value, argument))

/** `enum` (2020-12 Validation, 6.1.2). */
export const enumRule: RuleMaker = (argument, context) => {
  if (!Array.isArray(argument)) return undefined
  const plain = new Set<unknown>(argument.filter((value) => typeof value !== 'object' || value === null))
  const structured = new Set(argument.filter((value) => typeof value === 'object').map(toCanonicalText))
  const isKept = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? structured.has(toCanonicalText(value)) : plain.has(value)
  return createRule(context, 'enum', 'is not one of the values allowed', isKept)
}
