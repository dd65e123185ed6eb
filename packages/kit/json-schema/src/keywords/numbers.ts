import { type JsonObject, isNumber } from '../base/json.ts'
import { createAssertion, type RuleMaker } from './rule.ts'
import { type Breach, narrowTo, numberIn, restrict, type Shell, toBreach, without } from './shell.ts'

const createBound =
  (
    keyword: string,
    complaint: string,
    isKept: (value: number | bigint, bound: number | bigint) => boolean,
  ): RuleMaker =>
  (bound, context) =>
    isNumber(bound)
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

/**
 * `multipleOf` (2020-12 Validation, 6.2.1); a divisor that is not positive has no effect. Both numbers are read as the decimals in which
 * they are written: 0.3 is a multiple of 0.1, and 1e308 of 0.5. Infinity is a multiple of nothing.
 */
export const multipleOfRule: RuleMaker = (divisor, context) => {
  if (!isNumber(divisor) || divisor <= 0) return undefined
  const step = decimalOf(divisor)
  const isMultipleOf = (value: number | bigint): boolean => {
    if (isSafe(value) && isSafe(divisor)) return value % divisor === 0
    return value !== Infinity && value !== -Infinity && isMultiple(decimalOf(value), step)
  }
  return createAssertion(context, 'multipleOf', `is not a multiple of ${divisor}`, isNumber, isMultipleOf)
}

const isSafe = (value: number | bigint): value is number => Number.isSafeInteger(value)

/** An exact decimal: digits × 10^-scale; the scale is never negative. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** The decimal that a JSON number is written as: 0.1 is one tenth, not the double next to it. */
export const decimalOf = (value: number | bigint): Decimal => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** The digits of a decimal at a scale that is not below its own. */
export const digitsAt = ({ digits, scale }: Decimal, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale)

/** Whether a decimal is a whole multiple of another. */
export const isMultiple = (value: Decimal, step: Decimal): boolean => {
  const scale = Math.max(value.scale, step.scale)
  return digitsAt(value, scale) % digitsAt(step, scale) === 0n
}

const ABOVE = 'value_above_maximum'
const BELOW = 'value_below_minimum'

/** How a number can break `minimum`, `maximum`, their exclusive forms and `multipleOf`. */
export const numberBreaches = (shell: Shell): Breach[] => [
  ...breachOf(shell, 'minimum', BELOW, (bound) => [{ exclusiveMaximum: bound }, beyond(shell, bound, -1)]),
  ...breachOf(shell, 'maximum', ABOVE, (bound) => [{ exclusiveMinimum: bound }, beyond(shell, bound, 1)]),
  ...breachOf(shell, 'exclusiveMinimum', BELOW, (bound) => [{ maximum: bound }, [bound]]),
  ...breachOf(shell, 'exclusiveMaximum', ABOVE, (bound) => [{ minimum: bound }, [bound]]),
  ...breachOf(shell, 'multipleOf', 'not_multiple_of', (step) => [
    { not: { multipleOf: step } },
    typeof step === 'bigint' ? [step / 2n] : [toRounded(step / 2)],
  ]),
]

const breachOf = (
  shell: Shell,
  keyword: string,
  scenario: string,
  opposite: (bound: number | bigint) => readonly [JsonObject, readonly (number | bigint)[]],
): Breach[] => {
  const bound = shell[keyword]
  if (!isNumber(bound)) return []
  const number = narrowTo(without(shell, keyword), 'number')
  const [negation, probes] = opposite(bound)
  return [toBreach(keyword, scenario, number && restrict(number, negation), { probes })]
}

/** The nearest numbers beyond a bound: one step of `multipleOf`, one, a half. */
const beyond = (shell: Shell, bound: number | bigint, way: 1 | -1): (number | bigint)[] =>
  typeof bound === 'bigint'
    ? [bound + BigInt(way)]
    : [numberIn(shell, 'multipleOf', 1), 1, 0.5].map((step) => toRounded(bound + way * step))

/** A number without the noise of binary fractions: 0.30000000000000004 becomes 0.3. */
export const toRounded = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(12))
