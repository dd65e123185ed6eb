/** A number as an integer times a power of ten, exactly as its shortest decimal says. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

const toDecimal = (value: number): Decimal => {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

/**
 * Whether a number is a whole multiple of another, both read as the decimals they are written as: 0.3 is a multiple of
 * 0.1, and 1e308 of 0.5. Infinity is a multiple of nothing.
 */
export const isMultipleOf = (value: number, divisor: number): boolean => {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  if (!Number.isFinite(value)) return false
  const left = toDecimal(value)
  const right = toDecimal(divisor)
  const exponent = Math.min(left.exponent, right.exponent)
  const scaled = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent)
  return scaled(left) % scaled(right) === 0n
}
