import type { Judge, RuleContext } from './rule.ts'

/** The judge of a keyword that asserts something of values of one kind and lets all others pass. */
export const createAssertion =
  <Value>(
    { node }: RuleContext,
    keyword: string,
    message: string,
    isKind: (value: unknown) => value is Value,
    isKept: (value: Value) => boolean,
  ): Judge =>
  (value, run) => {
    if (!isKind(value)) return true
    const held = isKept(value)
    run.tell?.(node, keyword, held)
    return held || run.fail(node, keyword, message)
  }

/** Whether a value is a JSON number. */
export const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Whether a value is a string. */
export const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether a value is a JSON array. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** A limit on a count: JSON Schema knows only non-negative integers (2020-12 Validation, 6.3.1). */
export const isCount = (argument: unknown): argument is number =>
  typeof argument === 'number' && Number.isInteger(argument) && argument >= 0
