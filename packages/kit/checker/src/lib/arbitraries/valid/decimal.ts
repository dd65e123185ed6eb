/** An exact decimal: digits × 10^-scale; the scale is never negative. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** The decimal that a JSON number is written as: 0.1 is one tenth, not the double next to it. */
export const decimalOf = (value: number): Decimal => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** The digits of a decimal at a scale that is not below its own. */
export const digitsAt = ({ digits, scale }: Decimal, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale)

/** The double nearest to digits × 10^-scale. */
export const toNumber = (digits: bigint, scale: number): number =>
  scale === 0 ? Number(digits) : Number(`${digits}e-${scale}`)

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

const greatestCommonDivisor = (a: bigint, b: bigint): bigint =>
  b === 0n ? magnitude(a) : greatestCommonDivisor(b, a % b)

/** The smallest decimal that is a multiple of both. */
export const leastCommonMultiple = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  const [first, second] = [digitsAt(a, scale), digitsAt(b, scale)]
  return { digits: magnitude(first * second) / greatestCommonDivisor(first, second), scale }
}

/** Whether a decimal is a whole multiple of another. */
export const isMultiple = (value: Decimal, step: Decimal): boolean => {
  const scale = Math.max(value.scale, step.scale)
  return digitsAt(value, scale) % digitsAt(step, scale) === 0n
}

/** Rounds a quotient down, also below zero. */
export const floorDivide = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient
}

/** Rounds a quotient up, also below zero. */
export const ceilDivide = (dividend: bigint, divisor: bigint): bigint => -floorDivide(-dividend, divisor)
