import { createAssertion, isNumber } from './create-assertion.ts'
import { isMultipleOf } from './is-multiple-of.ts'
import type { RuleMaker } from './rule.ts'

const createBound =
  (keyword: string, complaint: string, isKept: (value: number, bound: number) => boolean): RuleMaker =>
  (bound, context) =>
    typeof bound === 'number'
      ? createAssertion(context, keyword, `is ${complaint} ${bound}`, isNumber, (value) =>
          isKept(value, bound),
        )
      : undefined

/** `minimum` (2020-12 Validation, 6.2.4). */
export const minimumRule = createBound('minimum', 'less than', (value, bound) => value >= bound)

/** `maximum` (2020-12 Validation, 6.2.2). */
export const maximumRule = createBound('maximum', 'greater than', (value, bound) => value <= bound)

/** `exclusiveMinimum` (2020-12 Validation, 6.2.5). */
export const exclusiveMinimumRule = createBound(
  'exclusiveMinimum',
  'not greater than',
  (value, bound) => value > bound,
)

/** `exclusiveMaximum` (2020-12 Validation, 6.2.3). */
export const exclusiveMaximumRule = createBound(
  'exclusiveMaximum',
  'not less than',
  (value, bound) => value < bound,
)

/** `multipleOf` (2020-12 Validation, 6.2.1); a divisor that is not positive says nothing. */
export const multipleOfRule: RuleMaker = (divisor, context) =>
  typeof divisor === 'number' && divisor > 0
    ? createAssertion(context, 'multipleOf', `is not a multiple of ${divisor}`, isNumber, (value) =>
        isMultipleOf(value, divisor),
      )
    : undefined
