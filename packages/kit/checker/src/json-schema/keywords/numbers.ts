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

/** `multipleOf` (2020-12 Validation, 6.2.1); a divisor that is not positive says nothing. */
export const multipleOfRule: RuleMaker = (divisor, context) =>
  isNumber(divisor) && divisor > 0
    ? createAssertion(context, 'multipleOf', `is not a multiple of ${divisor}`, isNumber, (value) =>
        isMultipleOf(value, divisor),
      )
    : undefined

/** A number as an integer times a power of ten, exactly as its shortest decimal says. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

const toDecimal = (value: number | bigint): Decimal => {
  if (typeof value === 'bigint') return { digits: value, exponent: 0 }
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/**
 * Whether a number is a whole multiple of another, both read as the decimals they are written as: 0.3 is a multiple of
 * 0.1, and 1e308 of 0.5. Infinity is a multiple of nothing.
 */
export const isMultipleOf = (value: number | bigint, divisor: number | bigint): boolean => {
  if (isSafe(value) && isSafe(divisor)) return value % divisor === 0
  if (value === Infinity || value === -Infinity) return false
  const left = toDecimal(value)
  const right = toDecimal(divisor)
  const exponent = Math.min(left.exponent, right.exponent)
  const scaled = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent)
  return scaled(left) % scaled(right) === 0n
}

const isSafe = (value: number | bigint): value is number => Number.isSafeInteger(value)

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
